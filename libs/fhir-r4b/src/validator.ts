import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Artefact, Validator } from '@gateway/fhir';

/** Checks resources against the official definitions of R4B (4.3.0). */
export const makeR4bValidator = (): Validator =>
  new Validator(JSON.parse(readFileSync(join(__dirname, 'structures.json'), 'utf8')) as Artefact);
