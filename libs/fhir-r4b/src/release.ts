import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Artefact, type FhirRelease, Validator } from '@gateway/fhir';

/** Made from the official package by `tools/reduce-fhir-structures.mjs`. */
const readStructures = (): Artefact => JSON.parse(readFileSync(join(__dirname, 'structures.json'), 'utf8')) as Artefact;

export const r4b: FhirRelease = { name: 'R4B', path: 'r4b', fhirVersion: '4.3', validator: new Validator(readStructures()) };
