import { columnRoot, identifierFilter, List } from '../listing';
import type { Address } from '../orders/address';
import type { Metadata } from '../orders/metadata';
import { orderFilters } from '../orders/order-filters';
import type { TrackingRow } from '../shipments/shipment.entity';
import type { Contact } from './contact';
import type { KitOrderStatus } from './kit-order.entity';
import { kitProductIri } from './kit-products.service';
import { kitIri, kitOrderIri, kitsByCode } from './kits.queries';

/** An order of kits with everything that a partner reads of it; times as ISO 8601 text. */
export interface KitOrderRow {
  readonly id: string;
  readonly kitIds: readonly string[];
  readonly contact: Contact;
  readonly shippingAddress: Address;
  readonly metadata: Metadata | null;
  readonly status: KitOrderStatus;
  readonly createdAt: string;
  readonly shippedAt: string | null;
  readonly tracking: TrackingRow | null;
}

export const selectKitOrders = (source: string): string =>
  `SELECT o.id, o.contact, o.shipping_address AS "shippingAddress", o.metadata::json AS metadata, o.status,
          iso_utc(o.created_at) AS "createdAt", iso_utc(o.shipped_at) AS "shippedAt", s.tracking,
          ARRAY(SELECT k.id FROM kits k
                 WHERE k.partner_id = o.partner_id AND k.order_id = o.id ORDER BY k.position) AS "kitIds"
     FROM ${source} o
     LEFT JOIN shipments s ON s.partner_id = o.partner_id AND s.kit_order_id = o.id`;

const kitOfOrder = (condition: string): string =>
  `EXISTS (SELECT FROM kits k WHERE k.partner_id = o.partner_id AND k.order_id = o.id AND ${condition})`;

export const kitOrderList = new List<KitOrderRow>({
  table: 'kit_orders',
  alias: 'o',
  filters: [
    ...orderFilters('kit_order_id', { contact: columnRoot('o.contact') }),
    identifierFilter('kit', {
      iri: kitIri,
      column: 'k.id',
      within: kitOfOrder,
      second: kitsByCode,
    }),
    identifierFilter('order', { iri: kitOrderIri, column: 'o.id' }),
    identifierFilter('product', {
      iri: kitProductIri,
      column: 'k.product_id',
      within: kitOfOrder,
      second: (values) => `SELECT p.id FROM kit_products p WHERE p.canonical_id = ANY(${values})`,
    }),
  ],
  sortKeys: {
    createdAt: { column: 'o.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'o.id', type: 'uuid', of: (row) => row.id },
  },
});
