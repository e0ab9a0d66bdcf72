import { type ReportedObservationRow, type ReportRow } from '../results/report-row';
import { selectReportedObservations, selectReports } from '../results/reports.queries';
import { selectServiceRequests, type ServiceRequestRow } from '../service-requests/service-requests.queries';
import { type CollectedSpecimenRow, selectSpecimens } from '../specimens/specimens.queries';
import { type PatientRow, selectPatients } from '../tests/patients.queries';

/** Records that FHIR's search finds, by the type of resource that they are shown as. */
export interface SearchedRows {
  readonly ServiceRequest: ServiceRequestRow;
  readonly DiagnosticReport: ReportRow;
  readonly Observation: ReportedObservationRow;
  readonly Patient: PatientRow;
  readonly Specimen: CollectedSpecimenRow;
}

export type SearchedType = keyof SearchedRows;

/** A table of records, with what its conditions may name besides. */
export interface SearchedRecord<Row> {
  readonly table: string;
  readonly alias: string;
  readonly idType: 'uuid' | 'bigint';
  readonly joins: readonly Join[];
  readonly select: (source: string) => string;
  readonly idOf: (row: Row) => string;
}

/** A table beside the records: at most one row for one record. */
interface Join {
  readonly alias: string;
  /** The alias of the one before that it needs. */
  readonly after?: string;
  readonly sql: string;
}

const ofTest: readonly Join[] = [
  {
    alias: 'q',
    after: 't',
    sql: 'LEFT JOIN service_requests q ON q.partner_id = t.partner_id AND q.test_id = t.id',
  },
  { alias: 'p', after: 't', sql: 'LEFT JOIN diagnostic_products p ON p.id = t.product_id' },
];

const ofResult: readonly Join[] = [
  {
    alias: 't',
    after: 'r',
    sql: 'LEFT JOIN diagnostic_tests t ON t.partner_id = r.partner_id AND t.id = r.test_id',
  },
  ...ofTest,
];

/** The aliases are those of the queries: q request, r result, o observation, t test, s specimen, p product. */
export const searchedRecords: { readonly [Type in SearchedType]: SearchedRecord<SearchedRows[Type]> } = {
  ServiceRequest: {
    table: 'service_requests',
    alias: 'q',
    idType: 'bigint',
    joins: [],
    select: selectServiceRequests,
    idOf: (row) => row.id,
  },
  DiagnosticReport: {
    table: 'test_results',
    alias: 'r',
    idType: 'uuid',
    joins: ofResult,
    select: selectReports,
    idOf: (row) => row.id,
  },
  Observation: {
    table: 'observations',
    alias: 'o',
    idType: 'uuid',
    joins: [{ alias: 'r', sql: 'LEFT JOIN test_results r ON r.partner_id = o.partner_id AND r.id = o.result_id' }, ...ofResult],
    select: selectReportedObservations,
    idOf: (row) => row.observation.id,
  },
  Patient: {
    table: 'diagnostic_tests',
    alias: 't',
    idType: 'uuid',
    joins: ofTest,
    select: selectPatients,
    idOf: (row) => row.id,
  },
  Specimen: {
    table: 'specimens',
    alias: 's',
    idType: 'uuid',
    joins: [{ alias: 't', sql: 'LEFT JOIN diagnostic_tests t ON t.partner_id = s.partner_id AND t.id = s.test_id' }, ...ofTest],
    select: selectSpecimens,
    idOf: (row) => row.id,
  },
};

/** FROM of a type's records, with those of the tables beside them that the rest of the statement names: every other costs planning. */
export function fromRecords(type: SearchedType, rest: string): string {
  const { table, alias, joins } = searchedRecords[type];
  const wanted = new Set<string>(rest.match(/\b[a-z](?=\.)/g));
  for (const join of joins.toReversed()) if (join.after !== undefined && wanted.has(join.alias)) wanted.add(join.after);
  return [`${table} ${alias}`, ...joins.filter((join) => wanted.has(join.alias)).map(({ sql }) => sql)].join(' ');
}
