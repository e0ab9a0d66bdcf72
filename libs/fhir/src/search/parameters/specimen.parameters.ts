import { always, anyOf, holds, never } from '../conditions';
import { periodParameter } from '../kinds/date-parameter';
import { idsIn, referenceParameter } from '../kinds/reference-parameter';
import { beginsWith } from '../kinds/string-parameter';
import { fixedCodes, storedCode, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { lacks, specimenKey } from '../wall-keys';
import { commonParameters, isOneOf, ofProduct } from './common.parameters';
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

/** Specimens `s`. Served by an index: all of them. */
export const specimenParameters: readonly SearchParameter[] = [
  ...commonParameters('Specimen', 's', 's.changed_at'),
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
    presence: ofProduct((product) => holds(`${product}.sample_type ~ '\\S'`)),
    absence: ofProduct((product) => holds(`coalesce(${product}.sample_type, '') !~ '\\S'`)),
    match: () => never,
    text: (texts) => ofProduct((product) => anyOf(texts.map((text) => (bind) => beginsWith(`${product}.sample_type`, text, bind)))),
  }),
];
