import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Artefact, Validator } from '@gateway/fhir';

/** Checks resources against the official definitions of R5 (5.0.0). */
export const makeR5Validator = (): Validator =>
  new Validator(JSON.parse(readFileSync(join(__dirname, 'structures.json'), 'utf8')) as Artefact);
