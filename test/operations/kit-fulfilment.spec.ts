import { startGateway, type TestGateway } from '../support/gateway';
import { fulfil, kitOrdersPath, placeKitOrder, putKitProduct } from '../support/kits';
import { nowhere } from '../support/patterns';
import { expectProblem, expectViolations, violation, wrongType } from '../support/problems';

const made = '2026-02-03T08:00:00.000Z';
const now = '2026-02-04T09:30:00.123Z';

describe('fulfilling kit orders', () => {
  let gateway: TestGateway;
  let order: { orderId: string; kitIds: string[] };
  let before: any;
  let codes: [string, string];
  let count = 0;

  beforeAll(async () => {
    gateway = await startGateway();
    await putKitProduct(gateway.operator);
    await putKitProduct(gateway.operator, 'urine-kit');
  });

  beforeEach(async () => {
    gateway.clock.set(made);
    order = await placeKitOrder(gateway.acme, { productIds: ['blood-kit', 'urine-kit'], metadata: { price: 5 } });
    before = await read();
    codes = [`A-${++count}`, `B-${count}`];
    gateway.clock.set(now);
  });

  afterAll(() => gateway.stop());

  const pathOf = (id: string, step = 'fulfil') => `/fulfilment/v1/sck_orders/${id}/${step}`;
  const post = (body?: unknown, step = 'fulfil') => gateway.operator.post(pathOf(order.orderId, step), body);
  const read = async () => (await gateway.acme.get(`${kitOrdersPath}/${order.orderId}`)).body;
  const codesOf = async (orderId: string, client = gateway.acme) =>
    (await client.get(`/sck/v1/kits?order[]=${orderId}`)).body.map(({ kitCode }: any) => kitCode);
  const assignments = () => order.kitIds.map((kit, index) => ({ kit, kitCode: codes[index]! }));

  it('answers with the whole order, which the partner reads too', async () => {
    const answer = await post({
      kits: assignments(),
      shipmentTracking: { provider: 'CARRIER_A', trackingCode: 'T 1', shipmentStatus: 'confirmed' },
    });
    expect([answer.status, answer.headers['content-type'], answer.headers['location']]).toEqual([
      200,
      'application/json; charset=utf-8',
      undefined,
    ]);
    expect(answer.body).toEqual({
      ...before,
      status: 'fulfilled',
      shippedAt: now,
      shipmentTracking: {
        provider: 'CARRIER_A',
        createdAt: now,
        updatedAt: now,
        trackingCode: 'T 1',
        url: 'https://tracking.carrier-a.example/parcels/T%201',
        shipmentStatus: 'confirmed',
        providerStatus: null,
      },
    });
    expect((await gateway.acme.get(`${kitOrdersPath}/${order.orderId}`)).text).toBe(answer.text);
    expect(await codesOf(order.orderId)).toEqual(codes);
    expect((await gateway.acme.get(`/sck/v1/kits?kit[]=${codes[1]}`)).body).toEqual([
      { id: order.kitIds[1], order: `${kitOrdersPath}/${order.orderId}`, product: expect.any(String), kitCode: codes[1], createdAt: made },
    ]);
  });

  it.each<[string, (ids: string[]) => unknown[]]>([
    [
      'uuids in another order',
      ([a, b]) => [
        { kit: b, kitCode: codes[1] },
        { kit: a, kitCode: codes[0] },
      ],
    ],
    ['IRIs', ([a, b]) => [a, b].map((id, index) => ({ kit: `/sck/v1/kits/${id!}`, kitCode: codes[index] }))],
    ['uuids in capitals', ([a, b]) => [a, b].map((id, index) => ({ kit: id!.toUpperCase(), kitCode: codes[index] }))],
    ['members that it does not know', ([a, b]) => [a, b].map((id, index) => ({ kit: id, kitCode: codes[index], weight: 3 }))],
  ])('takes %s', async (_, kitsOf) => {
    const { status, body } = await post({ kits: kitsOf(order.kitIds) });
    expect([status, body]).toEqual([200, { ...before, status: 'fulfilled', shippedAt: now }]);
    expect(await codesOf(order.orderId)).toEqual(codes);
  });

  it.each([
    ['2026-02-01T10:00:00+02:00', '2026-02-01T08:00:00.000Z'],
    ['2026-02-01T10:00:00.1239Z', '2026-02-01T10:00:00.123Z'],
    [null, now],
    [undefined, now],
  ])('sets shippedAt to what was sent: %s', async (shippedAt, expected) => {
    expect((await post({ kits: assignments(), shippedAt })).body).toEqual({ ...before, status: 'fulfilled', shippedAt: expected });
  });

  it('keeps codes as they are, up to 255 characters', async () => {
    codes = [`😀${'x'.repeat(250 - String(count).length)}${count}`, ` a-${count},"b"\\% `];
    expect((await post({ kits: assignments() })).status).toBe(200);
    expect(await codesOf(order.orderId)).toEqual(codes);
  });

  describe('changes nothing and', () => {
    afterEach(async () => {
      expect(await read()).toEqual(before);
      expect(await codesOf(order.orderId)).toEqual([null, null]);
    });

    const refusals: [string, (ids: string[]) => unknown, Parameters<typeof violation>[]][] = [
      ['no kits', () => ({}), [['kits', 'NotBlank']]],
      ['null for kits', () => ({ kits: null }), [['kits', 'NotNull']]],
      ['an empty list', () => ({ kits: [] }), [['kits', 'TooFew']]],
      ['a missing kit', ([a]) => ({ kits: [{ kit: a, kitCode: 'new-1' }] }), [['kits', 'TooFew', { payload: { min: 2 } }]]],
      [
        'a kit of nobody beside a missing one',
        ([a]) => ({
          kits: [
            { kit: a, kitCode: 'new-1' },
            { kit: nowhere, kitCode: 'new-2' },
          ],
        }),
        [
          ['kits[1].kit', 'Choice'],
          ['kits', 'TooFew'],
        ],
      ],
      [
        'a kit too many',
        ([a, b]) => ({ kits: [a, b, 'nothing'].map((kit, at) => ({ kit, kitCode: `new-${at}` })) }),
        [['kits[2].kit', 'Choice']],
      ],
      ['a kit twice', ([a, b]) => ({ kits: [a, b, a].map((kit, at) => ({ kit, kitCode: `new-${at}` })) }), [['kits[2].kit', 'Unique']]],
      [
        'a kit twice, by uuid and IRI',
        ([a, b]) => ({ kits: [a, b, `/sck/v1/kits/${b!}`].map((kit, at) => ({ kit, kitCode: `new-${at}` })) }),
        [['kits[2].kit', 'Unique']],
      ],
      ['a code twice', (ids) => ({ kits: ids.map((kit) => ({ kit, kitCode: 'new-1' })) }), [['kits[1].kitCode', 'Unique']]],
      [
        'a blank code',
        ([a, b]) => ({
          kits: [
            { kit: a, kitCode: ' ' },
            { kit: b, kitCode: 'new' },
          ],
        }),
        [['kits[0].kitCode', 'NotBlank']],
      ],
      [
        'a code of 256 characters, and one with NUL',
        ([a, b]) => ({
          kits: [
            { kit: a, kitCode: 'x'.repeat(256) },
            { kit: b, kitCode: 'a\0' },
          ],
        }),
        [
          ['kits[0].kitCode', 'TooLong', { payload: { max: 255 } }],
          ['kits[1].kitCode', 'Regex'],
        ],
      ],
      [
        'missing members',
        () => ({ kits: [{}, { kit: null, kitCode: null }] }),
        [
          ['kits[0].kit', 'NotBlank'],
          ['kits[0].kitCode', 'NotBlank'],
          ['kits[1].kit', 'NotNull'],
          ['kits[1].kitCode', 'NotNull'],
        ],
      ],
      [
        'a bad moment',
        (ids) => ({ kits: ids.map((kit, at) => ({ kit, kitCode: `new-${at}` })), shippedAt: '2026-02-03T08:00:00' }),
        [['shippedAt', 'DateTimeFormat']],
      ],
      [
        'a bad tracking',
        (ids) => ({ kits: ids.map((kit, at) => ({ kit, kitCode: `new-${at}` })), shipmentTracking: { trackingCode: 'x'.repeat(256) } }),
        [
          ['shipmentTracking.provider', 'NotBlank'],
          ['shipmentTracking.trackingCode', 'TooLong'],
        ],
      ],
    ];

    it.each(refusals)('refuses %s', async (_, bodyOf, expected) => {
      expectViolations(await post(bodyOf(order.kitIds)), ...expected.map((one) => violation(...one)));
    });

    it.each<[string, unknown, string]>([
      ['kits', { kits: 'all' }, wrongType('kits', 'array', 'string')],
      ['a kit', { kits: ['x'] }, wrongType('kits[0]', 'object', 'string')],
      ['a code', { kits: [{ kit: 'x', kitCode: 7 }] }, wrongType('kits[0].kitCode', 'string', 'number')],
      ['tracking', { kits: [], shipmentTracking: 'T1' }, wrongType('shipmentTracking', 'object', 'string')],
    ])('refuses a wrong type of %s', async (_, body, detail) => {
      expectProblem(await post(body), 400, detail);
    });

    it('refuses codes that orders of this or another partner have', async () => {
      const [own, foreign] = [await placeKitOrder(gateway.acme), await placeKitOrder(gateway.other)];
      await fulfil(gateway.operator, own, [`own-${count}`]);
      await fulfil(gateway.operator, foreign, [`foreign-${count}`]);
      const [a, b] = order.kitIds;
      const answer = await post({
        kits: [
          { kit: a, kitCode: `free-${count}` },
          { kit: b, kitCode: `foreign-${count}` },
        ],
      });
      expectViolations(answer, violation('kits[1].kitCode', 'Unique'));
      expect(answer.text).not.toContain(foreign.orderId);
      expectViolations(
        await post({
          kits: [
            { kit: a, kitCode: `foreign-${count}` },
            { kit: b, kitCode: `own-${count}` },
          ],
        }),
        violation('kits[0].kitCode', 'Unique'),
        violation('kits[1].kitCode', 'Unique'),
      );
      const third = await placeKitOrder(gateway.acme);
      expect((await fulfil(gateway.operator, third, [`free-${count}`])).status).toBe(200);
    });

    it('has no kits of other orders', async () => {
      const [other, foreign] = [await placeKitOrder(gateway.acme), await placeKitOrder(gateway.other)];
      const kits = [other.kitIds[0], foreign.kitIds[0]].map((kit, index) => ({ kit, kitCode: codes[index] }));
      expectViolations(
        await post({ kits }),
        violation('kits[0].kit', 'Choice'),
        violation('kits[1].kit', 'Choice'),
        violation('kits', 'TooFew'),
      );
      expect(await codesOf(foreign.orderId, gateway.other)).toEqual([null]);
    });
  });
});
