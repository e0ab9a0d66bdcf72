import { addressBody } from './factories';
import { anyUuid } from './patterns';
import type { TestAnswer } from './test-client';

/** What orders of all doors hold and keep in the same way. */

/** The documented headers of the answer to an order that was made. */
export const createdHeaders = ({ text }: TestAnswer, location: string, requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-language': 'en',
  'content-length': String(Buffer.byteLength(text)),
  location,
  'x-request-id': requestId,
  vary: expect.stringMatching(/^Accept, Accept-Language/),
  ratelimit: expect.any(String),
  'ratelimit-policy': expect.any(String),
});

/** An order's JSON with metadata as they are written here, after everything else. */
export const withMetadata = (order: object, metadata: string): string => JSON.stringify(order).replace(/\}$/, `,"metadata":${metadata}}`);

/** Metadata that are answered as they were written, to the digit. */
export const keptMetadata: readonly (readonly [what: string, metadata: string])[] = [
  ['types', '{"text":"7","number":7,"yes":true,"no":false,"zero":0,"empty":""}'],
  ['the order of its keys', '{"zebra":"1","apple":"2","Мир":"3","a.b":"4","":"5","constructor":"6"}'],
  ['10 entries', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}'],
  ['nothing', '{}'],
  ['a key named __proto__', '{"__proto__":"polluted","a":5.10}'],
];

/** Metadata of none, as they are sent and as they are read. */
export const emptyMetadata = [
  ['an empty array', [], {}],
  ['null', null, null],
] as const;

/** What is not taken as metadata, with its type. */
export const notMetadata: readonly (readonly [metadata: unknown, type: string])[] = [
  [[1], 'array'],
  ['text', 'string'],
  [5, 'number'],
  [true, 'boolean'],
];

/** Tests that addresses are told apart though nobody has named them. */
export function makesIdsOfAddresses(create: (overrides: object) => Promise<TestAnswer>): void {
  it('makes an id for each address without one', async () => {
    const [first, second] = [await create({}), await create({ shippingAddress: addressBody({ id: null, countryCode: null }) })];
    expect(second.body.shippingAddress).toEqual({ ...first.body.shippingAddress, id: anyUuid });
    expect(second.body.shippingAddress.id).not.toBe(first.body.shippingAddress.id);
  });
}
