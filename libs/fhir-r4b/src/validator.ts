import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Artefact, Validator } from '@gateway/fhir';

/** Made from the official package by `tools/reduce-fhir-structures.mjs`. */
const readStructures = (): Artefact => JSON.parse(readFileSync(join(__dirname, 'structures.json'), 'utf8')) as Artefact;

export const validator = new Validator(readStructures());
