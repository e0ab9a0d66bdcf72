import { gzipSync } from 'node:zlib';
import { orderBody, placeOrder, putProduct } from '../support/factories';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';

const orders = '/v1/diagnostic_orders';
const mebibyte = 1024 * 1024;

describe('request bodies', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  /** An order with a member that nobody knows. */
  const orderWith = (extra: string): string => `${JSON.stringify(orderBody()).slice(0, -1)},"extra":${extra}}`;

  const nested = (levels: number, open = '[', close = ']', inner = ''): string => open.repeat(levels) + inner + close.repeat(levels);

  describe('content types', () => {
    it.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON ; charset=utf8'])(
      'takes %s',
      async (type) => {
        expect((await gateway.acme.post(orders, orderBody(), { 'Content-Type': type })).status).toBe(201);
      },
    );

    it.each([
      'text/plain',
      'text/json',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-16',
      'json',
      '',
    ])('refuses %j with 415', async (type) => {
      const answer = await gateway.acme.post(orders, orderBody(), { 'Content-Type': type });
      expectProblem(answer, 415, expect.stringContaining('application/json'));
    });

    it('refuses a body without a type', async () => {
      const answer = await gateway.acme.send('POST', orders, Buffer.from(JSON.stringify(orderBody())), { 'Content-Type': '' });
      expectProblem(answer, 415);
    });

    it.each(['gzip', 'br', 'deflate', 'unknown'])('refuses the content coding %s', async (coding) => {
      const body = gzipSync(JSON.stringify(orderBody()));
      expectProblem(await gateway.acme.post(orders, body, { 'Content-Encoding': coding }), 415);
    });

    it('wants a form where a form is due', async () => {
      const path = `/lab/v1/test_results/${nowhere}/documents`;
      const refused = await gateway.operator.post(path, {});
      expect([404, 415]).toContain(refused.status);
    });
  });

  describe('size', () => {
    const ofSize = (bytes: number): string => {
      const empty = orderWith('""');
      return empty.replace('"extra":""', `"extra":"${'x'.repeat(bytes - empty.length - 1)}"`).replace('ß', 'ss');
    };

    it('takes exactly 1 MiB', async () => {
      const body = ofSize(mebibyte);
      expect(Buffer.byteLength(body)).toBe(mebibyte);
      expect((await gateway.acme.post(orders, body)).status).toBe(201);
    });

    it('refuses one byte more with 413', async () => {
      expectProblem(await gateway.acme.post(orders, ofSize(mebibyte + 1)), 413, expect.stringContaining(String(mebibyte)));
    });

    it('counts bytes, not characters', async () => {
      const body = orderWith(`"${'ä'.repeat(mebibyte / 2)}"`);
      expect(body.length).toBeLessThan(mebibyte);
      expectProblem(await gateway.acme.post(orders, body), 413);
    });

    it('refuses it on every operation, and lets the client try again', async () => {
      const { orderId } = await placeOrder(gateway.acme);
      const body = Buffer.alloc(3 * mebibyte, 0x20);
      for (const path of [`${orders}/${orderId}/shipment_tracking`, '/sck/v1/orders'])
        expectProblem(await gateway.acme.post(path, body), 413);
      expectProblem(await gateway.operator.put('/admin/v1/partners/acme', body), 413);
      expect((await gateway.acme.post(orders, orderBody())).status).toBe(201);
    });
  });

  describe('JSON', () => {
    it.each([
      ['nothing', ''],
      ['white space', '  \n'],
      ['a text that is no JSON', 'hello'],
      ['HTML', '<html></html>'],
      ['half an object', '{"productIds":'],
      ['a trailing comma', '{"a":1,}'],
      ['single quotes', "{'a':1}"],
      ['a comment', '{"a":1} // b'],
      ['two objects', '{}{}'],
      ['NaN', '{"a":NaN}'],
      ['a number with a leading zero', '{"a":01}'],
      ['a raw line feed in a text', '{"a":"\n"}'],
      ['an array', '[]'],
      ['an array of objects', '[{}]'],
      ['a text', '"x"'],
      ['a number', '1'],
      ['a number that no float holds', '1.10'],
      ['true', 'true'],
      ['null', 'null'],
    ])('answers 400 to %s', async (_, body) => {
      expectProblem(await gateway.acme.post(orders, body), 400);
      const { status } = await gateway.operator.put('/admin/v1/partners/acme', body);
      expect(status).toBe(400);
    });

    it('passes over a byte order mark', async () => {
      const { status } = await gateway.operator.put('/admin/v1/partners/acme', '\uFEFF{"name":"Acme Health"}');
      expect(status).toBe(200);
    });

    it.each([
      ['at the top', '{"a":1,"a":1}', 'a'],
      ['in an escaped spelling', '{"productIds":[],"product\\u0049ds":[]}', 'productIds'],
      ['inside', '{"patient":{"email":"a@example.org","email":"b@example.org"}}', 'patient.email'],
      ['in a list', '{"list":[{},{"x":1,"x":2}]}', 'list[1].x'],
      ['in a member that nobody knows', orderWith('{"y":1,"y":1}'), 'extra.y'],
      ['__proto__', '{"__proto__":1,"__proto__":2}', '__proto__'],
    ])('answers 400 to a duplicate key %s and names it', async (_, body, path) => {
      expectProblem(await gateway.acme.post(orders, body), 400, expect.stringContaining(`"${path}"`));
    });

    it.each([
      ['lists', '[', ']'],
      ['objects', '{"a":', '}'],
    ])('takes 32 levels of %s and not 33', async (_, open, close) => {
      expect((await gateway.acme.post(orders, orderWith(nested(31, open, close, '1')))).status).toBe(201);
      expectProblem(await gateway.acme.post(orders, orderWith(nested(32, open, close, '1'))), 400, expect.stringContaining('32'));
    });

    it('minds no number of levels', async () => {
      expectProblem(await gateway.acme.post(orders, `{"a":${nested(200_000)}}`), 400, expect.stringContaining('32'));
      expectProblem(await gateway.acme.post(orders, '['.repeat(1_000_000)), 400);
    });

    it.each([
      ['a stray byte', [0xff]],
      ['half a character', [0xc3]],
      ['an overlong form', [0xc0, 0xaf]],
      ['a surrogate', [0xed, 0xa0, 0x80]],
      ['Latin-1', [...Buffer.from('Müller', 'latin1')]],
    ])('answers 400 to invalid UTF-8: %s', async (_, bytes) => {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
      expectProblem(await gateway.acme.post(orders, body), 400, expect.stringContaining('UTF-8'));
    });

    it('takes a member __proto__ for one that nobody knows', async () => {
      const body = `${JSON.stringify(orderBody()).slice(0, -1)},"__proto__":{"admin":true,"productIds":[]},"constructor":{"prototype":{}}}`;
      expect((await gateway.acme.post(orders, body)).status).toBe(201);
      expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    });

    it('ignores members that nobody knows', async () => {
      const { status, body } = await gateway.acme.post(orders, { ...orderBody(), future: { a: [1, null] }, id: 'x', createdAt: 'never' });
      expect([status, Object.hasOwn(body, 'future')]).toEqual([201, false]);
    });
  });

  it('of GET, HEAD and DELETE are not looked at', async () => {
    const { orderId } = await placeOrder(gateway.acme);
    expect((await gateway.operator.send('DELETE', `/admin/v1/tokens/${nowhere}`, '{not json')).status).toBe(404);
    expect((await gateway.acme.post(`${orders}/${orderId}/gdpr-erasure`, '{not json', { 'Content-Type': 'text/plain' })).status).toBe(501);
  });

  it('that are bad are told after a missing record, and before what they break', async () => {
    expectProblem(await gateway.acme.post(`${orders}/${nowhere}/shipment_tracking`, '{not json'), 404);
    expectProblem(await gateway.acme.post(`${orders}/x/shipment_tracking`, '{not json'), 404);
  });
});
