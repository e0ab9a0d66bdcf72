import { productSystem, type ReportState } from '@gateway/core';
import { laboratoryReport, reportCategory, reportStatuses } from '../../results/code-systems';
import { always, holds } from '../conditions';
import { momentParameter, periodParameter } from '../kinds/date-parameter';
import { idsIn, referenceParameter } from '../kinds/reference-parameter';
import { anyMatch, fixedCodes, mappedCodes, storedCode, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { commonParameters, isOneOf } from './common.parameters';
import {
  aboutCollected,
  basedOnParameter,
  collected,
  encounterParameter,
  isCollected,
  performerParameter,
  subjectParameters,
} from './result-context';

const system = 'http://hl7.org/fhir/diagnostic-report-status';

const hasSpecimen = 'SELECT FROM specimens found WHERE found.partner_id = t.partner_id AND found.test_id = t.id';
const hasResult = 'SELECT FROM observations found WHERE found.partner_id = r.partner_id AND found.result_id = r.id';

/** Results `r`. Served by an index: `_id`, `_lastUpdated`, `issued`, `patient`, `subject`; the rest by the partner's own results. */
export const diagnosticReportParameters: readonly SearchParameter[] = [
  ...commonParameters('DiagnosticReport', 'r', 'r.created_at'),
  basedOnParameter,
  tokenParameter({ name: 'category', presence: always, match: fixedCodes(reportCategory.coding ?? []) }),
  tokenParameter({
    name: 'code',
    presence: always,
    match: anyMatch(
      fixedCodes([laboratoryReport]),
      storedCode(
        ({ baseUrl }) => productSystem(baseUrl),
        (code) => (bind) => `p.canonical_id = ${bind(code)}`,
        always,
      ),
    ),
  }),
  periodParameter({ name: 'date', presence: isCollected }, collected, aboutCollected('r.test_id')),
  encounterParameter,
  tokenParameter({
    name: 'identifier',
    presence: always,
    match: storedCode(
      ({ baseUrl }) => `${baseUrl}/v1/test_results`,
      (code) => isOneOf('r.id', 'DiagnosticReport', [code]),
      always,
    ),
  }),
  momentParameter({ name: 'issued', presence: always }, 'r.created_at'),
  performerParameter,
  referenceParameter({
    name: 'result',
    element: 'result',
    targets: ['Observation'],
    presence: holds(`EXISTS (${hasResult})`),
    match: (references) => (bind) =>
      `EXISTS (${hasResult} AND ${isOneOf('found.id', 'Observation', idsIn(references, 'Observation'))(bind)})`,
    leadsTo: (_type, ids) => `EXISTS (${hasResult} AND found.id IN (${ids}))`,
  }),
  referenceParameter({
    name: 'specimen',
    element: 'specimen',
    targets: ['Specimen'],
    presence: holds(`EXISTS (${hasSpecimen})`),
    match: (references) => (bind) => `EXISTS (${hasSpecimen} AND ${isOneOf('found.id', 'Specimen', idsIn(references, 'Specimen'))(bind)})`,
    leadsTo: (_type, ids) => `EXISTS (${hasSpecimen} AND found.id IN (${ids}))`,
  }),
  tokenParameter({ name: 'status', presence: always, match: mappedCodes<ReportState>('r.state', system, reportStatuses) }),
  ...subjectParameters('r.test_id'),
];
