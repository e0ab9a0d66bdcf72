import { identifierFilter, List } from '../listing';
import { diagnosticProductIri } from '../products/diagnostic-products.service';
import type { TrackingRow } from '../shipments/shipment.entity';
import type { Address } from './address';
import type { Metadata } from './metadata';
import { orderFilters } from './order-filters';

/** An order with everything that a partner reads of it; times as ISO 8601 text. */
export interface OrderRow {
  readonly id: string;
  readonly createdAt: string;
  readonly shippedAt: string | null;
  readonly shippingAddress: Address;
  readonly metadata: Metadata | null;
  readonly tracking: TrackingRow | null;
  readonly testIds: readonly string[];
}

export const selectOrders = (source: string): string =>
  `SELECT o.id, iso_utc(o.created_at) AS "createdAt", iso_utc(o.shipped_at) AS "shippedAt",
          o.shipping_address AS "shippingAddress", o.metadata::json AS metadata, s.tracking,
          ARRAY(SELECT t.id FROM diagnostic_tests t
                 WHERE t.partner_id = o.partner_id AND t.order_id = o.id ORDER BY t.position) AS "testIds"
     FROM ${source} o
     LEFT JOIN shipments s ON s.partner_id = o.partner_id AND s.order_id = o.id`;

const testOfOrder = (condition: string): string =>
  `EXISTS (SELECT FROM diagnostic_tests t WHERE t.partner_id = o.partner_id AND t.order_id = o.id AND ${condition})`;

export const orderList = new List<OrderRow>({
  table: 'diagnostic_orders',
  alias: 'o',
  filters: [
    ...orderFilters('order_id'),
    identifierFilter('order', { iri: '/v1/diagnostic_orders/', column: 'o.id' }),
    identifierFilter('diagnosticTest', { iri: '/v1/diagnostic_tests/', column: 't.id', within: testOfOrder }),
    identifierFilter('product', {
      iri: diagnosticProductIri,
      column: 't.product_id',
      within: testOfOrder,
      second: (values) => `SELECT p.id FROM diagnostic_products p WHERE p.canonical_id = ANY(${values})`,
    }),
  ],
  sortKeys: {
    createdAt: { column: 'o.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'o.id', type: 'uuid', of: (row) => row.id },
  },
});
