import { type Clock, type Database, type Identifiers, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { identifierFilter, List, type ListRequest, runList } from '../listing';
import type { Product } from './product';
import { toProductReference } from './product-reference';

/** What the operating side says of a product; its canonical id names it. */
export type ProductContent = Pick<Product, 'name' | 'description' | 'sampleType' | 'active'>;

/** A product as it is read; times as ISO 8601 text. */
export type ProductRow = Omit<Product, 'createdAt'> & { readonly createdAt: string };

/** How one kind of products is stored. */
export interface CatalogueDefinition {
  readonly table: string;
  /** The path before the id in a product's IRI. */
  readonly iri: string;
  /** Columns of this kind alone, by the names of its rows. */
  readonly ownColumns: Readonly<Record<string, string>>;
}

const sharedColumns = {
  id: 'p.id',
  canonicalId: 'p.canonical_id',
  name: 'p.name',
  description: 'p.description',
  sampleType: 'p.sample_type',
  active: 'p.active',
} as const;

const selectProducts =
  (ownColumns: CatalogueDefinition['ownColumns']) =>
  (source: string): string =>
    `SELECT ${Object.entries({ ...sharedColumns, ...ownColumns, createdAt: 'iso_utc(p.created_at)' })
      .map(([name, column]) => `${column} AS "${name}"`)
      .join(', ')} FROM ${source} p`;

/** Products are listed by canonical id, inactive ones too. */
export const productList = <Row extends ProductRow>({ table, iri }: CatalogueDefinition): List<Row> =>
  new List<Row>({
    table,
    alias: 'p',
    filters: [
      identifierFilter('product', {
        iri,
        column: 'p.id',
        second: (values) => `SELECT c.id FROM ${table} c WHERE c.canonical_id = ANY(${values})`,
      }),
    ],
    sortKeys: {
      canonicalId: { column: 'p.canonical_id', type: 'text', of: (row) => row.canonicalId },
      id: { column: 'p.id', type: 'uuid', of: (row) => row.id },
    },
  });

/** One kind of products: what partners order from, and what the operating side maintains. */
export abstract class ProductCatalogue<Content extends ProductContent, Row extends ProductRow> {
  constructor(
    protected readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly definition: CatalogueDefinition,
    private readonly productList: List<Row>,
  ) {}

  list(request: ListRequest<Row>): Promise<Page<Row>> {
    return runList(this.database, this.productList, request, selectProducts(this.definition.ownColumns), null);
  }

  /** @param identifier uuid or canonical id */
  async get(identifier: string): Promise<Row> {
    const reference = toProductReference(identifier, this.definition.iri);
    if (reference === undefined) throw AppError.recordNotFound();
    const [column, value] = 'id' in reference ? ['id', reference.id] : ['canonical_id', reference.canonicalId];
    const select = selectProducts(this.definition.ownColumns);
    const [row] = await this.database.query<Row>(select(`(SELECT * FROM ${this.definition.table} WHERE ${column} = $1)`), [value]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  /** The products that the references name, in their order; undefined where there is none. */
  async resolve(references: readonly string[]): Promise<({ id: string; active: boolean } | undefined)[]> {
    const read = references.map((reference) => toProductReference(reference, this.definition.iri));
    const ids = read.flatMap((reference) => (reference !== undefined && 'id' in reference ? [reference.id] : []));
    const canonicalIds = read.flatMap((reference) =>
      reference !== undefined && 'canonicalId' in reference ? [reference.canonicalId] : [],
    );
    const products = await this.database.query<{ id: string; canonicalId: string; active: boolean }>(
      `SELECT id, canonical_id AS "canonicalId", active FROM ${this.definition.table}
        WHERE id = ANY($1::uuid[]) OR canonical_id = ANY($2::text[])`,
      [ids, canonicalIds],
    );
    return read.map((reference) => {
      if (reference === undefined) return undefined;
      return products.find((product) => ('id' in reference ? product.id === reference.id : product.canonicalId === reference.canonicalId));
    });
  }

  /** Makes the product or replaces what it says. */
  async put(canonicalId: string, content: Content): Promise<{ product: Row; isNew: boolean }> {
    const columns: Readonly<Record<string, unknown>> = {
      name: JSON.stringify(content.name),
      description: content.description === null ? null : JSON.stringify(content.description),
      sample_type: content.sampleType,
      active: content.active,
      ...this.ownValues(content),
    };
    const names = Object.keys(columns);
    const [row] = await this.database.query<{ isNew: boolean }>(
      `INSERT INTO ${this.definition.table} (id, canonical_id, created_at, ${names.join(', ')})
       VALUES ($1, $2, $3, ${names.map((_, index) => `$${index + 4}`).join(', ')})
       ON CONFLICT (canonical_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
       RETURNING (xmax = 0) AS "isNew"`,
      [this.identifiers.next(), canonicalId, this.clock.now(), ...Object.values(columns)],
    );
    return { product: await this.get(canonicalId), isNew: row!.isNew };
  }

  /** The values of the columns of this kind alone, by column. */
  protected abstract ownValues(content: Content): Readonly<Record<string, unknown>>;
}
