import { columnRoot, existsFilter, type Filter, type JsonRoot, type JsonRoots, jsonFilters, timeFilter } from '../listing';

/**
 * What the lists of orders have in common, whatever was ordered: creation time, shipment and the json filters over an order `o`.
 * @param ownerColumn the column of a shipment that names such an order
 * @param ownRoots further roots of the json filters
 */
export function orderFilters(ownerColumn: 'order_id' | 'kit_order_id', ownRoots: JsonRoots = {}): readonly Filter[] {
  const shipmentTracking: JsonRoot = (onDocument) =>
    `EXISTS (SELECT FROM shipments s WHERE s.partner_id = o.partner_id AND s.${ownerColumn} = o.id AND ${onDocument('s.tracking')})`;
  const isShipped = shipmentTracking(() => 'TRUE');
  return [
    timeFilter('createdAt', 'o.created_at'),
    existsFilter('shipmentTracking', isShipped),
    ...jsonFilters({
      metadata: columnRoot('o.metadata_document'),
      ...ownRoots,
      shippingAddress: columnRoot('o.shipping_address'),
      shipmentTracking,
    }),
  ];
}
