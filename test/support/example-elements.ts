import type { JsonNumber } from '@gateway/kernel';

/** Elements that official example Observations have, as far as a laboratory would have sent them. */

export interface Quantity {
  readonly value?: JsonNumber;
  readonly comparator?: string;
  readonly unit?: string;
  readonly system?: string;
  readonly code?: string;
}

export interface Concept {
  readonly coding?: readonly { readonly system?: string; readonly code?: string; readonly display?: string }[];
  readonly text?: string;
}

export interface Range {
  readonly low?: Quantity;
  readonly high?: Quantity;
  readonly type?: Concept;
  readonly appliesTo?: readonly Concept[];
  readonly age?: { readonly low?: Quantity; readonly high?: Quantity };
  readonly text?: string;
}

export const interpretations = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
