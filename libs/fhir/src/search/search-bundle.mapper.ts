import { encodeQuery, type JsonObject, type QueryPair } from '@gateway/kernel';
import type { OperationOutcome } from '../operation-outcome';
import { cursorParameter, type SearchRequest } from './search-request';

/** What a search has found. */
export interface SearchResult {
  readonly matches: readonly JsonObject[];
  readonly included: readonly JsonObject[];
  readonly total: number | undefined;
  /** Cursors of the pages beside this one. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** What the client has to be told about the search itself, and a name for it in the Bundle. */
  readonly outcome: { readonly fullUrl: string; readonly resource: OperationOutcome } | undefined;
}

/** The same search, at another place. */
function linkTo(address: string, { honoured }: SearchRequest, cursor?: string): string {
  const kept: readonly QueryPair[] = cursor === undefined ? honoured : honoured.filter(({ name }) => name !== cursorParameter);
  const query = encodeQuery(cursor === undefined ? kept : [...kept, { name: cursorParameter, value: cursor }]);
  return query === '' ? address : `${address}?${query}`;
}

const toEntry = (base: string, resource: JsonObject, mode: 'match' | 'include'): JsonObject => ({
  fullUrl: `${base}/${String(resource['resourceType'])}/${String(resource['id'])}`,
  resource,
  search: { mode },
});

/** Bundle of the type searchset (https://hl7.org/fhir/R5/bundle.html#searchset). @param base address of the release, without a slash */
export function toSearchBundle(result: SearchResult, request: SearchRequest, base: string): JsonObject {
  const address = `${base}/${request.type}`;
  const { matches, included, total, previous, next, outcome } = result;
  const entry = [
    ...matches.map((resource) => toEntry(base, resource, 'match')),
    ...included.map((resource) => toEntry(base, resource, 'include')),
    ...(outcome === undefined ? [] : [{ ...outcome, search: { mode: 'outcome' } }]),
  ];
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link: [
      { relation: 'self', url: linkTo(address, request) },
      ...(previous === undefined ? [] : [{ relation: 'previous', url: linkTo(address, request, previous) }]),
      ...(next === undefined ? [] : [{ relation: 'next', url: linkTo(address, request, next) }]),
    ],
    ...(entry.length > 0 && { entry }),
  };
}
