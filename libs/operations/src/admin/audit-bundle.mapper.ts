import { encodeQuery, type QueryPair } from '@gateway/kernel';
import { cursorParameter } from './audit-fhir-query';

/** One page of AuditEvents, with the cursors of its neighbours. */
export interface AuditPage {
  readonly resources: readonly object[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Bundle of the type searchset (https://hl7.org/fhir/R5/bundle.html#searchset). @param address of the search, without its query */
export function toAuditBundle({ resources, previous, next }: AuditPage, address: string, pairs: readonly QueryPair[]): object {
  const kept = pairs.filter(({ name }) => name !== cursorParameter);
  const linkTo = (relation: string, query: readonly QueryPair[]) => ({
    relation,
    url: query.length === 0 ? address : `${address}?${encodeQuery(query)}`,
  });
  const page = (relation: string, cursor: string | undefined) =>
    cursor === undefined ? [] : [linkTo(relation, [...kept, { name: cursorParameter, value: cursor }])];
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: [linkTo('self', pairs), ...page('previous', previous), ...page('next', next)],
    ...(resources.length > 0 && {
      entry: resources.map((resource) => ({
        fullUrl: `${address}/${(resource as { id: string }).id}`,
        resource,
        search: { mode: 'match' },
      })),
    }),
  };
}
