import { addressBody } from './factories';
import { expectProblem, expectViolations, violation, wrongType } from './problems';
import type { TestAnswer } from './test-client';

type BodyOf = (overrides: Readonly<Record<string, unknown>>) => object;

/** A door that takes orders, as far as it asks for the same as the other one: for products, a person and an address. */
export interface OrderDoor {
  readonly send: (body: unknown) => Promise<TestAnswer>;
  readonly orderOf: BodyOf;
  /** The member that says who orders. */
  readonly person: string;
  readonly personOf: BodyOf;
}

export type WithMember = (place: string, value: unknown) => object;

/** Makes an order whose member at `place` (`patient.email`) is `value`; undefined leaves it out. */
export const withMemberAt =
  ({ orderOf, person, personOf }: OrderDoor): WithMember =>
  (place, value) => {
    const [first, second] = place.split('.');
    if (second === undefined) return orderOf({ [place]: value });
    return orderOf({ [first!]: (first === person ? personOf : addressBody)({ [second]: value }) });
  };

const addressLines = ['address1', 'address2', 'zip', 'city', 'countryCode', 'firstName', 'lastName', 'id', 'phone', 'company', 'name'].map(
  (name) => `shippingAddress.${name}`,
);

/** Values that are no strings, with what they are. */
export const otherThanStrings: readonly (readonly [value: unknown, type: string])[] = [
  [5, 'number'],
  [true, 'boolean'],
  [{}, 'object'],
  [['text'], 'array'],
];

/** Tests that the lines of the address and these places take nothing but strings. */
export function refusesOtherThanStrings(door: OrderDoor, places: readonly string[], values = otherThanStrings): void {
  const withMember = withMemberAt(door);

  it.each([...places, ...addressLines].flatMap((place) => values.map(([value, given]) => [place, value, given] as const)))(
    '%s must be a string, not %j',
    async (place, value, given) => {
      expectProblem(await door.send(withMember(place, value)), 400, wrongType(place, 'string', given));
    },
  );
}

/** Tests that what an order needs is there, is not null and is not blank. */
export function refusesAbsence(door: OrderDoor): void {
  const withMember = withMemberAt(door);
  const parts = ['productIds', door.person, 'shippingAddress'];
  const texts = ['firstName', 'lastName', 'email']
    .map((name) => `${door.person}.${name}`)
    .concat(['address1', 'zip', 'city', 'firstName', 'lastName'].map((name) => `shippingAddress.${name}`));

  it.each([...parts, ...texts])('%s must not be missing', async (place) => {
    expectViolations(await door.send(withMember(place, undefined)), violation(place, 'NotBlank'));
  });

  it.each([...parts, ...texts, 'productIds[0]'])('%s must not be null', async (place) => {
    const body = place === 'productIds[0]' ? door.orderOf({ productIds: [null] }) : withMember(place, null);
    expectViolations(await door.send(body), violation(place, 'NotNull'));
  });

  it.each(texts.flatMap((place) => ['', ' ', '\t\n', '\u00a0\u2003'].map((blank) => [place, blank])))(
    '%s must not be blank: %j',
    async (place, blank) => {
      expectViolations(await door.send(withMember(place, blank)), violation(place, 'NotBlank'));
    },
  );
}

/** Tests that no text is taken at these places that the database could not store, or that is no Unicode. */
export function refusesUnstorableText(door: OrderDoor, places: readonly string[]): void {
  it.each(places)('%s must not hold NUL or a lone surrogate', async (place) => {
    for (const escape of ['\\u0000', '\\ud800', '\\udc00x']) {
      const text = JSON.stringify(withMemberAt(door)(place, 'MARK')).replace('MARK', `Eri${escape}ka`);
      expectViolations(await door.send(text), violation(place, 'Regex'));
    }
  });
}
