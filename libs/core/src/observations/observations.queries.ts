import { existsFilter, identifierFilter, List, timeFilter } from '../listing';
import type { ReferenceRange } from './reference-range';

export interface ObservationRow {
  readonly id: string;
  readonly resultId: string;
  readonly loincNum: string;
  readonly value: string;
  readonly unit: string | null;
  readonly referenceRange: ReferenceRange | null;
  readonly interpretation: string | null;
  readonly labNotes: readonly string[] | null;
  readonly createdAt: string;
}

/** The columns of an observation `o`, with the names of `ObservationRow`. */
const columns = {
  id: 'o.id',
  resultId: 'o.result_id',
  loincNum: 'o.loinc_num',
  value: 'o.value',
  unit: 'o.unit',
  referenceRange: 'o.reference_range::json',
  interpretation: 'o.interpretation',
  labNotes: 'o.lab_notes',
  createdAt: 'iso_utc(o.created_at)',
} as const satisfies Record<keyof ObservationRow, string>;

/** One JSON object for an observation `o`. */
export const observationObject = `json_build_object(${Object.entries(columns)
  .map(([name, column]) => `'${name}', ${column}`)
  .join(', ')})`;

export const selectObservations = (source: string): string =>
  `SELECT ${Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(', ')} FROM ${source} o`;

export const observationList = new List<ObservationRow>({
  table: 'observations',
  alias: 'o',
  filters: [
    timeFilter('createdAt', 'o.created_at'),
    existsFilter('interpretation', 'o.interpretation IS NOT NULL'),
    existsFilter('unit', 'o.unit IS NOT NULL'),
    identifierFilter('observation', { iri: '/v1/observations/', column: 'o.id' }),
    identifierFilter('testResult', { iri: '/v1/test_results/', column: 'o.result_id' }),
  ],
  sortKeys: {
    createdAt: { column: 'o.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'o.id', type: 'uuid', of: (row) => row.id },
    loincNum: { column: 'o.loinc_num', type: 'text', of: (row) => row.loincNum },
  },
});
