import type { Clock } from '@gateway/kernel';
import { AppError, type Violation } from '@gateway/problems';
import type { z } from 'zod';
import { type AddressInput, addressInput } from '../orders/address';
import { type PatientInput, patientInput } from '../tests/patient';
import type { OrderWish, PlacementGap } from './order-wish';

/** A patient and an address that an order can be placed with. */
export interface OrderFacts {
  readonly patient: PatientInput;
  readonly shippingAddress: AddressInput;
}

const patientGaps: Readonly<Record<string, PlacementGap>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  dateOfBirth: 'dateOfBirth',
  healthInsuranceDetails: 'insurance',
};

/** The addressee is the patient, unless the address is somebody else's. */
const addressGaps: Readonly<Record<string, PlacementGap>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  address1: 'address1',
  zip: 'zip',
  city: 'city',
  countryCode: 'countryCode',
};

const gapsOf = (error: z.ZodError | undefined, names: Readonly<Record<string, PlacementGap>>, otherwise: PlacementGap): PlacementGap[] => [
  ...new Set(error?.issues.map((issue) => names[String(issue.path[0])] ?? otherwise)),
];

/** What of a wish an order can be placed with, under the rules of /v1, and what is missing. */
export function checkWish(
  wish: OrderWish,
  clock: Clock,
): { readonly facts: OrderFacts | undefined; readonly gaps: readonly PlacementGap[] } {
  if (wish.patient === null) return { facts: undefined, gaps: ['subject'] };
  const patient = patientInput(clock).safeParse(wish.patient);
  const address = wish.shippingAddress === null ? undefined : addressInput.safeParse(wish.shippingAddress);
  const gaps = gapsOf(patient.error, patientGaps, 'subject');
  // An order of /v1 needs no birth date, one of an EHR does.
  if (wish.patient.dateOfBirth === undefined) gaps.push('dateOfBirth');
  gaps.push(...(address === undefined ? (['address'] as const) : gapsOf(address.error, addressGaps, 'address')));
  const isComplete = gaps.length === 0 && patient.success && address?.success === true;
  return { facts: isComplete ? { patient: patient.data, shippingAddress: address.data } : undefined, gaps: [...new Set(gaps)] };
}

/** Where in a ServiceRequest a gap is, of either release. */
const placesOfGaps = {
  status: 'status',
  intent: 'intent',
  product: 'code',
  product_inactive: 'code',
  subject: 'subject',
  firstName: 'subject',
  lastName: 'subject',
  dateOfBirth: 'subject',
  email: 'subject',
  insurance: 'insurance',
  address: 'subject',
  address1: 'subject',
  zip: 'subject',
  city: 'subject',
  countryCode: 'subject',
} as const satisfies Record<PlacementGap, string>;

/** What is missing, as violations that name the place; their hints say what is needed. */
export const placementViolations = (gaps: readonly PlacementGap[]): readonly Violation[] =>
  gaps.map((gap): Violation => ({ propertyPath: placesOfGaps[gap], constraint: 'NotBlank', hint: `order_${gap}` }));

/** An active order that lacks something, for a client that wants it placed or refused. */
export const incompleteOrder = (gaps: readonly PlacementGap[]): AppError => AppError.violations(...placementViolations(gaps));
