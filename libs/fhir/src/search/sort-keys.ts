import type { SearchedType, SearchSort } from '@gateway/core';

type SortKey = Pick<SearchSort, 'expression' | 'type'>;

/** Where nothing is known, records come first. */
const earliest = `'0001-01-01T00:00:00Z'::timestamptz`;

const moment = (expression: string): SortKey => ({ expression, type: 'time' });
const momentOrNull = (expression: string): SortKey => moment(`coalesce(${expression}, ${earliest})`);
const text = (expression: string): SortKey => ({ expression, type: 'text' });

/** By the wall clock, which needs no time zone to be put in order. */
const wall = (specimen: string): string =>
  `(${specimen}.collection_date + coalesce(${specimen}.collection_time, time '00:00')) AT TIME ZONE 'UTC'`;

const collected = momentOrNull(`(SELECT ${wall('c')} FROM specimens c
  WHERE c.partner_id = t.partner_id AND c.test_id = t.id AND c.collection_date IS NOT NULL ORDER BY c.created_at DESC, c.id DESC LIMIT 1)`);

/** Names for `_sort`; each is a parameter of the type. */
export const sortKeys: Readonly<Record<SearchedType, Readonly<Record<string, SortKey>>>> = {
  ServiceRequest: {
    _id: { expression: 'q.id', type: 'integer' },
    _lastUpdated: moment('q.updated_at'),
    authored: momentOrNull('lower(q.authored)'),
    occurrence: momentOrNull('lower(q.occurrence)'),
    status: text('q.status'),
  },
  DiagnosticReport: {
    _id: { expression: 'r.id', type: 'uuid' },
    _lastUpdated: moment('r.created_at'),
    date: collected,
    issued: moment('r.created_at'),
    status: text('r.state'),
  },
  Observation: {
    _id: { expression: 'o.id', type: 'uuid' },
    _lastUpdated: moment('o.created_at'),
    code: text('o.loinc_num'),
    date: collected,
    status: text('r.state'),
  },
  Patient: {
    _id: { expression: 't.id', type: 'uuid' },
    _lastUpdated: moment('t.patient_updated_at'),
    birthdate: momentOrNull(`t.patient_date_of_birth::timestamp AT TIME ZONE 'UTC'`),
    family: text(`search_folded(coalesce(t.patient_last_name, ''))`),
    given: text(`search_folded(coalesce(t.patient_first_name, ''))`),
  },
  Specimen: {
    _id: { expression: 's.id', type: 'uuid' },
    _lastUpdated: moment('greatest(s.updated_at, t.lab_intake_at)'),
    collected: momentOrNull(wall('s')),
  },
};

const byId = (type: SearchedType, descending: boolean): SearchSort => ({ name: '_id', descending, ...sortKeys[type]['_id']! });

/** The order that the names, each with a minus for descending, ask for; it always ends in the id. */
export function toSorts(type: SearchedType, names: readonly string[]): readonly SearchSort[] {
  const sorts = names.map((given): SearchSort => {
    const name = given.replace(/^-/, '');
    return { name, descending: given.startsWith('-'), ...sortKeys[type][name]! };
  });
  return sorts.some(({ name }) => name === '_id') ? sorts : [...sorts, byId(type, sorts.at(-1)?.descending ?? false)];
}
