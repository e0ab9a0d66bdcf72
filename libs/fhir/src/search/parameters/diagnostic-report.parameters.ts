import { productSystem, type ReportState, type SearchedType } from '@gateway/core';
import { laboratoryReport, reportCategory, reportStatuses } from '../../results/code-systems';
import { always, holds } from '../conditions';
import { momentParameter } from '../kinds/date-parameter';
import { idsIn, referenceParameter } from '../kinds/reference-parameter';
import { anyMatch, fixedCodes, mappedCodes, storedCode, type TokenMatch, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { commonParameters, isOneOf, ofProduct, ownIdentifier } from './common.parameters';
import { basedOnParameter, collectionDateParameter, encounterParameter, performerParameter, subjectParameters } from './result-context';

const system = 'http://hl7.org/fhir/diagnostic-report-status';

const productCode = (product: string): TokenMatch =>
  storedCode(
    ({ baseUrl }) => productSystem(baseUrl),
    (code) => (bind) => `${product}.canonical_id = ${bind(code)}`,
    always,
  );

/** References of a report to everything that belongs to it. @param belonging SQL behind FROM, of these records as `found` */
const listOf = (name: string, type: SearchedType, belonging: string, absence?: string): SearchParameter => {
  const exists = (condition: string): string => `EXISTS (SELECT FROM ${belonging} AND ${condition})`;
  return referenceParameter({
    name,
    element: name,
    targets: [type],
    presence: holds(`EXISTS (SELECT FROM ${belonging})`),
    ...(absence !== undefined && { absence: holds(absence) }),
    match: (references) => (bind) => exists(isOneOf('found.id', type, idsIn(references, type))(bind)),
    leadsTo: (_type, ids) => exists(`found.id IN (${ids})`),
  });
};

/** Results `r`. Served by an index: all of them, but that `code` passes over the results of other products. */
export const diagnosticReportParameters: readonly SearchParameter[] = [
  ...commonParameters('DiagnosticReport', 'r', 'r.created_at'),
  basedOnParameter,
  tokenParameter({ name: 'category', presence: always, match: fixedCodes(reportCategory.coding ?? []) }),
  tokenParameter({
    name: 'code',
    presence: always,
    match: anyMatch(fixedCodes([laboratoryReport]), (tokens, setting) => ofProduct((product) => productCode(product)(tokens, setting))),
  }),
  collectionDateParameter('r'),
  encounterParameter('r.test_id'),
  ownIdentifier('DiagnosticReport', 'r', 'test_results'),
  momentParameter({ name: 'issued', presence: always }, 'r.created_at'),
  performerParameter('r.id'),
  listOf('result', 'Observation', 'observations found WHERE found.partner_id = r.partner_id AND found.result_id = r.id', 'r.is_empty'),
  listOf('specimen', 'Specimen', 'specimens found WHERE found.partner_id = t.partner_id AND found.test_id = t.id', 'r.specimen_id IS NULL'),
  tokenParameter({ name: 'status', presence: always, match: mappedCodes<ReportState>('r.state COLLATE "C"', system, reportStatuses) }),
  ...subjectParameters('r.test_id'),
];
