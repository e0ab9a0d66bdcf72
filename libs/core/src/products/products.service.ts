import { Clock, Database, Identifiers, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { DiagnosticProduct } from './diagnostic-product.entity';
import { diagnosticProductIri, toProductReference } from './product-reference';
import { diagnosticProductList, type ProductRow, selectDiagnosticProducts } from './products.list';

/** What the operating side says of a product; its canonical id names it. */
export type ProductContent = Pick<DiagnosticProduct, 'name' | 'description' | 'sampleType' | 'loincNums' | 'active'>;

@Injectable()
export class ProductsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
  ) {}

  list(request: ListRequest<ProductRow>): Promise<Page<ProductRow>> {
    return runList(this.database, diagnosticProductList, request, selectDiagnosticProducts, null);
  }

  /** @param identifier uuid or canonical id */
  async get(identifier: string): Promise<ProductRow> {
    const reference = toProductReference(identifier, diagnosticProductIri);
    if (reference === undefined) throw AppError.recordNotFound();
    const [column, value] = 'id' in reference ? ['id', reference.id] : ['canonical_id', reference.canonicalId];
    const [row] = await this.database.query<ProductRow>(selectDiagnosticProducts(`(SELECT * FROM diagnostic_products WHERE ${column} = $1)`), [value]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  /** The products that the references name, in their order; undefined where there is none. */
  async resolve(references: readonly string[]): Promise<(Pick<DiagnosticProduct, 'id' | 'active'> | undefined)[]> {
    const read = references.map((reference) => toProductReference(reference, diagnosticProductIri));
    const ids = read.flatMap((reference) => (reference !== undefined && 'id' in reference ? [reference.id] : []));
    const canonicalIds = read.flatMap((reference) => (reference !== undefined && 'canonicalId' in reference ? [reference.canonicalId] : []));
    const products = await this.database.query<{ id: string; canonicalId: string; active: boolean }>(
      `SELECT id, canonical_id AS "canonicalId", active FROM diagnostic_products
        WHERE id = ANY($1::uuid[]) OR canonical_id = ANY($2::text[])`,
      [ids, canonicalIds],
    );
    return read.map((reference) => {
      if (reference === undefined) return undefined;
      return products.find((product) => ('id' in reference ? product.id === reference.id : product.canonicalId === reference.canonicalId));
    });
  }

  /** Makes the product or replaces what it says. */
  async put(canonicalId: string, content: ProductContent): Promise<{ product: ProductRow; isNew: boolean }> {
    const [row] = await this.database.query<{ isNew: boolean }>(
      `INSERT INTO diagnostic_products (id, canonical_id, name, description, sample_type, loinc_nums, active, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (canonical_id) DO UPDATE SET name = excluded.name, description = excluded.description,
         sample_type = excluded.sample_type, loinc_nums = excluded.loinc_nums, active = excluded.active
       RETURNING (xmax = 0) AS "isNew"`,
      [
        this.identifiers.next(),
        canonicalId,
        JSON.stringify(content.name),
        content.description === null ? null : JSON.stringify(content.description),
        content.sampleType,
        content.loincNums,
        content.active,
        this.clock.now(),
      ],
    );
    return { product: await this.get(canonicalId), isNew: row!.isNew };
  }
}
