import type { FhirRelease } from '../release';

const meta = [{ versionId: 81985529216486, lastUpdated: '2026-02-03T14:05:00.000Z' }];

const subject = {
  reference: 'Patient/0198c0de-7a10-7000-8000-000000000002',
  identifier: { system: 'https://ehr.example/patients', value: '4711' },
};

const reportId = '0198c0de-7a10-7000-8000-000000000003';
const observationId = '0198c0de-7a10-7000-8000-000000000004';

/** What both kinds share. */
const frame = {
  meta,
  basedOn: [{ reference: 'ServiceRequest/42', type: 'ServiceRequest' }],
  status: 'final',
  subject,
  effectiveDateTime: '2026-02-01T08:15:00+01:00',
  issued: '2026-02-03T14:05:00.000Z',
};

export const diagnosticReportExample = (release: FhirRelease['name']) => ({
  resourceType: 'DiagnosticReport',
  id: reportId,
  ...frame,
  code: { coding: [{ system: 'http://loinc.org', code: '11502-2', display: 'Laboratory report' }], text: 'Vitamin D' },
  result: [{ reference: `Observation/${observationId}`, type: 'Observation' }],
  ...(release === 'R5' && { note: [{ text: 'The specimen arrived in good condition.' }] }),
  conclusion: 'The specimen arrived in good condition.',
});

export const observationExample = () => ({
  resourceType: 'Observation',
  id: observationId,
  ...frame,
  code: { coding: [{ system: 'http://loinc.org', code: '1989-3' }], text: 'Vitamin D' },
  valueQuantity: { value: 31.4, unit: 'ng/mL', system: 'http://unitsofmeasure.org', code: 'ng/mL' },
  referenceRange: [{ low: { value: 30, unit: 'ng/mL' }, text: '>= 30 ng/mL' }],
});
