import type { Address, Contact, KitOrderRow, KitOrderStatus, KitRow, Metadata } from '@gateway/core';
import { toAddressAnswer } from './address.mapper';
import { type ShipmentTracking, toShipmentTracking } from './shipment-tracking.mapper';

/** SCK order (SpecimenCollectionKitOrder) of the interface. */
export interface KitOrderAnswer {
  readonly id: string;
  readonly kits: readonly string[];
  readonly contact: Contact;
  readonly shippingAddress: Address;
  readonly metadata: Metadata | null;
  readonly status: KitOrderStatus;
  readonly createdAt: string;
  readonly shippedAt: string | null;
  readonly shipmentTracking?: ShipmentTracking;
}

const toContact = (contact: Contact): Contact => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  email: contact.email,
  phone: contact.phone,
});

export const toKitOrder = (row: KitOrderRow): KitOrderAnswer => ({
  id: row.id,
  kits: row.kitIds.map((id) => `/sck/v1/kits/${id}`),
  contact: toContact(row.contact),
  shippingAddress: toAddressAnswer(row.shippingAddress),
  metadata: row.metadata,
  status: row.status,
  createdAt: row.createdAt,
  shippedAt: row.shippedAt,
  ...(row.tracking !== null && { shipmentTracking: toShipmentTracking(row.tracking) }),
});

/** SpecimenCollectionKit of the interface. */
export interface KitAnswer {
  readonly id: string;
  readonly order: string;
  readonly product: string;
  readonly kitCode: string | null;
  readonly createdAt: string;
}

export const toKit = (row: KitRow): KitAnswer => ({
  id: row.id,
  order: `/sck/v1/orders/${row.orderId}`,
  product: `/sck/v1/products/${row.productId}`,
  kitCode: row.kitCode,
  createdAt: row.createdAt,
});
