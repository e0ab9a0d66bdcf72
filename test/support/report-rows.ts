import type { ObservationRow, ReportedObservationRow, ReportRow, ResultContext } from '@gateway/core';
import type { FhirRelease, ResultSetting } from '@gateway/fhir';
import { type JsonObject, parseStoredJson, stringifyJson } from '@gateway/kernel';
import { r4b } from '@gateway/fhir-r4b';
import { r5 } from '@gateway/fhir-r5';

/** Results as the core reads them, with everything that they may have, and what becomes of them. */

export const setting: ResultSetting = { baseUrl: 'https://lab.example', language: 'en', labTimeZone: 'Europe/Berlin' };

export const ids = {
  report: '0198c0de-7a10-7000-8000-000000000001',
  observation: '0198c0de-7a10-7000-8000-000000000002',
  test: '0198c0de-7a10-7000-8000-000000000003',
  olderSpecimen: '0198c0de-7a10-7000-8000-000000000004',
  specimen: '0198c0de-7a10-7000-8000-000000000005',
  document: '0198c0de-7a10-7000-8000-000000000006',
} as const;

const specimen = (id: string, specimenCode: string, collectionDate: string | null, collectionTime: string | null) => ({
  id,
  specimenCode,
  collectionDate,
  collectionTime,
});

const context = (given: Partial<ResultContext> = {}): ResultContext => ({
  testId: ids.test,
  serviceRequestId: '42',
  product: { canonicalId: 'potassium', name: { en: 'Potassium', de: 'Kalium' }, loincNums: ['2823-3'] },
  subject: null,
  encounter: null,
  patientName: 'Erika Mustermann',
  specimens: [specimen(ids.olderSpecimen, 'SP-1', '2026-01-30', null), specimen(ids.specimen, 'SP-2', '2026-01-31', '08:15:00')],
  ...given,
});

export const observationRow = (given: Partial<ObservationRow> = {}): ObservationRow => ({
  id: ids.observation,
  resultId: ids.report,
  loincNum: '2823-3',
  value: '4.2',
  unit: 'mmol/L',
  referenceRange: null,
  interpretation: null,
  labNotes: null,
  createdAt: '2026-02-03T14:05:00.123Z',
  ...given,
});

export const reportedObservation = (
  observation: Partial<ObservationRow> = {},
  { context: itsContext = {}, ...given }: Partial<Omit<ReportedObservationRow, 'context'>> & { context?: Partial<ResultContext> } = {},
): ReportedObservationRow => ({
  laboratory: 'Laboratory North',
  state: 'final',
  context: context(itsContext),
  observation: observationRow(observation),
  ...given,
});

export const reportRow = ({
  context: itsContext = {},
  ...given
}: Partial<Omit<ReportRow, 'context'>> & { context?: Partial<ResultContext> } = {}): ReportRow => ({
  id: ids.report,
  createdAt: '2026-02-03T14:05:00.123Z',
  laboratory: 'Laboratory North',
  labNotes: null,
  state: 'final',
  observations: [observationRow()],
  documents: [],
  context: context(itsContext),
  ...given,
});

export interface ResultMappers {
  readonly toObservation: (row: ReportedObservationRow, setting: ResultSetting) => object;
  readonly toDiagnosticReport: (row: ReportRow, setting: ResultSetting) => object;
}

const resultMappersOf = ({ mappers }: FhirRelease): ResultMappers => ({
  toObservation: (row, itsSetting) => mappers.toObservation(row, itsSetting),
  toDiagnosticReport: (row, itsSetting) => mappers.toDiagnosticReport(row, itsSetting),
});

/** Both releases with their mappers of results. */
export const mappedReleases: readonly (readonly [name: 'R4B' | 'R5', release: FhirRelease, mappers: ResultMappers])[] = [
  ['R4B', r4b, resultMappersOf(r4b)],
  ['R5', r5, resultMappersOf(r5)],
];

export const ownReference = (type: string, id: string) => ({ reference: `${type}/${id}`, type });

/** The subject of resources of a test where the EHR has named none. */
export const patientReference = { ...ownReference('Patient', ids.test), display: 'Erika Mustermann' };

/** The resource as clients read it, digits and all; with what the release's definitions find wrong with it. */
export function answered(resource: object, release: FhirRelease): { resource: any; errors: readonly unknown[] } {
  const read = parseStoredJson(stringifyJson(resource)) as JsonObject;
  return { resource: read, errors: release.validator.validate(read).filter(({ severity }) => severity === 'error') };
}

/** What the mappers of a release make of rows that differ from the usual ones in what is given; all of it is valid. */
export function validResults(release: FhirRelease, { toObservation, toDiagnosticReport }: ResultMappers) {
  const valid = (resource: object): any => {
    const { resource: read, errors } = answered(resource, release);
    expect(errors).toEqual([]);
    return read;
  };
  return {
    valid,
    observation: (given: Partial<ObservationRow>, context: Partial<ResultContext> = {}): any =>
      valid(toObservation(reportedObservation(given, { context }), setting)),
    report: (...given: Parameters<typeof reportRow>): any => valid(toDiagnosticReport(reportRow(...given), setting)),
  };
}
