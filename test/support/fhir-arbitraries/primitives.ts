import { toJsonNumber } from '@gateway/kernel';
import fc from 'fast-check';

const digits = (min: number, max: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));

/** Characters that a FHIR string can hold: no control characters but the three that are allowed, no lone surrogates. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Array.from('abcXYZ019 .,;:-_#"\\/{}[]<>&\'')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\t', '\n', '\r', '\u00a0', '\u2028', '\u007f', 'ü', 'ß', '€', '漢', '🧪', '\ud83d\udc69\u200d🔬'),
  },
);

/** More than a blank, so that no release takes it for empty. */
const text = fc.oneof(
  fc.constantFrom('http://hl7.org/fhir/5.0/StructureDefinition/extension-ServiceRequest.focus', '{"original":1}', '#a', 'null', '0'),
  fc.string({ unit: character, minLength: 1, maxLength: 12 }).map((content) => `x${content}`),
);

const decimalText = fc.oneof(
  fc.constantFrom('-0', '5.10', '1e-7', '0.30000000000000004', '12345678901234567890.123', '0.0', '1E+3', '100000000000000000000', '0.00'),
  fc
    .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^(?:0|[1-9][0-9]{0,5})$/), fc.option(digits(1, 6), { nil: undefined }))
    .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}`),
);

const date = fc.constantFrom('2024', '2024-02', '2024-02-29', '1900-01-01', '2026-12-31');

const dateTime = fc.oneof(
  date,
  fc.constantFrom('2024-02-29T23:59:60+14:00', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456789-03:30'),
);

const uri = fc.constantFrom(
  'http://example.org/a',
  'urn:oid:1.2.3',
  'urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7',
  'a',
  'http://example.org/ä?b#c',
);

const base64 = fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));

const id = fc.stringMatching(/^[A-Za-z0-9.-]{1,8}$/);

/** Values of the primitive types, valid in both releases but for base64 with blanks, which R4B alone allows. */
export const primitives: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  base64Binary: base64,
  boolean: fc.boolean(),
  canonical: fc.oneof(uri, fc.constant('http://example.org/canonical|1.0')),
  code: fc.constantFrom('a', 'b c', '#x', 'IMD', 'ad'),
  date,
  dateTime,
  decimal: decimalText.map(toJsonNumber),
  id,
  instant: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456789-03:30'),
  integer: fc.integer({ min: -2147483648, max: 2147483647 }),
  integer64: fc.constantFrom('0', '123', '-5', '2147483648', '9223372036854775807', '-9223372036854775808'),
  markdown: text,
  oid: fc.constant('urn:oid:1.2.3'),
  positiveInt: fc.integer({ min: 1, max: 2147483647 }),
  string: text,
  time: fc.constantFrom('00:00:00', '23:59:59.5'),
  unsignedInt: fc.integer({ min: 0, max: 2147483647 }),
  uri,
  url: uri,
  uuid: fc.constant('urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7'),
  xhtml: fc.constantFrom(
    '<div xmlns="http://www.w3.org/1999/xhtml">x</div>',
    '<div xmlns="http://www.w3.org/1999/xhtml"><p>1 &lt; 2</p></div>',
  ),
};

export const blankedBase64 = fc
  .tuple(base64, fc.constantFrom(' ', '\n', '\r\n  '))
  .map(([content, blank]) => content.slice(0, 2) + blank + content.slice(2));
