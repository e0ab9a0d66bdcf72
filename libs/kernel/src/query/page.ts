import { encodeQuery, type QueryPair } from './query-string';

export type PagePosition = { readonly page: number } | { readonly cursor: string };

type Relation = 'first' | 'prev' | 'next' | 'last';

export type PagePositions = { readonly first: PagePosition } & { readonly [R in Exclude<Relation, 'first'>]?: PagePosition | undefined };

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

/** The `Link` header (RFC 8288) of a page that was asked for at `path` with `query`. */
export function linkHeader(positions: PagePositions, path: string, query: readonly QueryPair[]): string {
  const kept = query.filter(({ name }) => name !== 'page' && name !== 'cursor');
  return relations
    .flatMap((relation) => {
      const position = positions[relation];
      if (position === undefined) return [];
      const [name, value] = 'page' in position ? ['page', String(position.page)] : ['cursor', position.cursor];
      return [`<${path}?${encodeQuery([...kept, { name: name!, value: value! }])}>; rel="${relation}"`];
    })
    .join(', ');
}
