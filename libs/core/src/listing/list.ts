import {
  badValue,
  type QueryContext,
  type QueryPair,
  type QueryParameter,
  type QueryReader,
  repeatedParameter,
  unknownParameter,
  withoutIgnored,
} from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { type Cursor, decodeCursor } from './cursor';
import type { Condition, Filter } from './filter';
import { readSorts, type Sort, type SortKeys } from './sort';

/** A collection that can be filtered, sorted and paged. */
export interface ListDefinition<Row> {
  /** Table of the list, with the alias that its filters and keys use. */
  readonly table: string;
  readonly alias: string;
  readonly filters: readonly Filter[];
  /** The first is the default order; every order ends in id. */
  readonly sortKeys: SortKeys<Row>;
}

/** What a client asks of a list. */
export interface ListRequest<Row> {
  readonly conditions: readonly Condition[];
  readonly sorts: readonly Sort<Row>[];
  readonly size: number;
  readonly position: { readonly page: number } | { readonly cursor: Cursor };
  readonly countsExactly: boolean;
}

const defaultSize = 30;
const maximumSize = 100;
/** Far past the end of every list, and still an offset that PostgreSQL takes. */
const maximumPage = 10 ** 15 - 1;

const pagingParameters: readonly QueryParameter[] = [
  { name: 'page', description: 'Number of the page, from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  {
    name: 'cursor',
    description: 'Pages by key instead of by number: begin with an empty value, then follow the next link.',
    schema: { type: 'string' },
  },
  {
    name: 'itemsPerPage',
    description: 'Size of the page.',
    schema: { type: 'integer', minimum: 1, maximum: maximumSize, default: defaultSize },
  },
];

function readInteger(pair: QueryPair | undefined, fallback: number, maximum: number): number {
  if (pair === undefined) return fallback;
  const value = /^\d{1,15}$/.test(pair.value) ? Number(pair.value) : 0;
  if (value < 1 || value > maximum) throw badValue(pair, `1..${maximum}`);
  return value;
}

const sortParameter = (name: string): QueryParameter => ({
  name: `sort[${name}]`,
  description: `Sorts by ${name}; several sorts apply in the order written.`,
  schema: { type: 'string', enum: ['asc', 'desc', 'ASC', 'DESC'] },
});

/** A list with the reader of its query parameters. */
export class List<Row> implements QueryReader<ListRequest<Row>> {
  readonly parameters: readonly QueryParameter[];
  private readonly sortNames: readonly string[];

  constructor(readonly definition: ListDefinition<Row>) {
    const sorts = Object.keys(definition.sortKeys).map(sortParameter);
    this.sortNames = sorts.map((parameter) => parameter.name);
    this.parameters = [...pagingParameters, ...definition.filters.flatMap((filter) => filter.parameters), ...sorts];
  }

  read(given: readonly QueryPair[], { countsExactly }: QueryContext): ListRequest<Row> {
    const pairs = withoutIgnored(given);
    this.assertKnown(pairs);
    const find = (name: string): QueryPair | undefined => pairs.find((pair) => pair.name === name);
    const [page, cursor] = [find('page'), find('cursor')];
    if (page !== undefined && cursor !== undefined) throw new AppError('query_page_and_cursor');
    const sorts = readSorts(
      pairs.filter((pair) => this.sortNames.includes(pair.name)),
      this.definition.sortKeys,
    );
    return {
      conditions: this.definition.filters.flatMap((filter) => filter.read(pairs.filter((pair) => filter.knows(pair.name)))),
      sorts,
      size: readInteger(find('itemsPerPage'), defaultSize, maximumSize),
      position: cursor === undefined ? { page: readInteger(page, 1, maximumPage) } : { cursor: decodeCursor(cursor.value, sorts) },
      countsExactly,
    };
  }

  private assertKnown(pairs: readonly QueryPair[]): void {
    const names = new Set<string>();
    for (const { name } of pairs) {
      const known =
        pagingParameters.some((parameter) => parameter.name === name) ||
        this.sortNames.includes(name) ||
        this.definition.filters.some((filter) => filter.knows(name));
      if (!known) throw unknownParameter(name, this.parameters);
      if (names.has(name) && !name.endsWith('[]')) throw repeatedParameter(name);
      names.add(name);
    }
  }
}
