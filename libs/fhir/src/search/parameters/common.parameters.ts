import type { Condition, SearchedType } from '@gateway/core';
import { isUuid } from '@gateway/kernel';
import { always, never } from '../conditions';
import { momentParameter } from '../kinds/date-parameter';
import { storedCode, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';

const integerId = /^[1-9]\d{0,17}$/;

/** Ids of the type as PostgreSQL takes them; what cannot be one is passed over. */
export const idsOfType = (type: SearchedType, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => (type === 'ServiceRequest' ? integerId.test(id) : isUuid(id) && id === id.toLowerCase()));

const castOf = (type: SearchedType): string => (type === 'ServiceRequest' ? 'bigint[]' : 'uuid[]');

/** A column that holds an id of the type is one of these. */
export const isOneOf =
  (column: string, type: SearchedType, ids: readonly string[]) =>
  (bind: (value: unknown) => string): string => {
    const known = idsOfType(type, ids);
    return known.length === 0 ? 'FALSE' : `${column} = ANY(${bind(known)}::${castOf(type)})`;
  };

/**
 * The product `p` of the record's test is one for which it holds. First it is asked, once, whether any test has such a product: where none
 * has, no record is looked at.
 */
export const ofProduct =
  (condition: (alias: string) => Condition): Condition =>
  (bind, partner) =>
    `(EXISTS (SELECT FROM diagnostic_products x WHERE ${condition('x')(bind, partner)}
                AND EXISTS (SELECT FROM diagnostic_tests y WHERE y.partner_id = ${partner} AND y.product_id = x.id))
      AND ${condition('p')(bind, partner)})`;

/** Results have no identifier but the id in our own interface. @param collection the interface's */
export const ownIdentifier = (type: SearchedType, alias: string, collection: string): SearchParameter =>
  tokenParameter({
    name: 'identifier',
    presence: always,
    match: storedCode(
      ({ baseUrl }) => `${baseUrl}/v1/${collection}`,
      (id) => isOneOf(`${alias}.id`, type, [id]),
      always,
    ),
  });

/** `_id` and `_lastUpdated`; every type has them. Both are served by an index. */
export const commonParameters = (type: SearchedType, alias: string, lastUpdated: string): readonly SearchParameter[] => [
  tokenParameter({
    name: '_id',
    presence: always,
    match: (tokens) => {
      const ids = tokens.flatMap(({ system, code }) => ((system === undefined || system === '') && code !== undefined ? [code] : []));
      return ids.length === 0 ? never : isOneOf(`${alias}.id`, type, ids);
    },
  }),
  momentParameter({ name: '_lastUpdated', presence: always }, lastUpdated),
];
