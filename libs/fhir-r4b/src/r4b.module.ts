import { moduleOf } from '@gateway/fhir';
import { Module } from '@nestjs/common';
import { r4b } from './release';

@Module(moduleOf(r4b))
export class R4bModule {}
