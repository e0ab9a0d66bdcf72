import type { FhirRelease } from '@gateway/fhir';
import { r4b } from '@gateway/fhir-r4b';
import { r5 } from '@gateway/fhir-r5';
import { examplesOf } from '../../support/fhir-examples';
import type { ReleasePath } from '../../support/fhir-requests';

const releases: Readonly<Record<ReleasePath, FhirRelease>> = { r4b, r5 };

const startsIn = [
  'ServiceRequest',
  'Observation',
  'DiagnosticReport',
  'Patient',
  'Specimen',
  'Bundle',
  'Coverage',
  'Extension',
  'Timing',
  'Quantity',
  'Narrative',
  'Meta',
];

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The members that the definitions of a release know for what the service reads, one for each type of a choice. */
export function definedMembers(path: ReleasePath): readonly string[] {
  const { types } = releases[path].validator.structures.artefact;
  const names = startsIn.flatMap((start) =>
    Object.entries(types)
      .filter(([type]) => type === start || type.startsWith(`${start}.`))
      .flatMap(([, { elements }]) => Object.entries(elements))
      .flatMap(([name, { type }]) =>
        name.endsWith('[x]') ? [type].flat().map((one) => name.replace('[x]', capitalized(one.split('(')[0]!))) : [name],
      ),
  );
  return [
    ...new Set([
      ...names,
      ...names.map((name) => `_${name}`),
      'resourceType',
      'id',
      'extension',
      'modifierExtension',
      'contained',
      'fhir_comments',
    ]),
  ];
}

/** Official examples of a release, small ones of many types. */
export const officialResources = (path: ReleasePath, types: readonly string[], count: number): readonly unknown[] =>
  types.flatMap((type) =>
    examplesOf(releases[path], type, 20_000)
      .slice(0, count)
      .map(({ read }) => read()),
  );
