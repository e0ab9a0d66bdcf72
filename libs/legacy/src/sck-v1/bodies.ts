import { addressInput, type BodyRules, contactInput, metadataInput, orderedProducts } from '@gateway/core';
import { nullable } from '@gateway/kernel';
import { z } from 'zod';

export const newKitOrder = ({ kitProducts }: BodyRules) =>
  z.object({
    productIds: orderedProducts(kitProducts),
    contact: contactInput,
    shippingAddress: addressInput,
    metadata: nullable(metadataInput()),
  });
