import { always, anyOf, holds, never } from '../conditions';
import { periodParameter } from '../kinds/date-parameter';
import { idsIn, referenceParameter } from '../kinds/reference-parameter';
import { beginsWith } from '../kinds/string-parameter';
import { fixedCodes, storedCode, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { lacks, specimenKey } from '../wall-keys';
import { commonParameters, isOneOf } from './common.parameters';
import { collectedRange } from './result-context';

const status = { system: 'http://hl7.org/fhir/specimen-status', code: 'available' };

/** The code of the tube. */
const identifier = (name: string): SearchParameter =>
  tokenParameter({
    name,
    presence: always,
    match: storedCode(
      ({ baseUrl }) => `${baseUrl}/specimens`,
      (code) => (bind) => `s.specimen_code = ${bind(code)}`,
      always,
    ),
  });

const patient = (name: string, ...others: readonly string[]): SearchParameter =>
  referenceParameter({
    name,
    element: 'subject',
    targets: ['Patient', ...others],
    presence: always,
    match: (references) => isOneOf('s.test_id', 'Patient', idsIn(references, 'Patient')),
    leadsTo: (_type, ids) => `s.test_id IN (${ids})`,
  });

/** Specimens `s`. Served by an index: all but `_lastUpdated` and `type`, for which the partner's own specimens are read. */
export const specimenParameters: readonly SearchParameter[] = [
  ...commonParameters('Specimen', 's', 'greatest(s.updated_at, t.lab_intake_at)'),
  identifier('accession'),
  periodParameter(
    { name: 'collected', presence: holds(specimenKey.isThere), absence: holds(lacks(specimenKey)) },
    (zone) => collectedRange('s', zone()),
    specimenKey,
  ),
  identifier('identifier'),
  patient('patient'),
  tokenParameter({ name: 'status', presence: always, match: fixedCodes([status]) }),
  patient('subject', 'Device', 'Group', 'Location', 'Substance'),
  tokenParameter({
    name: 'type',
    presence: holds(`p.sample_type ~ '\\S'`),
    match: () => never,
    text: (texts) => anyOf(texts.map((text) => (bind) => beginsWith('p.sample_type', text, bind))),
  }),
];
