import { identifierFilter, List } from '../listing';
import { kitProductIri } from './kit-products.service';

/** A kit as partners read it; times as ISO 8601 text. */
export interface KitRow {
  readonly id: string;
  readonly orderId: string;
  readonly productId: string;
  readonly kitCode: string | null;
  readonly createdAt: string;
}

export const kitIri = '/sck/v1/kits/';
export const kitOrderIri = '/sck/v1/orders/';

export const selectKits = (source: string): string =>
  `SELECT k.id, k.order_id AS "orderId", k.product_id AS "productId", k.kit_code AS "kitCode", iso_utc(k.created_at) AS "createdAt"
     FROM ${source} k`;

/** SELECT of a partner's kits by their codes. */
export const kitsByCode = (codes: string, partner: string): string =>
  `SELECT c.id FROM kits c WHERE c.partner_id = ${partner} AND c.kit_code = ANY(${codes})`;

export const kitList = new List<KitRow>({
  table: 'kits',
  alias: 'k',
  filters: [
    identifierFilter('kit', {
      iri: kitIri,
      column: 'k.id',
      second: kitsByCode,
    }),
    identifierFilter('order', { iri: kitOrderIri, column: 'k.order_id' }),
    identifierFilter('product', {
      iri: kitProductIri,
      column: 'k.product_id',
      second: (values) => `SELECT p.id FROM kit_products p WHERE p.canonical_id = ANY(${values})`,
    }),
  ],
  sortKeys: {
    createdAt: { column: 'k.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'k.id', type: 'uuid', of: (row) => row.id },
  },
});
