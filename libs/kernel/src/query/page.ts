import { encodeQuery, type QueryPair } from './query-string';

export type PagePosition = { readonly page: number } | { readonly cursor: string };

type Relation = 'first' | 'prev' | 'next' | 'last';

export type PagePositions = { readonly first: PagePosition } & Readonly<Partial<Record<Exclude<Relation, 'first'>, PagePosition>>>;

/** One page of a collection, with where its neighbours are. */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly positions: PagePositions,
    /** Known only when the client asked for it. */
    readonly total?: number,
  ) {}

  map<U>(change: (item: T) => U): Page<U> {
    return new Page(this.items.map(change), this.positions, this.total);
  }
}

const relations: readonly Relation[] = ['first', 'prev', 'next', 'last'];

/** Longer headers are more than many clients accept together with the rest (16 KiB). */
const maximumLength = 8 * 1024;

/**
 * The `Link` header (RFC 8288) of a page that was asked for at `path` with `query`. Each link repeats the query; where that would
 * make the header too long, only the next page is named.
 */
export function linkHeader(positions: PagePositions, path: string, query: readonly QueryPair[]): string {
  const kept = query.filter(({ name }) => name !== 'page' && name !== 'cursor');
  const linkTo = (relation: Relation): readonly string[] => {
    const position = positions[relation];
    if (position === undefined) return [];
    const [name, value] = 'page' in position ? ['page', String(position.page)] : ['cursor', position.cursor];
    return [`<${path}?${encodeQuery([...kept, { name, value }])}>; rel="${relation}"`];
  };
  const header = relations.flatMap(linkTo).join(', ');
  return header.length <= maximumLength ? header : linkTo('next').join('');
}
