import { auditEventList, type AuditEventRow } from '@gateway/audit';
import { type ListRequest, timeRangeOf } from '@gateway/core';
import {
  badValue,
  isUuid,
  type QueryPair,
  type QueryParameter,
  type QueryReader,
  unknownParameter,
  withoutIgnored,
  withOffsetSign,
} from '@gateway/kernel';
import { actionCodes, outcomeCodes } from './audit-codes';

/** A search for AuditEvents (https://hl7.org/fhir/R5/auditevent.html#search), read as a request to the native list. */
export interface AuditSearch {
  readonly request: ListRequest<AuditEventRow>;
  /** As understood, for the links. */
  readonly pairs: readonly QueryPair[];
}

/** Of the place between two events, in links. */
export const cursorParameter = '_cursor';

const text = { type: 'string' } as const;

const parameters: readonly QueryParameter[] = [
  { name: 'date', description: 'When it was recorded, with a prefix: eq, ge, gt, le, lt.', schema: text },
  { name: 'agent', description: 'Who asked: the identifier of a token, or the slug of a partner.', schema: text },
  { name: 'entity', description: 'What was asked for: IRI or address of a record.', schema: text },
  { name: 'action', description: 'C, R, U, D, E.', schema: text },
  { name: 'outcome', description: 'R4B: 0, 4, 8. R5: success, error, fatal.', schema: text },
  { name: '_count', description: 'Size of the page.', schema: { type: 'integer', minimum: 1, maximum: 100, default: 30 } },
  { name: cursorParameter, description: 'From the next link.', schema: text },
];

/** `system|code` or `code`. */
const codeIn = (value: string): string => value.slice(value.lastIndexOf('|') + 1);

const wordsOf = ({ value }: QueryPair): readonly string[] => value.split(',');

const pairsOf = (name: string, values: readonly string[]): readonly QueryPair[] => values.map((value): QueryPair => ({ name, value }));

/** The names of those entries of a table whose code was asked for; several may share one. */
function namesIn<Name extends string>(pair: QueryPair, table: Readonly<Record<Name, readonly string[]>>): readonly Name[] {
  const names = Object.keys(table) as Name[];
  return wordsOf(pair).flatMap((word) => {
    const found = names.filter((name) => table[name].includes(codeIn(word)));
    if (found.length === 0) throw badValue(pair, [...new Set(names.flatMap((name) => table[name]))].join(', '));
    return found;
  });
}

const mapValues = <Name extends string, From, To>(table: Readonly<Record<Name, From>>, change: (from: From) => To): Record<Name, To> =>
  Object.fromEntries(Object.entries<From>(table).map(([name, from]) => [name, change(from)])) as Record<Name, To>;

const actions = mapValues(actionCodes, ({ action }): readonly string[] => [action]);
const outcomes = mapValues(outcomeCodes, ({ r4b, r5 }): readonly string[] => [r4b, r5.code]);

/** The bounds that a prefix sets, of the range from `low` up to but not including `high`. */
const bounds: Readonly<Record<string, (low: string, high: string) => readonly (readonly [string, string])[]>> = {
  eq: (low, high) => [
    ['gte', low],
    ['lt', high],
  ],
  ge: (low) => [['gte', low]],
  gt: (_, high) => [['gte', high]],
  le: (_, high) => [['lt', high]],
  lt: (low) => [['lt', low]],
};

function datePairs(pair: QueryPair): readonly QueryPair[] {
  const [, prefix = 'eq', value = ''] = /^(eq|ge|gt|le|lt)?(.*)$/s.exec(withOffsetSign(pair.value)) ?? [];
  const { low, high } = timeRangeOf(value, 'UTC') ?? {};
  if (typeof low !== 'string' || typeof high !== 'string') throw badValue(pair, '[eq|ge|gt|le|lt]YYYY[-MM[-DD[Thh:mm[:ss[.sss]]Z]]]');
  return bounds[prefix]!(low, high).map(([operator, value]): QueryPair => ({ name: `recordedAt[${operator}]`, value }));
}

const [since, until] = ['recordedAt[gte]', 'recordedAt[lt]'];

/** Several dates hold together: the latest beginning and the earliest end count. All are written in UTC, to the millisecond. */
function narrowed(pairs: readonly QueryPair[]): readonly QueryPair[] {
  const valuesOf = (bound: string): readonly string[] =>
    pairs
      .filter(({ name }) => name === bound)
      .map(({ value }) => value)
      .sort();
  const limits = [
    { name: since, value: valuesOf(since).at(-1) },
    { name: until, value: valuesOf(until).at(0) },
  ];
  return [
    ...pairs.filter(({ name }) => name !== since && name !== until),
    ...limits.filter((pair): pair is QueryPair => pair.value !== undefined),
  ];
}

const agentPairs = (pair: QueryPair): readonly QueryPair[] =>
  wordsOf(pair).map((word): QueryPair => {
    const value = codeIn(word).replace(/^(?:Device|Organization)\//, '');
    return { name: isUuid(value) ? 'token[]' : 'partner[]', value };
  });

/** The IRIs that an address can mean: the service may be below a path of its host. */
function irisOf(word: string): readonly string[] {
  const [, path = word] = /^https?:\/\/[^/]+(\/.*)$/.exec(word) ?? [];
  if (path === word) return [word];
  const segments = path.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(index).join('/')}`);
}

const translations: Readonly<Record<string, (pair: QueryPair) => readonly QueryPair[]>> = {
  date: datePairs,
  agent: agentPairs,
  entity: (pair) => pairsOf('record[]', wordsOf(pair).flatMap(irisOf)),
  action: (pair) => pairsOf('action[]', namesIn(pair, actions)),
  outcome: (pair) => pairsOf('outcome[]', namesIn(pair, outcomes)),
  _count: ({ value }) => [{ name: 'itemsPerPage', value }],
  [cursorParameter]: ({ value }) => [{ name: 'cursor', value }],
};

/** The newest first. */
const order: QueryPair = { name: 'sort[recordedAt]', value: 'desc' };

export const auditSearch: QueryReader<AuditSearch> = {
  parameters,
  read(given, context) {
    const pairs = withoutIgnored(given);
    const native = pairs.flatMap((pair) => {
      const translate = Object.hasOwn(translations, pair.name) ? translations[pair.name] : undefined;
      if (translate === undefined) throw unknownParameter(pair.name, parameters);
      return translate(pair);
    });
    const isPaged = native.some(({ name }) => name === 'cursor');
    const position = isPaged ? [] : [{ name: 'cursor', value: '' }];
    return { request: auditEventList.read([...narrowed(native), order, ...position], { ...context, countsExactly: false }), pairs };
  },
};
