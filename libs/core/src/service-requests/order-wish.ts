import type { AddressInput } from '../orders/address';
import type { PatientInput } from '../tests/patient';

/** What a request says of the order that it asks for; candidates are checked by the rules of orders. */
export interface OrderWish {
  /** What keeps the request from asking for an order at all: its status, its intent. */
  readonly isUnasked: readonly ('status' | 'intent')[];
  readonly products: ProductCandidates;
  /** Null where the subject leads to no patient that is written down. */
  readonly patient: Candidate<PatientInput> | null;
  /** Null where nothing has an address. */
  readonly shippingAddress: Candidate<AddressInput> | null;
  /** Requests with the same key share an order until it is shipped; null: an order of its own. */
  readonly requisitionKey: Buffer | null;
}

export interface ProductCandidates {
  /** Uuids or canonical ids, as the product's own code system has them. */
  readonly references: readonly string[];
  readonly loincNums: readonly string[];
}

/** Members of a body that nobody has checked yet. */
export type Candidate<Input> = Readonly<Partial<Record<keyof Input, unknown>>>;

/** What an order needs and a request does not say, or not in a form that can be used. */
export const placementGaps = [
  'status',
  'intent',
  'product',
  'product_inactive',
  'subject',
  'firstName',
  'lastName',
  'dateOfBirth',
  'email',
  'insurance',
  'address',
  'address1',
  'zip',
  'city',
  'countryCode',
] as const;

export type PlacementGap = (typeof placementGaps)[number];

/** Whether a request placed an order, and if not, what is missing. */
export interface Placement {
  readonly state: 'placed' | 'incomplete';
  readonly gaps: readonly PlacementGap[];
}
