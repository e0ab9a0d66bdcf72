import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FhirRelease } from '@gateway/fhir';
import { r4b } from '@gateway/fhir-r4b';
import { r5 } from '@gateway/fhir-r5';
import { parseStoredJson } from '@gateway/kernel';

export interface Example {
  /** Name of the file in the official package. */
  readonly file: string;
  readonly read: () => any;
}

/** Both releases, for suites that run for each: name and release. */
export const releases: readonly (readonly [string, FhirRelease])[] = [
  ['R4B', r4b],
  ['R5', r5],
];

/** The official examples of one type that are no larger than `maximumSize` bytes. */
export function examplesOf({ path }: FhirRelease, type: string, maximumSize = Infinity): readonly Example[] {
  const folder = dirname(require.resolve(`hl7.fhir.${path}.examples/package.json`));
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${type}-`) && file.endsWith('.json'))
    .filter((file) => statSync(join(folder, file)).size <= maximumSize)
    .sort()
    .map((file) => ({ file, read: () => parseStoredJson(readFileSync(join(folder, file), 'utf8')) }));
}
