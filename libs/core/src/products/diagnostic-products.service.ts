import { Clock, Database, Identifiers } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
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

  protected override ownValues({ loincNums }: DiagnosticProductContent) {
    return { loinc_nums: loincNums };
  }
}
