import fc from 'fast-check';
import { shortStrangeTexts } from './strange-values';

/** Whose token a request has. */
export const tokenKinds = ['right', 'other', 'none', 'unknown'] as const;

const usual: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    '*/*',
    'application/json',
    'application/fhir+json; fhirVersion=4.3',
    'application/fhir+xml',
    'text/html',
    'application/json;q=0',
    'a/b;q=2,*/*;q=0.1',
    ',,,;',
    'application/hl7-v2',
  ],
  'Accept-Language': ['de', 'fr;q=0.5,de-AT', '*', 'x-klingon', `${'de;q=0.1,'.repeat(400)}fr`, 'de;q=NaN'],
  Prefer: [
    'return=minimal',
    'return=OperationOutcome',
    'handling=strict',
    'count=exact',
    'handling=lenient, return=representation',
    'a=b,'.repeat(500),
    'respond-async',
  ],
  'Idempotency-Key': ['fuzz-1', 'fuzz-2', 'fuzz-3', '~'.repeat(255), 'x'.repeat(256), 'a b', '"'],
  'If-Match': ['W/"1"', 'W/"2"', '"1"', '*', 'W/"99999999999999999999"', 'W/"', 'W/"-1"'],
  'If-None-Match': ['*', 'W/"1"', '"x","y"', `${'"a",'.repeat(1000)}"b"`],
  'If-Modified-Since': ['Sat, 31 Jan 2026 09:30:00 GMT', 'never', '0'],
  'If-None-Exist': ['identifier=x|1', '', 'status=active', 'identifier=%zz', '?', 'identifier=a&identifier=b', '_id=1'],
  Range: [
    'bytes=0-1',
    'bytes=900-',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-0,1-1',
    `bytes=${'0-1,'.repeat(500)}2-3`,
    'items=1-2',
    'bytes=99999999999999999999-',
  ],
  'Content-Encoding': ['gzip', 'identity', 'x'],
  'X-Request-Id': ['mine', '<script>', 'x'.repeat(129), '../x'],
  'X-Forwarded-For': ['203.0.113.9', '::1, 10.0.0.1', 'unknown', 'x'.repeat(5000), ', , ,'],
  'X-Forwarded-Host': ['evil.example'],
  'X-Forwarded-Proto': ['javascript'],
  Origin: ['https://evil.example', 'null'],
  Cookie: ['a=b; __proto__=c'],
  'X-HTTP-Method-Override': ['DELETE'],
  Host: ['evil.example', '', 'a@b', '[::1'],
};

/** A header holds Latin-1 without controls; what a client can send beyond that is the matter of the parser of Node.js. */
const asHeader = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 8000);

const one = fc
  .constantFrom(...Object.keys(usual))
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...usual[name]!) },
        { weight: 2, arbitrary: fc.constantFrom(...shortStrangeTexts).map(asHeader) },
      ),
    ),
  );

/** Up to three headers that the service looks at, or that others do. */
export const hostileHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(one, { maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));
