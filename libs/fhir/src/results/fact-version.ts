import { createHash } from 'node:crypto';
import { stringifyJson } from '@gateway/kernel';

/** As many as a float holds, and the interface's integers with it. */
const bytes = 6;

/**
 * The version of a record that is not written through FHIR: a number made from all its facts. It is another one whenever they are, be
 * it by a document or a specimen that came later, and the same in both releases and every language.
 */
export const factVersion = (row: object): string =>
  String(createHash('sha256').update(stringifyJson(row)).digest().readUIntBE(0, bytes) + 1);
