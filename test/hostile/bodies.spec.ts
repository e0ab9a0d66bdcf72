import { hostileJson } from './fuzz/hostile-json';
import { RawJson } from './fuzz/strange-values';
import { pathOf, typeOf } from '../support/documented-operations';
import { startGateway, type TestGateway } from '../support/gateway';
import { type DocumentedOperation, OpenApiContract } from '../support/openapi-contract';
import { nowhere } from '../support/patterns';
import { makeRecords, type Records } from '../support/records';
import type { TestAnswer } from '../support/test-client';

const mebibyte = 1024 * 1024;

/** Each has to be refused by every operation that takes JSON, whatever else is wrong. */
const unreadable: readonly [string, string | Buffer][] = [
  ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
  ['half a million levels', '['.repeat(500_000)],
  ['a million braces', '{"a":'.repeat(200_000)],
  ['a duplicate key', '{"a":1,"a":2}'],
  ['a duplicate key beside a number that no float holds', '{"x":1.50,"a":1,"a":2}'],
  ['a duplicate __proto__', '{"__proto__":{},"__proto__":{}}'],
  ['a key that is the same in escapes', '{"ab":1,"a\\u0062":2}'],
  ['overlong UTF-8', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['NUL outside of a text', '{"a":1}\u0000'],
  ['a raw control character', '{"a":"\u0001"}'],
];

/** What a member may hold: never taken for something else, never a fault of the service. */
const odd: readonly [string, RawJson][] = [
  ['1e400', new RawJson('1e400')],
  ['a number of 100,000 digits', new RawJson('9'.repeat(100_000))],
  ['an exponent of 1,000 digits', new RawJson(`1e${'9'.repeat(1000)}`)],
  ['minus zero', new RawJson('-0')],
  ['NUL', new RawJson('"a\\u0000b"')],
  ['half of a surrogate pair', new RawJson('"\\ud800"')],
  ['the other half', new RawJson('"a\\udc00"')],
  ['__proto__', new RawJson('{"__proto__":{"polluted":true}}')],
  ['constructor', new RawJson('{"constructor":{"prototype":{"polluted":true}}}')],
  ['SQL', new RawJson(`"'; DROP TABLE diagnostic_orders; --"`)],
  ['HTML', new RawJson('"<script>alert(1)</script>"')],
  ['a line break', new RawJson('"a\\r\\nSet-Cookie: a=b"')],
];

/** Large ones; one place of each operation is enough. */
const large: readonly [string, string][] = [
  ['60,000 members', `{${Array.from({ length: 60_000 }, (_, index) => `"m${index}":1`).join(',')}}`],
  ['100,000 entries', `[${'1,'.repeat(99_999)}1]`],
];

describe('a body', () => {
  let gateway: TestGateway;
  let records: Records;
  let operations: readonly DocumentedOperation[];

  beforeAll(async () => {
    gateway = await startGateway();
    records = await makeRecords(gateway);
    operations = new OpenApiContract(JSON.parse((await gateway.nobody.get('/openapi.json')).text)).operations;
  });

  afterEach(() => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  afterAll(() => gateway.stop());

  const takesJson = (one: DocumentedOperation): boolean => one.operation.requestBody !== undefined && typeOf(one).endsWith('json');

  const send = (one: DocumentedOperation, body: string | Buffer): Promise<TestAnswer> => {
    const client = /^\/(admin|lab|fulfilment)\//.test(one.path) ? gateway.operator : gateway.acme;
    const collection = /([A-Za-z_]+)\/\{id\}/.exec(one.path)?.[1] ?? '';
    const id = (records as Readonly<Record<string, string>>)[collection] ?? nowhere;
    return client.send(one.method, pathOf(one, id), body, { 'Content-Type': typeOf(one) });
  };

  const nameOf = ({ method, path }: DocumentedOperation): string => `${method} ${path}`;

  it('one byte longer than it may be is refused by every operation', async () => {
    const limits: Readonly<Record<string, number>> = {
      '/lab/v1/test_results': 30,
      '/lab/v1/hl7v2': 30,
      '/lab/v1/test_results/{id}/documents': 30,
    };
    const takesBody = operations.filter(({ operation }) => operation.requestBody !== undefined);
    expect(takesBody.length).toBeGreaterThan(25);
    for (const one of takesBody.filter(({ path }) => !(path in limits))) {
      const { status } = await send(one, Buffer.alloc(mebibyte + 1, 0x20));
      expect([nameOf(one), status]).toEqual([nameOf(one), 413]);
    }
  });

  it.each(unreadable)('with %s is refused by every operation', async (_, body) => {
    for (const one of operations.filter(takesJson)) {
      const { status, body: told } = await send(one, body);
      expect([nameOf(one), status, told.status ?? told.resourceType]).toEqual([nameOf(one), 400, told.resourceType ?? 400]);
    }
  });

  it.each(odd)('with %s in any place has its answer from every operation', async (_, value) => {
    const turn = odd.findIndex(([, one]) => one === value);
    for (const one of operations.filter(takesJson)) {
      const example: any = one.operation.requestBody!.content[typeOf(one)]!.example;
      // Each value in another two places; the fuzz reaches all of them.
      const names = Object.keys(example);
      const places = [turn, turn + 1].map((place) => names[place % names.length]!);
      for (const place of places) {
        const changed = Array.isArray(example) ? [{ ...example[0], value }] : { ...example, [place]: value };
        const { status, text } = await send(one, hostileJson(changed));
        expect([nameOf(one), place, status < 500, text.includes('    at ')]).toEqual([nameOf(one), place, true, false]);
      }
    }
  });

  it.each(large)('of %s has its answer from every operation', async (_, value) => {
    for (const one of operations.filter(takesJson)) {
      const { status, text } = await send(one, value);
      expect([nameOf(one), [200, 400, 422].includes(status), text.length < 100_000]).toEqual([nameOf(one), true, true]);
    }
  });

  it('comes back as it was, with SQL and HTML in every text, and changes nothing else', async () => {
    const before: { count: string }[] = await gateway.dataSource.query(`SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`);
    const hostile = `<b onload='x'>"; DROP TABLE kits; -- \${7*7} %s \\' {{1}}`;
    const body = {
      productIds: ['lipid-panel'],
      patient: { firstName: hostile, lastName: hostile, email: 'a@example.org', phone: null },
      shippingAddress: { address1: hostile, address2: hostile, zip: '10115', city: hostile, firstName: hostile, lastName: hostile },
      metadata: { campaign: hostile, [`k'"<i>`]: hostile },
    };
    const made = await gateway.acme.post('/v1/diagnostic_orders', body);
    expect(made.status).toBe(201);
    const read = await gateway.acme.get(`/v1/diagnostic_orders/${made.body.id}`);
    expect(read.body).toMatchObject({ shippingAddress: body.shippingAddress, metadata: body.metadata });
    const quoted = encodeURIComponent(`"${hostile.replaceAll('"', '""')}"`);
    const found = await gateway.acme.get(`/v1/diagnostic_orders?json_exact[metadata.campaign]=${quoted}`);
    expect(found.body.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    expect(await gateway.dataSource.query(`SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`)).toEqual(before);
  });
});
