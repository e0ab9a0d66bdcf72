import { setTimeout as pause } from 'node:timers/promises';
import { AuditTrail } from '@gateway/audit';
import { recorded } from '../support/audit';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { orderBody, putProduct } from '../support/factories';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';

const path = '/v1/diagnostic_orders';
const refuseEvents = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse()`;
const acceptEvents = 'DROP TRIGGER refuse ON audit_events; DROP FUNCTION refuse()';

describe('audit events', () => {
  let database: TestDatabase;
  let gateway: TestGateway;
  let log: string[];

  const run = (sql: string): Promise<any[]> => database.dataSource.query(sql);
  const countOf = async (table: string): Promise<number> => (await run(`SELECT count(*)::integer AS count FROM ${table}`))[0].count;

  beforeEach(async () => {
    database = await createTestDatabase();
    log = [];
    gateway = await startGateway({ database, log });
    await putProduct(gateway.operator);
    await gateway.application.get(AuditTrail).flush();
  });

  afterEach(async () => {
    await gateway.stop();
    await database.drop();
  });

  it('of a write are there with the write, before anything is flushed', async () => {
    const { body } = await gateway.acme.post(path, orderBody());
    expect(await run(`SELECT records FROM audit_events WHERE operation = 'createDiagnosticOrder'`)).toEqual([
      { records: [`${path}/${body.id}`] },
    ]);
  });

  it('of a write that cannot be recorded take the write with them', async () => {
    await run(refuseEvents);
    const answer = await gateway.acme.post(path, orderBody());
    expectProblem(answer, 500, expect.stringContaining(answer.headers['x-request-id']!));
    expect([await countOf('diagnostic_orders'), await countOf('service_requests'), await countOf('audit_unsealed')]).toEqual([0, 0, 0]);
    await run(acceptEvents);
    expect((await recorded(gateway)).map(({ operation, status }) => [operation, status])).toEqual([
      ['putDiagnosticProduct', 201],
      ['createDiagnosticOrder', 500],
    ]);
  });

  it('of a write that cannot be committed are gone with the write', async () => {
    await run(`
      CREATE FUNCTION refuse_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'late'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_late AFTER INSERT ON audit_unsealed DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse_late()`);
    expect((await gateway.acme.post(path, orderBody())).status).toBe(500);
    expect([await countOf('diagnostic_orders'), await countOf('audit_events')]).toEqual([0, 1]);
  });

  it('of reads are stored within a second, without being asked for', async () => {
    await gateway.acme.get(path);
    expect(await countOf('audit_events')).toBe(1);
    await pause(950);
    expect(await run(`SELECT operation FROM audit_events WHERE method = 'GET'`)).toEqual([{ operation: 'listDiagnosticOrders' }]);
    expect(await countOf('audit_unsealed')).toBe(0);
  });

  it('of reads that cannot be stored are kept and tried again; after a second no read is answered unrecorded', async () => {
    await run(refuseEvents);
    expect((await gateway.acme.get(path)).status).toBe(200);
    await pause(1_100);
    const waiting = gateway.acme.get(path);
    await pause(1_500);
    await run(acceptEvents);
    expect((await waiting).status).toBe(200);
    expect((await recorded(gateway)).filter(({ method }) => method === 'GET').map(({ status }) => status)).toEqual([200, 200]);
    expect(log.filter((line) => line.includes('audit events could not be stored')).length).toBeGreaterThan(0);
    expect(log.join('')).not.toContain('disk full');
  });

  it('of reads that cannot be stored for long have later reads refused', async () => {
    await run(refuseEvents);
    await gateway.acme.get(path);
    await pause(1_100);
    const answer = await gateway.acme.get(path);
    expectProblem(answer, 503);
    expect(answer.headers['retry-after']).toBe('5');
    await run(acceptEvents);
    await pause(1_200);
    expect((await gateway.acme.get(path)).status).toBe(200);
  }, 20_000);

  it('that wait are stored when the service stops', async () => {
    const stopped = await startGateway({ database });
    await stopped.acme.get('/v1/diagnostic_tests');
    await stopped.stop();
    expect(await run(`SELECT operation FROM audit_events WHERE method = 'GET'`)).toEqual([{ operation: 'listDiagnosticTests' }]);
  });

  it('of writes that a killed process has left unsealed are sealed by the next flush of any', async () => {
    await gateway.acme.post(path, orderBody());
    expect(await countOf('audit_unsealed')).toBe(1);
    const other = await startGateway({ database });
    await other.application.get(AuditTrail).flush();
    expect(await countOf('audit_unsealed')).toBe(0);
    await other.stop();
  });
});
