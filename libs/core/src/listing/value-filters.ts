import { badValue, isUuid, type QueryPair, readMoment } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { type Condition, type Filter, hasIdOf, selective, singleValueFilter } from './filter';

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** `name[gt]`, `name[gte]`, `name[lt]`, `name[lte]`: compares a time. */
export const timeFilter = (name: string, column: string): Filter =>
  singleValueFilter(
    Object.keys(comparisons).map((operator) => ({
      name: `${name}[${operator}]`,
      description: `${name} ${comparisons[operator as keyof typeof comparisons]} the given date-time with offset, or date (midnight UTC).`,
      schema: { type: 'string', examples: ['2026-01-31T09:30:00Z'] },
    })),
    (pair) => {
      const operator = comparisons[pair.name.slice(name.length + 1, -1) as keyof typeof comparisons];
      const moment = readMoment(pair);
      return (bind) => `${column} ${operator} ${bind(moment)}::timestamptz`;
    },
  );

export function readFlag(pair: QueryPair): boolean {
  if (pair.value === 'true' || pair.value === '1') return true;
  if (pair.value === 'false' || pair.value === '0') return false;
  throw badValue(pair, 'true, false, 1, 0');
}

/** `exists[name]`: whether the record has a value. `presence` is an SQL condition. */
export const existsFilter = (name: string, presence: string): Filter =>
  singleValueFilter(
    [
      {
        name: `exists[${name}]`,
        description: `Whether ${name} has a value.`,
        schema: { type: 'string', enum: ['true', 'false', '1', '0'] },
      },
    ],
    (pair) => {
      const exists = readFlag(pair);
      return () => (exists ? `(${presence})` : `NOT (${presence})`);
    },
  );

/** More values of one parameter than this are refused. */
const maximumValues = 500;

const manyValuesFilter = (
  name: string,
  description: string,
  toCondition: (values: readonly string[]) => ReturnType<Filter['read']>[number],
): Filter => ({
  parameters: [{ name: `${name}[]`, description, schema: { type: 'array', items: { type: 'string' } } }],
  knows: (given) => given === `${name}[]`,
  read: (pairs) => {
    if (pairs.length === 0) return [];
    if (pairs.length > maximumValues) {
      throw new AppError('query_too_many_values', { parameters: { name: `${name}[]`, max: maximumValues } });
    }
    return [toCondition(pairs.map((pair) => pair.value))];
  },
});

export interface IdentifierColumns {
  /** The path before the id in the record's IRI, such as `/v1/test_results/`. */
  readonly iri: string;
  /** Column of the record's id. */
  readonly column: string;
  /** SELECT of the ids that a second identifier (canonical id, kit code) stands for, where the record has one; of an SQL text array. */
  readonly second?: (values: string, partner: string) => string;
  /** Any number of the list's rows may have the same one. */
  readonly isCommon?: boolean;
  /** Puts the condition where the record is found, when it is not the list's own row. */
  readonly within?: (condition: string) => string;
}

/** `name[]`: by identifier or IRI, or by canonical identifier where there is one. What fits no record matches nothing. */
export const identifierFilter = (
  name: string,
  { iri, column, second, isCommon = second !== undefined, within = (condition) => condition }: IdentifierColumns,
): Filter =>
  manyValuesFilter(
    name,
    `By identifier or IRI${second === undefined ? '' : ' or canonical identifier'}; several are alternatives.`,
    (values) => {
      const identifiers = values.map((value) => (value.startsWith(iri) ? value.slice(iri.length) : value));
      const ids = identifiers.filter(isUuid);
      const condition: Condition = (bind, partner) => {
        const given = bind(ids);
        if (second === undefined) return within(hasIdOf(column, given, 'uuid'));
        // One set of ids, found once: an OR of two conditions would keep the column's index from being used.
        const named = second(`${bind(identifiers)}::text[]`, partner);
        return within(`${column} = ANY(ARRAY(SELECT unnest(${given}::uuid[]) UNION ALL ${named}))`);
      };
      return isCommon ? condition : selective(condition);
    },
  );

/** `name[]`: by exact text; several are alternatives. `condition` gets an SQL text array. */
export const textFilter = (name: string, condition: (values: string) => string): Filter =>
  manyValuesFilter(name, `By exact ${name}; several are alternatives.`, (values) => (bind) => condition(`${bind(values)}::text[]`));
