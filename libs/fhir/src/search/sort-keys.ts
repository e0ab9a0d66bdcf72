import type { SearchedType, SearchSort } from '@gateway/core';
import { birthKey, collectedKey, orEarliest, specimenKey } from './wall-keys';

type SortKey = Pick<SearchSort, 'expression' | 'type' | 'joined' | 'isPersonal'>;

const moment = (expression: string): SortKey => ({ expression, type: 'time' });
const momentOrNull = (expression: string): SortKey => moment(orEarliest(expression));
const text = (expression: string): SortKey => ({ expression, type: 'text' });

const personal = (key: SortKey): SortKey => ({ ...key, isPersonal: true });

/** A key of the result of an observation. */
const ofResult = { joined: 'r.id IS NOT NULL' } as const;

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
    status: { ...text('r.state'), ...ofResult },
  },
  Patient: {
    _id: { expression: 't.id', type: 'uuid' },
    _lastUpdated: moment('t.patient_updated_at'),
    birthdate: personal(moment(birthKey.expression)),
    family: personal(text('search_key(t.patient_last_name)')),
    given: personal(text('search_key(t.patient_first_name)')),
  },
  Specimen: {
    _id: { expression: 's.id', type: 'uuid' },
    _lastUpdated: moment('s.changed_at'),
    collected: moment(specimenKey.expression),
  },
};

/** What orders records that are alike in a key, before the id: so that an index holds them in this order. */
const then: Readonly<Partial<Record<SearchedType, Readonly<Record<string, { readonly name: string } & SortKey>>>>> = {
  ServiceRequest: { status: { name: '_created', ...moment('q.created_at') } },
  Observation: { status: { name: '_result', expression: 'r.id', type: 'uuid', ...ofResult } },
};

const byId = (type: SearchedType, descending: boolean): SearchSort => ({ name: '_id', descending, ...sortKeys[type]['_id']! });

/**
 * Moments whose index holds the matches in order. By id, which grows with time as these do, a search for the latest would pass over all
 * that came before.
 */
const searchedInOrder: Readonly<Record<SearchedType, readonly string[]>> = {
  ServiceRequest: ['_lastUpdated'],
  DiagnosticReport: ['date', 'issued', '_lastUpdated'],
  Observation: ['date', '_lastUpdated'],
  Patient: ['_lastUpdated'],
  Specimen: ['collected', '_lastUpdated'],
};

/** Without `_sort` the server chooses: the order of a moment that is searched by, or none but that of the ids. */
export const unsortedBy = (type: SearchedType, searched: readonly string[]): readonly string[] =>
  searchedInOrder[type].filter((name) => searched.includes(name)).slice(0, 1);

/** The order that the names, each with a minus for descending, ask for; it always ends in the id. */
export function toSorts(type: SearchedType, names: readonly string[]): readonly SearchSort[] {
  const sorts = names.map((given): SearchSort => {
    const name = given.replace(/^-/, '');
    return { name, descending: given.startsWith('-'), ...sortKeys[type][name]! };
  });
  if (sorts.some(({ name }) => name === '_id')) return sorts;
  const [last] = sorts.slice(-1);
  const descending = last?.descending ?? false;
  const next = last && then[type]?.[last.name];
  return [...sorts, ...(next === undefined ? [] : [{ ...next, descending }]), byId(type, descending)];
}
