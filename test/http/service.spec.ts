import { setTimeout as pause } from 'node:timers/promises';
import { activationBody, addressBody, deliverResult, orderBody, placeOrder, putProduct } from '../support/factories';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';
import { TestClient } from '../support/test-client';

describe('the service itself', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  it.each(['/health/live', '/health/ready'])('%s is well', async (path) => {
    const answer = await gateway.nobody.get(path);
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' }, headers: { 'content-type': 'application/json; charset=utf-8' } });
  });

  it('measures requests by route pattern, never by address', async () => {
    await gateway.acme.get(`/v1/diagnostic_orders/${nowhere}`);
    await gateway.acme.get('/wp-admin/setup.php');
    const answer = await gateway.nobody.get('/metrics');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/)]);
    expect(answer.text).toMatch(/^# TYPE http_request_duration_seconds histogram$/m);
    expect(answer.text).toContain('http_request_duration_seconds_count{method="GET",route="/v1/diagnostic_orders/:id",status="404"} ');
    expect(answer.text).toMatch(/^process_cpu_seconds_total /m);
    expect(answer.text).toMatch(/^nodejs_heap_size_used_bytes /m);
    expect(answer.text).not.toContain(nowhere);
    expect(answer.text).not.toContain('wp-admin');
    expect(answer.text).not.toMatch(/acme|lab_|postgres:/);
  });

  it('has its metrics for Prometheus, which asks in its own way', async () => {
    const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1';
    expect((await gateway.nobody.get('/metrics', { Accept: accept })).status).toBe(200);
  });

  it.each(['/health/live', '/health/ready', '/metrics', '/docs', '/openapi.json'])(
    'refuses an unknown parameter of %s, not XDEBUG_SESSION',
    async (path) => {
      expectProblem(await gateway.nobody.get(`${path}?x=1`), 400, expect.stringContaining('"x"'));
      expect((await gateway.nobody.get(`${path}?XDEBUG_SESSION=PHPSTORM`)).status).toBe(200);
    },
  );
});

describe('without its database', () => {
  let gateway: TestGateway;

  beforeEach(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterEach(() => gateway.stop());

  it('lives, is not ready, and asks everybody to try again', async () => {
    await gateway.dataSource.destroy();
    const key = { 'Idempotency-Key': 'k' };
    const answers = [
      await gateway.nobody.get('/health/ready'),
      await gateway.acme.get('/v1/diagnostic_orders'),
      await gateway.acme.get('/v1/diagnostic_orders', { Prefer: 'count=exact' }),
      await gateway.acme.post('/v1/diagnostic_orders', orderBody()),
      await gateway.acme.post('/v1/diagnostic_orders', orderBody(), key),
      await gateway.operator.put('/admin/v1/partners/acme', { name: 'x' }),
      await new TestClient(gateway.url, 'never seen').get('/v1/diagnostic_orders'),
    ];
    for (const answer of answers) {
      expectProblem(answer, 503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect((await gateway.nobody.get('/health/live')).body).toEqual({ status: 'ok' });
    expect((await gateway.nobody.get('/metrics')).status).toBe(200);
    expectProblem(await gateway.nobody.get('/v1/diagnostic_orders'), 401);
  });

  it('waits for no connection longer than it takes, and answers 503 when all are taken', async () => {
    await gateway.acme.get('/v1/diagnostic_orders');
    const runners = Array.from({ length: 10 }, () => gateway.dataSource.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    const [ready, list] = await Promise.all([gateway.nobody.get('/health/ready'), gateway.acme.get('/v1/diagnostic_orders')]);
    for (const answer of [ready, list]) expectProblem(answer, 503);
    await Promise.all(runners.map((runner) => runner.release()));
    expect((await gateway.nobody.get('/health/ready')).status).toBe(200);
  });

  it('comes back when its connections were cut', async () => {
    const ready = async (): Promise<number> => (await gateway.nobody.get('/health/ready')).status;
    await Promise.all(Array.from({ length: 5 }, ready));
    const others = 'datname = current_database() AND pid <> pg_backend_pid()';
    await gateway.dataSource.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
    const statuses = [await ready(), await ready(), await ready()];
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.at(-1)).toBe(200);
  });

  it('makes no order of a connection that is cut in the middle', async () => {
    const blocker = gateway.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE diagnostic_tests IN ACCESS EXCLUSIVE MODE');
    const running = gateway.acme.post('/v1/diagnostic_orders', orderBody());
    await pause(300);
    await blocker.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expectProblem(await running, 503);
    await blocker.rollbackTransaction();
    await blocker.release();
    expect((await gateway.acme.get('/v1/diagnostic_orders')).body).toEqual([]);
  });
});

describe('the log', () => {
  const personal = [
    'Xaverius',
    'Zwickelhuber',
    'xaverius.zwickelhuber@example.org',
    'Geheimgasse 77',
    '1931-07-13',
    'A987654321',
    'SP-SECRET-1',
    '+49 30 1234567',
    'Positivbefund',
  ];

  it('has one line a request with id, partner, token, route, status and duration, and no personal data', async () => {
    const log: string[] = [];
    const gateway = await startGateway({ log });
    const { acme, operator, nobody } = gateway;
    await putProduct(operator);
    const [firstName, lastName, email, address1, dateOfBirth, subscriberIdentifier, specimenCode, phone, value] = personal;
    const patient = { firstName, lastName, email, gender: 'M', dateOfBirth, healthInsuranceDetails: { subscriberIdentifier } };
    const shippingAddress = addressBody({ firstName, lastName, address1, phone });
    const { orderId, testIds } = await placeOrder(acme, { patient, shippingAddress });
    await acme.post(`/v1/diagnostic_tests/${testIds[0]!}/activate`, activationBody({ specimenCode, dateOfBirth }), {
      'Idempotency-Key': `${lastName}`,
    });
    await deliverResult(operator, testIds[0]!, { observations: [{ loincNum: '1-8', value }], labNotes: [value] });
    await acme.get(`/v1/diagnostic_orders?json_exact[shippingAddress.lastName]=${lastName}`);
    await acme.get(`/v1/diagnostic_tests?specimenCode[]=${specimenCode}&${lastName}=1`);
    await acme.get(`/v1/diagnostic_orders/${lastName}`);
    await acme.get(`/nothing/${email}`, { 'User-Agent': lastName!, Referer: `https://example.org/${lastName}` });
    await acme.post('/v1/diagnostic_orders', `{"${lastName}":`);
    await acme.post('/v1/diagnostic_orders', orderBody({ patient: { ...patient, email: `${lastName} is no address` } }));
    await nobody.get(`/v1/diagnostic_orders?token=${acme.token}`, { 'X-API-TOKEN': lastName! });
    // An error inside: the constraint's message quotes what was to be stored.
    await gateway.dataSource.query(
      `ALTER TABLE diagnostic_tests ADD CONSTRAINT no_more CHECK (patient_last_name <> '${lastName}') NOT VALID`,
    );
    const failed = await acme.post('/v1/diagnostic_orders', orderBody({ patient, shippingAddress }), { 'X-Request-Id': 'the-failed-one' });
    expectProblem(failed, 500, expect.stringContaining('the-failed-one'));
    expect(failed.text).not.toMatch(/no_more|constraint "|insert into|\.ts:/i);
    await gateway.stop();

    const text = log.join('');
    for (const word of [...personal, acme.token!, operator.token!, acme.token!.slice(4, 20)]) expect(text).not.toContain(word);
    expect(text).not.toContain(encodeURIComponent(personal[2]!));

    const lines = log.map((line) => JSON.parse(line));
    const requests = lines.filter(({ route }) => route !== undefined);
    const created = requests.find(({ route, status }) => route === '/v1/diagnostic_orders' && status === 201);
    expect(created).toMatchObject({
      requestId: expect.any(String),
      partner: expect.any(String),
      token: expect.any(String),
      method: 'POST',
      ms: expect.any(Number),
    });
    expect(requests.find(({ route }) => route === '/v1/diagnostic_tests/:id/activate')).toMatchObject({
      status: 201,
      partner: created.partner,
    });
    expect(requests.filter(({ route }) => route === 'none')).toHaveLength(1);
    expect(requests.find(({ status }) => status === 401)).toMatchObject({ route: '/v1/diagnostic_orders' });
    expect(requests.find(({ status }) => status === 401)).not.toHaveProperty('partner');
    expect(lines.find(({ requestId, msg }) => requestId === 'the-failed-one' && msg === 'request failed')).toMatchObject({
      level: 50,
      code: 'unexpected',
      constraint: 'no_more',
    });
    expect(text).not.toContain(orderId);
  });

  it('has exactly one line for every request', async () => {
    const log: string[] = [];
    const gateway = await startGateway({ log });
    const paths = ['/health/live', '/health/ready', '/metrics', '/nothing', '/errors/404', '/v1/diagnostic_orders', '/docs/start.js'];
    for (const path of paths) await gateway.nobody.get(path);
    await gateway.stop();
    expect(log.map((line) => JSON.parse(line).status)).toEqual([200, 200, 200, 404, 200, 401, 200]);
  });
});
