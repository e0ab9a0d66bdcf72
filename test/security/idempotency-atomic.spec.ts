import { setTimeout as pause } from 'node:timers/promises';
import { IdempotencyCleaner } from '@gateway/access';
import { bundleOf, draftEntry } from '../support/bundles';
import { deliverResult, orderBody, placeOrder, putProduct } from '../support/factories';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';

const path = '/v1/diagnostic_orders';
const key = { 'Idempotency-Key': 'the-key' };

describe('Idempotency-Key under load and failure', () => {
  let gateway: TestGateway;

  const countOf = async (table: string): Promise<number> => {
    const [row] = await gateway.dataSource.query(`SELECT count(*)::integer AS count FROM ${table}`);
    return row.count;
  };

  beforeEach(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterEach(() => gateway.stop());

  it('makes one order of 100 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => gateway.acme.post(path, orderBody(), key)));
    const made = answers.filter(({ status }) => status === 201);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(made.length + waiting.length).toBe(100);
    expect(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const answer of waiting) expectProblem(answer, 409);
    expect([await countOf('diagnostic_orders'), await countOf('diagnostic_tests')]).toEqual([1, 1]);
    const later = await gateway.acme.post(path, orderBody(), key);
    expect([later.status, later.text, later.headers['idempotent-replayed']]).toEqual([201, made[0]!.text, 'true']);
  });

  it('answers 409 with Retry-After while the first request runs, then repeats its answer', async () => {
    const blocker = gateway.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE diagnostic_orders IN ACCESS EXCLUSIVE MODE');
    try {
      const running = gateway.acme.post(path, orderBody(), key);
      await pause(300);
      const second = await gateway.acme.post(path, orderBody(), key);
      expectProblem(second, 409);
      expect(Number(second.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      const other = await gateway.acme.post(
        '/v1/diagnostic_tests/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a/specimens',
        { specimenCode: 'x' },
        key,
      );
      expect(other.status).toBe(404);
      await blocker.commitTransaction();
      const first = await running;
      expect(first.status).toBe(201);
      expect((await gateway.acme.post(path, orderBody(), key)).text).toBe(first.text);
    } finally {
      await blocker.release();
    }
  });

  it('keeps neither the effect nor the answer when the answer cannot be stored', async () => {
    await gateway.dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const failed = await gateway.acme.post(path, orderBody(), key);
    expectProblem(failed, 500, expect.stringContaining(failed.headers['x-request-id']!));
    expect(failed.text).not.toContain('disk full');
    expect([await countOf('diagnostic_orders'), await countOf('diagnostic_tests'), await countOf('idempotency_keys')]).toEqual([0, 0, 0]);
    await gateway.dataSource.query('DROP TRIGGER refuse ON idempotency_keys');
    const second = await gateway.acme.post(path, orderBody(), key);
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await countOf('diagnostic_orders')).toBe(1);
  });

  it('keeps no batch of which an entry could not be done for now, and undoes what others have done', async () => {
    await gateway.dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'later' USING ERRCODE = 'admin_shutdown'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON service_requests FOR EACH ROW WHEN (NEW.content::json ->> 'priority' = 'stat') EXECUTE FUNCTION refuse()`);
    const batch = bundleOf('batch', draftEntry('r5'), draftEntry('r5', { priority: 'stat' }));
    const first = await gateway.acme.post('/fhir/r5', batch, key);
    expect([first.status, first.headers['retry-after'], first.body.issue[0].code]).toEqual([503, expect.any(String), 'transient']);
    expect([await countOf('service_requests'), await countOf('idempotency_keys')]).toEqual([0, 0]);
    const withoutKey = await gateway.acme.post('/fhir/r5', batch);
    expect(withoutKey.body.entry.map(({ response }: any) => response.status)).toEqual(['201 Created', '503 Service Unavailable']);
    await gateway.dataSource.query('DROP TRIGGER refuse ON service_requests');
    const second = await gateway.acme.post('/fhir/r5', batch, key);
    expect(second.body.entry.map(({ response }: any) => response.status)).toEqual(['201 Created', '201 Created']);
    expect([second.headers['idempotent-replayed'], await countOf('service_requests')]).toEqual([undefined, 3]);
    const third = await gateway.acme.post('/fhir/r5', batch, key);
    expect([third.text, third.headers['idempotent-replayed']]).toEqual([second.text, 'true']);
  });

  it('keeps no answer 500, so that a repetition tries again', async () => {
    await gateway.dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON diagnostic_tests FOR EACH ROW EXECUTE FUNCTION refuse()`);
    expect((await gateway.acme.post(path, orderBody(), key)).status).toBe(500);
    expect(await countOf('diagnostic_orders')).toBe(0);
    await gateway.dataSource.query('DROP TRIGGER refuse ON diagnostic_tests');
    expect((await gateway.acme.post(path, orderBody(), key)).status).toBe(201);
  });

  it('takes a form that is sent again with a new boundary for the same', async () => {
    const { testIds } = await placeOrder(gateway.acme);
    const result = await deliverResult(gateway.operator, testIds[0]!);
    const address = `/lab/v1/test_results/${result.id}/documents`;
    const form = (content: string): FormData => {
      const data = new FormData();
      data.append('file', new Blob([content], { type: 'application/pdf' }), 'report.pdf');
      return data;
    };
    const first = await gateway.operator.post(address, form('%PDF-1.7 one'), key);
    expect(first.status).toBe(201);
    const second = await gateway.operator.post(address, form('%PDF-1.7 one'), key);
    expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    expect((await gateway.operator.post(address, form('%PDF-1.7 two'), key)).status).toBe(422);
    expect(await countOf('documents')).toBe(1);
  });

  it.each([
    ['deeply nested', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400],
    ['too large', 'x'.repeat(1024 * 1024 + 1), 413],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ])('answers a body that is %s as without a key', async (_, body, status) => {
    const answer = await gateway.acme.post(path, body, key);
    expectProblem(answer, status);
    expect((await gateway.acme.post(path, body)).body.detail).toBe(answer.body.detail);
  });

  it('forgets what is older than 24 hours', async () => {
    gateway.clock.set('2026-02-01T00:00:00.000Z');
    await gateway.acme.post(path, orderBody(), { 'Idempotency-Key': 'old' });
    gateway.clock.set('2026-02-01T12:00:00.000Z');
    await gateway.acme.post(path, orderBody(), { 'Idempotency-Key': 'young' });
    gateway.clock.set('2026-02-02T06:00:00.000Z');
    await gateway.application.get(IdempotencyCleaner).removeExpired();
    expect(await countOf('idempotency_keys')).toBe(1);
  });

  it('stores no body and no key in readable form', async () => {
    await gateway.acme.post(path, orderBody(), { 'Idempotency-Key': 'customer-4711' });
    const [row] = await gateway.dataSource.query(
      "SELECT encode(digest, 'escape') AS digest, length(digest) AS bytes, length(fingerprint) AS mark FROM idempotency_keys",
    );
    expect(row).toEqual({ digest: expect.not.stringContaining('4711'), bytes: 32, mark: 32 });
  });
});
