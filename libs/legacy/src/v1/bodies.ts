import {
  activationInput,
  addressInput,
  type BodyRules,
  metadataInput,
  orderedProducts,
  patientInput,
  specimenCode,
  trackingInput,
} from '@gateway/core';
import { nullable } from '@gateway/kernel';
import { z } from 'zod';

export const newDiagnosticOrder = ({ clock, products }: BodyRules) =>
  z.object({
    productIds: orderedProducts(products),
    patient: patientInput(clock),
    shippingAddress: addressInput,
    metadata: nullable(metadataInput()),
  });

export const shipmentTrackingBody = ({ carriers }: BodyRules) => trackingInput(carriers);

export const specimenBody = () => z.object({ specimenCode: specimenCode() });

export const activationBody = ({ clock }: BodyRules) => activationInput(clock);
