import { type BodyRules, kitOrderStatuses } from '@gateway/core';
import { z } from 'zod';
import { addressAnswer } from './address.mapper';
import { emailAddress, identifier, iri, timestamp } from './answer-fields.schema';
import { metadataAnswer } from './metadata.schema';
import { shipmentTrackingAnswer } from './shipment-tracking.mapper';

export const kitOrderAnswer = ({ carriers }: BodyRules) =>
  z
    .strictObject({
      id: identifier(),
      kits: z.array(iri('/sck/v1/kits/')),
      contact: z.strictObject({ firstName: z.string(), lastName: z.string(), email: emailAddress(), phone: z.string().nullable() }),
      shippingAddress: addressAnswer,
      metadata: metadataAnswer,
      status: z.enum(kitOrderStatuses),
      createdAt: timestamp(),
      shippedAt: timestamp().nullable(),
      shipmentTracking: shipmentTrackingAnswer(carriers).optional(),
    })
    .meta({ id: 'SpecimenCollectionKitOrder' });

export const kitAnswer = () =>
  z
    .strictObject({
      id: identifier(),
      order: iri('/sck/v1/orders/'),
      product: iri('/sck/v1/products/'),
      kitCode: z.string().nullable(),
      createdAt: timestamp(),
    })
    .meta({ id: 'SpecimenCollectionKit' });

export const kitProductAnswer = () =>
  z
    .strictObject({
      id: identifier(),
      canonicalId: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      sampleType: z.string().nullable(),
      active: z.boolean(),
      createdAt: timestamp(),
    })
    .meta({ id: 'SpecimenCollectionKitProduct' });
