import { Clock, Database, Identifiers } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import type { PlacementGap, ProductCandidates } from '../service-requests/order-wish';
import type { DiagnosticProduct } from './diagnostic-product.entity';
import { type CatalogueDefinition, ProductCatalogue, type ProductContent, productList, type ProductRow } from './product-catalogue';

export type DiagnosticProductContent = ProductContent & Pick<DiagnosticProduct, 'loincNums'>;
export type DiagnosticProductRow = ProductRow & Pick<DiagnosticProduct, 'loincNums'>;

export const diagnosticProductIri = '/v1/diagnostic_products/';

const definition: CatalogueDefinition = {
  table: 'diagnostic_products',
  iri: diagnosticProductIri,
  ownColumns: { loincNums: 'p.loinc_nums' },
};

export const diagnosticProductList = productList<DiagnosticProductRow>(definition);

@Injectable()
export class DiagnosticProductsService extends ProductCatalogue<DiagnosticProductContent, DiagnosticProductRow> {
  constructor(database: Database, clock: Clock, identifiers: Identifiers) {
    super(database, clock, identifiers, definition, diagnosticProductList);
  }

  /**
   * The product that a request means: the first that is named, or the only active one of a LOINC code. `gap` says why there is none
   * that can be ordered.
   */
  async findOrderable({ references, loincNums }: ProductCandidates): Promise<{ readonly id: string } | { readonly gap: PlacementGap }> {
    const named = (await this.resolve(references)).find((product) => product !== undefined);
    if (named !== undefined) return named.active ? { id: named.id } : { gap: 'product_inactive' };
    const fitting = await this.database.query<{ id: string }>(
      'SELECT DISTINCT p.id FROM diagnostic_products p WHERE p.active AND p.loinc_nums && $1::text[] LIMIT 2',
      [loincNums],
    );
    return fitting.length === 1 ? fitting[0]! : { gap: 'product' };
  }

  protected override ownValues({ loincNums }: DiagnosticProductContent) {
    return { loinc_nums: loincNums };
  }
}
