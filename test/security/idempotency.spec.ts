import { orderBody, placeOrder, putProduct } from '../support/factories';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';
import type { TestAnswer, TestClient } from '../support/test-client';

const path = '/v1/diagnostic_orders';
const keyHeader = (key: string) => ({ 'Idempotency-Key': key });

describe('Idempotency-Key', () => {
  let gateway: TestGateway;
  let acme: TestClient;
  let keys = 0;

  const newKey = (): string => `key-${(keys += 1)}`;

  const countOf = async (table: string): Promise<number> => {
    const [row] = await gateway.dataSource.query(`SELECT count(*)::integer AS count FROM ${table}`);
    return row.count;
  };

  const replayed = ({ headers }: TestAnswer): string | undefined => headers['idempotent-replayed'];

  function expectReplay(answer: TestAnswer, first: TestAnswer): void {
    expect([answer.status, answer.text, answer.headers['content-type'], answer.headers['location']]).toEqual([
      first.status,
      first.text,
      first.headers['content-type'],
      first.headers['location'],
    ]);
    expect([replayed(first), replayed(answer)]).toEqual([undefined, 'true']);
  }

  /** A 422 whose one violation names the header. */
  function expectReuseRefused(answer: TestAnswer): void {
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toMatchObject({ '@context': '/contexts/ConstraintViolation', '@type': 'ConstraintViolation', status: 422 });
    expect(answer.body.violations).toEqual([expect.objectContaining({ propertyPath: 'Idempotency-Key', message: expect.any(String) })]);
    expect(replayed(answer)).toBeUndefined();
  }

  beforeAll(async () => {
    gateway = await startGateway();
    acme = gateway.acme;
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  it('repeats the stored answer for the same body, and does the work once', async () => {
    const key = newKey();
    const before = await countOf('diagnostic_orders');
    const first = await acme.post(path, orderBody(), keyHeader(key));
    expect(first).toMatchObject({ status: 201, headers: { location: `${path}/${first.body.id}` } });
    expectReplay(await acme.post(path, orderBody(), keyHeader(key)), first);
    const again = await acme.post(path, orderBody(), { ...keyHeader(key), 'X-Request-Id': 'third', 'Accept-Language': 'de' });
    expectReplay(again, first);
    expect(again.headers['x-request-id']).toBe('third');
    expect(await countOf('diagnostic_orders')).toBe(before + 1);
  });

  it('refuses another body with 422, and keeps the first answer', async () => {
    const key = newKey();
    const first = await acme.post(path, orderBody(), keyHeader(key));
    const before = await countOf('diagnostic_orders');
    expectReuseRefused(await acme.post(path, orderBody({ metadata: { other: true } }), keyHeader(key)));
    expectReuseRefused(await acme.post(path, '', keyHeader(key)));
    expectReuseRefused(await acme.post(path, '{not json', keyHeader(key)));
    expect(await countOf('diagnostic_orders')).toBe(before);
    expectReplay(await acme.post(path, orderBody(), keyHeader(key)), first);
  });

  it.each([
    ['another order of members and other white space', '{"b":[{"y":1,"x":2}],"a":1}', ' {"a" : 1,\n"b" : [{"x":2,"y":1}]} ', true],
    ['another spelling of a text', '{"a":"A"}', '{"a":"\\u0041"}', true],
    ['another order of items', '{"a":[1,2]}', '{"a":[2,1]}', false],
    ['another digit past those of a float', '{"a":12345678901234567890}', '{"a":12345678901234567891}', false],
    ['another type', '{"a":1}', '{"a":"1"}', false],
    ['null instead of nothing', '{}', '{"a":null}', false],
    ['a member named twice', '{"a":2,"a":1}', '{"a":1}', false],
  ])('counts %s: %s, %s as the same: %s', async (_, one, other, same) => {
    const key = newKey();
    const first = await acme.post(path, one, keyHeader(key));
    expect([400, 422]).toContain(first.status);
    const second = await acme.post(path, other, keyHeader(key));
    if (same) expectReplay(second, first);
    else expectReuseRefused(second);
  });

  it.each([
    ['empty', ''],
    ['with a blank', 'a b'],
    ['not ASCII', 'schlüssel'],
    ['with a tab', 'a\tb'],
    ['of 256 characters', 'k'.repeat(256)],
  ])('refuses a key that is %s with 400', async (_, key) => {
    const before = await countOf('diagnostic_orders');
    expectProblem(await acme.post(path, orderBody(), keyHeader(key)), 400, expect.stringContaining('Idempotency-Key'));
    expect(await countOf('diagnostic_orders')).toBe(before);
  });

  it.each(['!', '"quoted"', 'a,b;c=d', '~'.repeat(255)])('takes the key %s', async (key) => {
    const first = await acme.post(path, orderBody(), keyHeader(key));
    expect(first.status).toBe(201);
    expectReplay(await acme.post(path, orderBody(), keyHeader(key)), first);
  });

  it('keeps the keys of partners apart, not those of one partner’s tokens', async () => {
    const key = newKey();
    const first = await acme.post(path, orderBody(), keyHeader(key));
    const others = await gateway.other.post(path, orderBody({ metadata: { other: true } }), keyHeader(key));
    expect([others.status, replayed(others)]).toEqual([201, undefined]);
    const second = await gateway.clientWith({ scopes: ['orders:write'] });
    expectReplay(await second.post(path, orderBody(), keyHeader(key)), first);
  });

  it('keeps the keys of operations and of their records apart', async () => {
    const key = newKey();
    const [one, two] = [await placeOrder(acme), await placeOrder(acme)];
    const body = { provider: 'OTHER', trackingCode: 'T-1' };
    const paths = [one, two].flatMap(({ orderId, testIds }) => [
      `${path}/${orderId}/shipment_tracking`,
      `/v1/diagnostic_tests/${testIds[0]!}/shipment_tracking`,
    ]);
    for (const each of paths) expect(replayed(await acme.post(each, body, keyHeader(key)))).toBeUndefined();
    for (const each of paths) expect(replayed(await acme.post(each, body, keyHeader(key)))).toBe('true');
  });

  it('repeats a refusal too, even when it would be accepted by now', async () => {
    const key = newKey();
    const body = orderBody({ productIds: ['later-product'] });
    const first = await acme.post(path, body, keyHeader(key));
    expect(first.status).toBe(422);
    await putProduct(gateway.operator, 'later-product');
    expectReplay(await acme.post(path, body, keyHeader(key)), first);
    expect((await acme.post(path, body, keyHeader(newKey()))).status).toBe(201);
  });

  it.each([
    ['400', path, '{', {}, 400],
    ['404', `${path}/${nowhere}/shipment_tracking`, '{"provider":"OTHER"}', {}, 404],
    ['415', path, 'a=b', { 'Content-Type': 'text/plain' }, 415],
  ])('repeats a %s', async (_, address, body, headers, status) => {
    const key = newKey();
    const first = await acme.post(address, body, { ...headers, ...keyHeader(key) });
    expect(first.status).toBe(status);
    expectReplay(await acme.post(address, body, { ...headers, ...keyHeader(key) }), first);
  });

  it('keeps no 401, 403, 429 and no 501', async () => {
    const key = newKey();
    const { orderId } = await placeOrder(acme);
    expect((await gateway.nobody.post(path, orderBody(), keyHeader(key))).status).toBe(401);
    const reader = await gateway.clientWith({ scopes: ['orders:read'] });
    expect((await reader.post(path, orderBody(), keyHeader(key))).status).toBe(403);
    const slow = await gateway.clientWith({ rateLimit: { quota: 1, windowSeconds: 3600, burst: 1 } });
    expect((await slow.get(path)).status).toBe(200);
    expect((await slow.post(path, orderBody(), keyHeader(key))).status).toBe(429);
    const first = await acme.post(path, orderBody(), keyHeader(key));
    expect([first.status, replayed(first)]).toEqual([201, undefined]);
    for (let count = 0; count < 2; count += 1) {
      const erasure = await acme.post(`${path}/${orderId}/gdpr-erasure`, undefined, keyHeader(key));
      expect([erasure.status, replayed(erasure)]).toEqual([501, undefined]);
    }
  });

  it('means nothing on other methods', async () => {
    const key = newKey();
    const bodies = [{ name: 'One' }, { name: 'Two' }];
    for (const body of bodies)
      expect((await gateway.operator.put('/admin/v1/partners/acme', body, keyHeader(key))).body.name).toBe(body.name);
    for (const one of ['', 'a b']) expect((await acme.get(path, keyHeader(one))).status).toBe(200);
  });

  it('expires after 24 hours', async () => {
    const key = newKey();
    try {
      gateway.clock.set('2026-02-01T00:00:00.000Z');
      const first = await acme.post(path, orderBody(), keyHeader(key));
      gateway.clock.set('2026-02-01T23:59:59.999Z');
      expectReplay(await acme.post(path, orderBody(), keyHeader(key)), first);
      gateway.clock.set('2026-02-02T00:00:00.001Z');
      const second = await acme.post(path, orderBody({ metadata: { day: 2 } }), keyHeader(key));
      expect([second.status, replayed(second), second.body.id === first.body.id]).toEqual([201, undefined, false]);
      expectReplay(await acme.post(path, orderBody({ metadata: { day: 2 } }), keyHeader(key)), second);
    } finally {
      gateway.clock.set(undefined);
    }
  });

  it('works on the operating side, for each of its tokens', async () => {
    const key = newKey();
    const body = { name: 'one', scopes: ['admin'] };
    const first = await gateway.operator.post('/admin/v1/tokens', body, keyHeader(key));
    expectReplay(await gateway.operator.post('/admin/v1/tokens', body, keyHeader(key)), first);
    const second = await gateway.clientWith({ partner: null });
    expect(replayed(await second.post('/admin/v1/tokens', body, keyHeader(key)))).toBeUndefined();
  });
});
