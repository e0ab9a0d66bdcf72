import type { Address, Metadata, OrderRow } from '@gateway/core';
import { toAddressAnswer } from './address.mapper';
import { type ShipmentTracking, toShipmentTracking } from './shipment-tracking.mapper';

/** DiagnosticOrder of the interface. */
export interface DiagnosticOrder {
  readonly id: string;
  readonly diagnosticTests: readonly string[];
  readonly createdAt: string;
  readonly shippedAt: string | null;
  readonly shipmentTracking?: ShipmentTracking;
  readonly shippingAddress: Address;
  readonly metadata: Metadata | null;
}

export const toDiagnosticOrder = (row: OrderRow): DiagnosticOrder => ({
  id: row.id,
  diagnosticTests: row.testIds.map((id) => `/v1/diagnostic_tests/${id}`),
  createdAt: row.createdAt,
  shippedAt: row.shippedAt,
  ...(row.tracking !== null && { shipmentTracking: toShipmentTracking(row.tracking) }),
  shippingAddress: toAddressAnswer(row.shippingAddress),
  metadata: row.metadata,
});
