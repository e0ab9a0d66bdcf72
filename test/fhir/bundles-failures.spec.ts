import { refused } from '../support/bundle-exchange';
import { bundleOf, draftEntry } from '../support/bundles';
import { startGateway, type TestGateway } from '../support/gateway';

describe('an entry of a batch that fails for a reason of the service’s own', () => {
  const log: string[] = [];
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({ log });
    await gateway.dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Erika Mustermann'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON service_requests FOR EACH ROW WHEN (NEW.content::json ->> 'priority' = 'stat') EXECUTE FUNCTION refuse()`);
  });

  afterAll(() => gateway.stop());

  const batch = bundleOf('batch', draftEntry('r5'), draftEntry('r5', { priority: 'stat' }), draftEntry('r5'));

  const countRequests = async (): Promise<number> =>
    (await gateway.dataSource.query('SELECT count(*)::integer AS count FROM service_requests'))[0].count;

  it('says so in its response, and leaves the others alone; the log says why', async () => {
    const answer = await gateway.acme.post('/fhir/r5', batch, { 'X-Request-Id': 'one-fails' });
    const [first, failed, third] = answer.body.entry;
    expect([answer.status, first.response.status, third.response.status]).toEqual([200, '201 Created', '201 Created']);
    const expected = refused('500 Internal Server Error', 'exception', { diagnostics: 'X-Request-Id: one-fails' });
    expect(failed).toEqual({
      response: {
        ...expected.response,
        outcome: { ...expected.response.outcome, issue: [{ ...expected.response.outcome.issue[0], severity: 'fatal' }] },
      },
    });
    expect(answer.text).not.toContain('Mustermann');
    expect(await countRequests()).toBe(2);
    const lines = log.map((line) => JSON.parse(line)).filter(({ level, requestId }) => level === 50 && requestId === 'one-fails');
    expect(lines).toEqual([expect.objectContaining({ code: 'unexpected', errorCode: 'P0001', msg: 'part of a request failed' })]);
    expect(log.join('')).not.toContain('Mustermann');
  });

  it('takes the whole batch with it where the answer would be kept', async () => {
    const answer = await gateway.acme.post('/fhir/r5', batch, { 'Idempotency-Key': 'kept' });
    expect([answer.status, answer.body.issue[0].code, await countRequests()]).toEqual([500, 'exception', 2]);
  });
});
