import type { SearchedType, SearchSort } from '@gateway/core';
import { birthKey, collectedKey, orEarliest, specimenKey } from './wall-keys';

type SortKey = Pick<SearchSort, 'expression' | 'type'>;

const moment = (expression: string): SortKey => ({ expression, type: 'time' });
const momentOrNull = (expression: string): SortKey => moment(orEarliest(expression));
const text = (expression: string): SortKey => ({ expression, type: 'text' });

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
    date: moment(collectedKey('r').expression),
    issued: moment('r.created_at'),
    status: text('r.state'),
  },
  Observation: {
    _id: { expression: 'o.id', type: 'uuid' },
    _lastUpdated: moment('o.created_at'),
    code: text('o.loinc_num'),
    date: moment(collectedKey('o').expression),
    status: text('r.state'),
  },
  Patient: {
    _id: { expression: 't.id', type: 'uuid' },
    _lastUpdated: moment('t.patient_updated_at'),
    birthdate: moment(birthKey.expression),
    family: text('search_key(t.patient_last_name)'),
    given: text('search_key(t.patient_first_name)'),
  },
  Specimen: {
    _id: { expression: 's.id', type: 'uuid' },
    _lastUpdated: moment('greatest(s.updated_at, t.lab_intake_at)'),
    collected: moment(specimenKey.expression),
  },
};

const byId = (type: SearchedType, descending: boolean): SearchSort => ({ name: '_id', descending, ...sortKeys[type]['_id']! });

/**
 * Moments whose index holds the matches in order. By id, which grows with time as these do, a search for the latest would pass over all
 * that came before.
 */
const searchedInOrder: Readonly<Partial<Record<SearchedType, string>>> = {
  DiagnosticReport: 'date',
  Observation: 'date',
  Specimen: 'collected',
};

/** Without `_sort` the server chooses: the order of the moment that is searched by, or none but that of the ids. */
export const unsortedBy = (type: SearchedType, searched: readonly string[]): readonly string[] =>
  [...new Set(searched)].filter((name) => name === searchedInOrder[type]);

/** The order that the names, each with a minus for descending, ask for; it always ends in the id. */
export function toSorts(type: SearchedType, names: readonly string[]): readonly SearchSort[] {
  const sorts = names.map((given): SearchSort => {
    const name = given.replace(/^-/, '');
    return { name, descending: given.startsWith('-'), ...sortKeys[type][name]! };
  });
  return sorts.some(({ name }) => name === '_id') ? sorts : [...sorts, byId(type, sorts.at(-1)?.descending ?? false)];
}
