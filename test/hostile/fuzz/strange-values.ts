/** Values that break careless programs, each for a reason of its own. */

/** Text that stands in JSON as it is: what no JavaScript value can say. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Comes back nowhere as markup, and nowhere as a header. */
export const scriptMarker = '<script>fuzzed()</script>';
export const headerMarker = 'X-Fuzzed';

const pump = (unit: string, count: number, end = ''): string => unit.repeat(count) + end;

/** What expressions with two ways through the same text stumble over. */
const pumped: readonly string[] = [
  pump(' ', 20_000, 'x'),
  pump('1', 20_000, 'x'),
  pump('a.', 8_000, '@'),
  pump('-', 20_000, '!'),
  pump('/', 20_000),
  pump('\\', 20_000),
  pump('(', 9_000),
  pump('a,', 9_000),
  pump('\t\r\n', 5_000, 'x'),
  pump('x', 70_000),
];

const injections: readonly string[] = [
  `' OR '1'='1`,
  `'; DROP TABLE diagnostic_orders; --`,
  `"); SELECT pg_sleep(9); --`,
  `%' ESCAPE '!`,
  `$1`,
  `{1,NULL,"}`,
  scriptMarker,
  `"><img src=x onerror=alert(1)>`,
  `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`,
  `a\r\n${headerMarker}: 1\r\n\r\n<html>`,
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '{{7*7}}${7*7}#{7*7}<%= 7*7 %>',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '%s%n%x',
];

const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\ufeff',
  '\u202egnp.exe',
  '\u2028\u2029',
  'Z\u0351\u036b\u0343\u036a',
  '👩🏽‍🔬',
  '\u{10ffff}',
  'ﬃ\u00df\u0130\u0131',
  'x'.repeat(256),
  'x'.repeat(4001),
  '😀'.repeat(255),
];

/** Numbers, moments and identifiers as text, at and past the edge of what each type holds. */
const edges: readonly string[] = [
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '-1e-400',
  '0x10',
  '9007199254740993',
  '99999999999999999999999999',
  '2147483648',
  '-1',
  '1.0',
  '0000-00-00',
  '0000-01-01T00:00:00Z',
  '2026-02-30',
  '1900-02-29',
  '9999-12-31T23:59:60Z',
  '294277-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '-004713-11-24T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '24:00:00',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a}',
  '/v1/diagnostic_tests/../diagnostic_orders/x',
  'urn:uuid:0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a',
];

/** What searches take apart. */
const searchTexts: readonly string[] = [
  '|',
  'a|b|c',
  '\\',
  '\\,',
  ',,,',
  'a\\|b',
  'gt',
  'ap2026',
  'ne1e9',
  '5.4|http://unitsofmeasure.org|mg',
  '$',
  '*',
  ':',
  '#',
  '[',
  '[]',
];

export const strangeTexts: readonly string[] = [...texts, ...injections, ...edges, ...searchTexts, ...pumped];

export const shortStrangeTexts: readonly string[] = strangeTexts.filter(({ length }) => length <= 4100);

const nested = (levels: number, open: string, close: string): RawJson => new RawJson(open.repeat(levels) + close.repeat(levels));

export const strangeNumbers: readonly unknown[] = [
  0,
  -1,
  1.5,
  1e300,
  new RawJson('-0'),
  new RawJson('1e400'),
  new RawJson('1E-400'),
  new RawJson('9007199254740993'),
  new RawJson('9'.repeat(400)),
  new RawJson(`0.${'0'.repeat(400)}1`),
  new RawJson('1e99999999999999999999'),
  new RawJson('2147483648'),
  new RawJson('99999999999999999999'),
  new RawJson('32768'),
];

export const strangeStructures: readonly unknown[] = [
  null,
  true,
  {},
  [],
  [null],
  [[]],
  [{}],
  [[[[[[1]]]]]],
  { extension: [{}] },
  { reference: '#' },
  { resourceType: 'Patient' },
  { resourceType: 1 },
  Array.from({ length: 1001 }, () => 'x'),
  nested(40, '[', ']'),
  nested(5_000, '[', ']'),
  nested(20, '{"a":', '}'),
  new RawJson('{"a":1,"a":2}'),
  new RawJson('{"__proto__":{"polluted":true}}'),
  new RawJson('{"constructor":{"prototype":{"polluted":true}}}'),
  new RawJson('"\\ud800"'),
  new RawJson('"\\u0000"'),
];

/** Percent escapes as they stand in an address: broken, overlong, of a surrogate, of NUL, of a separator. */
export const strangeEscapes: readonly string[] = [
  '%',
  '%zz',
  '%E0%A4%A',
  '%C0%AF',
  '%ED%A0%80',
  '%FF',
  '%00',
  '%2F',
  '%2e%2e%2f',
  '%0d%0a',
  '%25',
  '+',
  '%u0041',
  '%F0%9F%98%80',
];
