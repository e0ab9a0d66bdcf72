import { Clock, Database, Identifiers } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import {
  type CatalogueDefinition,
  ProductCatalogue,
  type ProductContent,
  productList,
  type ProductRow,
} from '../products/product-catalogue';

export const kitProductIri = '/sck/v1/products/';

const definition: CatalogueDefinition = { table: 'kit_products', iri: kitProductIri, ownColumns: {} };

export const kitProductList = productList<ProductRow>(definition);

@Injectable()
export class KitProductsService extends ProductCatalogue<ProductContent, ProductRow> {
  constructor(database: Database, clock: Clock, identifiers: Identifiers) {
    super(database, clock, identifiers, definition, kitProductList);
  }

  protected override ownValues() {
    return {};
  }
}
