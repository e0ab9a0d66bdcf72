import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentedOperation, OpenApiContract } from '../../support/openapi-contract';
import { readMessageFile } from '../../support/hl7';
import { changedMessages } from '../../support/hl7-changes';
import { nowhere } from '../../support/patterns';
import type { Records } from '../../support/records';
import { typeOf } from '../../support/documented-operations';
import { membersOf, seedsOf, uploads } from './bodies';
import { hostileHeaders, tokenKinds } from './hostile-headers';
import { mutated, strangeJson } from './hostile-json';
import { type JsonSchema, SchemaValues } from './schema-values';
import { shortStrangeTexts, strangeEscapes } from './strange-values';

/** A request as it goes over the line. */
export interface HostileRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly token: (typeof tokenKinds)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

interface HostileBody {
  readonly type: string;
  readonly body: Buffer;
}

const percentEncoded = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => (/[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
    .join('');

const parameterNames: Readonly<Record<string, readonly string[]>> = {
  slug: ['acme', 'other', 'fuzz'],
  canonicalId: ['lipid-panel', 'blood-kit', 'fuzz'],
  clientId: ['nobody', 'fuzz'],
  file: ['start.js', 'swagger-ui.css'],
  name: ['Error', 'ConstraintViolation'],
  status: ['404', '500'],
  codes: ['c1051bb4-d103-4f74-8988-acbcafc7fdc3', '0=c1051bb4-d103-4f74-8988-acbcafc7fdc3;1=x'],
  type: ['Patient', 'ServiceRequest', 'Observation', 'Bundle'],
  version: ['1', '2', '0'],
};

const modifiers = [
  '[]',
  ':exact',
  ':contains',
  ':not',
  ':missing',
  ':identifier',
  ':of-type',
  ':in',
  ':Patient',
  ':text',
  '.identifier',
  '[gt]',
  '[x][y]',
  '[__proto__]',
];
const modifier = fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...modifiers) });
const otherNames = [
  '_include',
  '_revinclude',
  '_has:Observation:subject:code',
  '_elements',
  '_summary',
  '_sort',
  '_count',
  '_total',
  '_filter',
  '_format',
  '_pretty',
  '_contained',
  '__proto__',
  'constructor[prototype]',
  '',
  'XDEBUG_SESSION',
  'a[b]c]',
  'json_exact',
  'json_search[metadata.a]',
  'json_exists[shippingAddress.city]',
  'sort[id]',
  'cursor',
];

/** Makes requests for every operation of the OpenAPI document. */
export class HostileRequests {
  private readonly values: SchemaValues;
  private readonly known: readonly string[];

  constructor(
    private readonly contract: OpenApiContract,
    private readonly records: Records,
  ) {
    const iris = Object.entries(records).map(([collection, id]) => `/v1/${collection}/${id}`);
    this.known = [...Object.values(records), ...iris, 'lipid-panel', 'blood-kit', 'acme', `SP-${records.diagnostic_orders}`, nowhere];
    this.values = new SchemaValues((schema) => contract.resolve(schema), this.known.slice(-6));
  }

  /** Requests for any of the operations, those with a body more often. */
  all(): fc.Arbitrary<HostileRequest> {
    const weighted = this.contract.operations.map((operation) => ({
      weight: operation.operation.requestBody === undefined ? 1 : 3,
      arbitrary: this.of(operation),
    }));
    return fc.oneof(...weighted);
  }

  private of(operation: DocumentedOperation): fc.Arbitrary<HostileRequest> {
    const otherMethods = ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'GET', 'TRACE', 'PROPFIND'];
    return fc
      .record({
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant(operation.method) },
          { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
        ),
        path: this.path(operation),
        query: this.query(operation),
        token: fc.oneof({ weight: 15, arbitrary: fc.constant('right' as const) }, { weight: 1, arbitrary: fc.constantFrom(...tokenKinds) }),
        headers: hostileHeaders,
        body: this.body(operation),
        type: fc.oneof(
          { weight: 20, arbitrary: fc.constant(undefined) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              'text/html',
              'application/json;charset=utf-16',
              'application/xml',
              'a/b/c',
              '',
              'multipart/form-data',
            ),
          },
        ),
      })
      .map(({ method, path, query, token, headers, body, type }) => ({
        operationId: operation.operation.operationId,
        method,
        path: query === '' ? path : `${path}?${query}`,
        token,
        headers: {
          ...(body !== undefined && { 'Content-Type': body.type }),
          ...(type !== undefined && { 'Content-Type': type }),
          ...headers,
        },
        body: body?.body,
      }));
  }

  private path({ path }: DocumentedOperation): fc.Arbitrary<string> {
    const segments = path.split('/').map((segment, index, all): fc.Arbitrary<string> => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return fc.constant(segment);
      const collection = all[index - 1]!;
      const own =
        name === 'id' ? [(this.records as Readonly<Record<string, string>>)[collection] ?? nowhere] : (parameterNames[name] ?? ['x']);
      return fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...own) },
        { weight: 2, arbitrary: fc.constantFrom(...this.known, ...shortStrangeTexts).map(percentEncoded) },
        { weight: 1, arbitrary: fc.constantFrom(...strangeEscapes.filter((escape) => escape !== '+')) },
      );
    });
    return fc.tuple(...segments).map((parts) => parts.join('/'));
  }

  private query({ operation }: DocumentedOperation): fc.Arbitrary<string> {
    const parameters = (operation.parameters as JsonSchema[])
      .map((one) => this.contract.resolve<JsonSchema>(one))
      .filter((one) => one['in'] === 'query');
    const named = parameters.map((one) => {
      const text = this.values.of(one['schema'] as JsonSchema).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
      const prefixed = fc
        .tuple(fc.constantFrom('', '', '', 'gt', 'ap', 'http://loinc.org|', '\\|'), text)
        .map(([prefix, value]) => prefix + value);
      return fc.tuple(
        modifier.map((end) => `${one['name']}${end}`),
        prefixed,
      );
    });
    const other = fc.tuple(fc.constantFrom(...otherNames), fc.constantFrom(...shortStrangeTexts, ...this.known));
    const usual = named.length === 0 ? other : fc.oneof({ weight: 1, arbitrary: other }, { weight: 12, arbitrary: fc.oneof(...named) });
    const pair = usual.map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`);
    const raw = fc.constantFrom(...strangeEscapes, '&&&', '=', '=x', '?', 'a=%zz');
    const parts = fc.array(fc.oneof({ weight: 20, arbitrary: pair }, { weight: 1, arbitrary: raw }), {
      maxLength: named.length === 0 ? 1 : 4,
    });
    const some = parts.map((all) => all.join('&'));
    // A body is looked at only where the query is right.
    return operation.requestBody === undefined ? some : fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: some });
  }

  private body(operation: DocumentedOperation): fc.Arbitrary<HostileBody | undefined> {
    const { operationId, requestBody } = operation.operation;
    const type = typeOf(operation);
    if (requestBody === undefined)
      return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rawBodies('application/json') });
    if (type === 'multipart/form-data') return fc.oneof({ weight: 9, arbitrary: uploads }, { weight: 1, arbitrary: rawBodies(type) });
    if (type === 'application/hl7-v2') return changedMessages(hl7Seeds).map((body) => ({ type, body }));
    if (type === 'application/x-www-form-urlencoded') return this.form(operation).map((text) => ({ type, body: Buffer.from(text) }));
    const { schema, example } = requestBody.content[type]!;
    const seeds = [...seedsOf(operationId, this.records), example].filter((seed) => seed !== undefined);
    const json = fc.oneof(
      { weight: 5, arbitrary: mutated(fc.constantFrom(...seeds), this.known, membersOf(operationId)) },
      { weight: 3, arbitrary: mutated(this.values.of(schema as JsonSchema), this.known, membersOf(operationId)) },
      { weight: 1, arbitrary: mutated(strangeJson, this.known, membersOf(operationId)) },
    );
    return fc.oneof(
      { weight: 15, arbitrary: json.map((text): HostileBody => ({ type, body: Buffer.from(text) })) },
      { weight: 1, arbitrary: rawBodies(type) },
    );
  }

  /** A search by form has its parameters in the body. */
  private form(operation: DocumentedOperation): fc.Arbitrary<string> {
    const grant = [
      'grant_type=client_credentials',
      'scope=system%2F*.rs',
      'client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer',
      'client_assertion=eyJhbGciOiJub25lIn0.eyJpc3MiOiJub2JvZHkifQ.',
    ];
    const own = operation.path === '/auth/token' ? fc.subarray(grant).map((parts) => parts.join('&')) : fc.constant('');
    return fc
      .tuple(own, this.query({ ...operation, operation: { ...operation.operation, requestBody: undefined } }))
      .map((parts) => parts.filter((part) => part !== '').join('&'));
  }
}

const rawBodies = (type: string): fc.Arbitrary<HostileBody> =>
  fc
    .oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('', '{', '[', '"', '{"a":', '\ufeff{}', '{}{}', 'null', '{"a":"\u0000"}', '[[[[', 'a=b&c=d')
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom([0xff, 0xfe, 0x7b, 0], [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d], [0x1f, 0x8b, 8, 0])
        .map((bytes) => Buffer.from(bytes)),
    )
    .map((body) => ({ type, body }));

const hl7Seeds: readonly Buffer[] = readdirSync(join(__dirname, '../../fixtures/hl7v2'))
  .filter((file) => file.endsWith('.hl7'))
  .sort()
  .map((file) => readMessageFile(file.slice(0, -'.hl7'.length)));
