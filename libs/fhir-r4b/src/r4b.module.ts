import { validateControllerOf } from '@gateway/fhir';
import { Module } from '@nestjs/common';
import { r4b } from './release';

@Module({ controllers: [validateControllerOf(r4b)] })
export class R4bModule {}
