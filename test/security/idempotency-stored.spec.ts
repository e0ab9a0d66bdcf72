import { orderBody, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';

describe('a stored answer', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  const storedBodies = async (): Promise<Buffer[]> => {
    const rows: { body: Buffer }[] = await gateway.dataSource.query('SELECT body FROM idempotency_keys');
    return rows.map(({ body }) => body);
  };

  it('shows neither an access token nor patients to who reads the database, and comes back whole to who has the key', async () => {
    const token = { name: 'ehr', partner: 'acme', scopes: ['orders:read'] };
    const made = await gateway.operator.post('/admin/v1/tokens', token, { 'Idempotency-Key': 'make-a-token' });
    const order = await gateway.acme.post('/v1/diagnostic_orders', orderBody(), { 'Idempotency-Key': 'place-an-order' });
    const bodies = await storedBodies();
    expect(bodies).toHaveLength(2);
    for (const secret of [made.body.token, 'lab_', 'Mustermann', order.body.id]) {
      expect(bodies.some((body) => body.includes(secret))).toBe(false);
    }
    const again = await gateway.operator.post('/admin/v1/tokens', token, { 'Idempotency-Key': 'make-a-token' });
    expect([again.status, again.text]).toEqual([201, made.text]);
  });

  it('keeps its language', async () => {
    const headers = { 'Idempotency-Key': 'in-german' };
    const first = await gateway.acme.post('/v1/diagnostic_orders', {}, { ...headers, 'Accept-Language': 'de' });
    const again = await gateway.acme.post('/v1/diagnostic_orders', {}, { ...headers, 'Accept-Language': 'en' });
    expect([again.status, again.text]).toEqual([422, first.text]);
    expect([first.headers['content-language'], again.headers['content-language']]).toEqual(['de', 'de']);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('belongs to the operation however its path is spelled', async () => {
    const headers = { 'Idempotency-Key': 'one-order' };
    const first = await gateway.acme.post('/v1/diagnostic_orders', orderBody(), headers);
    const again = await gateway.acme.post('/v1/diagnostic_orders/', orderBody(), headers);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect((await gateway.acme.post('/V1/diagnostic_orders', orderBody(), headers)).status).toBe(404);
    const [testIri] = first.body.diagnosticTests as [string];
    const specimen = { specimenCode: 'SP-1' };
    await gateway.acme.post(`${testIri}/specimens`, specimen, headers);
    const upper = testIri.replace(/[^/]+$/, (id) => id.toUpperCase());
    const repeated = await gateway.acme.post(`${upper}/specimens`, specimen, headers);
    expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([201, 'true']);
  });
});
