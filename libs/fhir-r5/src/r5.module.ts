import { validateControllerOf } from '@gateway/fhir';
import { Module } from '@nestjs/common';
import { r5 } from './release';

@Module({ controllers: [validateControllerOf(r5)] })
export class R5Module {}
