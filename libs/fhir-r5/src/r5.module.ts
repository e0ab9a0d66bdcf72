import { moduleOf } from '@gateway/fhir';
import { Module } from '@nestjs/common';
import { r5 } from './release';

@Module(moduleOf(r5))
export class R5Module {}
