import { AuditTrail } from '@gateway/audit';
import type { Pool } from 'pg';
import { faultsOf } from '../support/fhir-validity';
import { releasePaths } from '../support/fhir-requests';
import { putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { makeRecords, type Records } from '../support/records';

const list = '/admin/v1/audit_events';

describe('the list of audit events', () => {
  let gateway: TestGateway;
  let records: Records;
  /** A read of the order, a refusal to another partner, and a failure, at known moments. */
  let seen: readonly any[];

  const ids = async (query: string): Promise<readonly string[]> => {
    const { status, body } = await gateway.operator.get(`${list}?itemsPerPage=100&${query}`);
    if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`);
    return body.map(({ id }: { id: string }) => id);
  };

  beforeAll(async () => {
    gateway = await startGateway({ trustedProxies: 'loopback' });
    await putProduct(gateway.operator);
    records = await makeRecords(gateway);
    const order = `/v1/diagnostic_orders/${records.diagnostic_orders}`;
    gateway.clock.set('2031-01-01T00:00:00.000Z');
    await gateway.acme.get(order, { 'X-Request-Id': 'first', 'X-Forwarded-For': '192.0.2.1' });
    gateway.clock.set('2031-01-02T00:00:00.000Z');
    await gateway.other.get(order, { 'X-Request-Id': 'second', 'X-Forwarded-For': '192.0.2.2' });
    gateway.clock.set('2031-01-03T00:00:00.000Z');
    await gateway.acme.post(`${order}/gdpr-erasure`, undefined, { 'X-Request-Id': 'third', 'X-Forwarded-For': '192.0.2.3' });
    await gateway.application.get(AuditTrail).flush();
    gateway.clock.set(undefined);
    seen = (await gateway.operator.get(`${list}?recordedAt[gte]=2031-01-01`)).body;
  });

  afterAll(() => gateway.stop());

  it('has the newest at the end, and the other way round when asked', async () => {
    expect(seen.map(({ requestId }) => requestId)).toEqual(['first', 'second', 'third']);
    const reversed = await ids('recordedAt[gte]=2031-01-01&sort[recordedAt]=desc');
    expect(reversed).toEqual(seen.map(({ id }) => id).reverse());
  });

  it.each<[string, string, readonly number[]]>([
    ['before a moment', 'recordedAt[lt]=2031-01-02T00:00:00.000Z', [0]],
    ['up to a moment', 'recordedAt[lte]=2031-01-02T00:00:00.000Z', [0, 1]],
    ['after a moment', 'recordedAt[gt]=2031-01-02T00:00:00.000Z', [2]],
    ['a partner by slug', 'partner[]=acme', [0, 2]],
    ['a partner by IRI', 'partner[]=/admin/v1/partners/other', [1]],
    ['two partners', 'partner[]=acme&partner[]=other', [0, 1, 2]],
    ['a partner that is not there', 'partner[]=nobody', []],
    ['the operating side', 'partner[]=00000000-0000-0000-0000-000000000000', []],
    ['a token', 'token[]=FIRST_TOKEN', [0, 2]],
    ['a token by IRI', 'token[]=/admin/v1/tokens/FIRST_TOKEN', [0, 2]],
    ['a client', 'client[]=acme-ehr', []],
    ['a record', 'record[]=/v1/diagnostic_orders/ORDER', [0, 1, 2]],
    ['part of a record', 'record[]=/v1/diagnostic_orders', []],
    ['an operation', 'operation[]=eraseDiagnosticOrder', [2]],
    ['an action', 'action[]=read', [0, 1]],
    ['a method', 'method[]=POST', [2]],
    ['a method in small letters', 'method[]=post', []],
    ['a status', 'status[]=404', [1]],
    ['no status', 'status[]=many', []],
    ['success', 'outcome[]=success', [0]],
    ['refusals', 'outcome[]=refused', [1]],
    ['failures and refusals', 'outcome[]=failed&outcome[]=refused', [1, 2]],
    ['a request', 'requestId[]=second', [1]],
    ['an address', 'address[]=192.0.2.3', [2]],
    ['part of an address', 'address[]=192.0.2', []],
    ['both of two', 'partner[]=acme&outcome[]=refused', []],
  ])('is filtered by %s', async (_, query, expected) => {
    const filled = query.replace('FIRST_TOKEN', seen[0].token).replace('ORDER', records.diagnostic_orders);
    expect(await ids(`recordedAt[gte]=2031-01-01&${filled}`)).toEqual(expected.map((index) => seen[index].id));
  });

  it.each(['action[]=look', 'outcome[]=', 'recordedAt[gt]=yesterday', 'name=x', 'sort[partner]=asc'])('refuses %s', async (query) => {
    expect((await gateway.operator.get(`${list}?${query}`)).status).toBe(400);
  });

  it('finds few of many by indexes', async () => {
    await gateway.dataSource.query(
      `INSERT INTO audit_events SELECT md5('chain ' || i % 40)::uuid, gen_random_uuid(), timestamptz '2030-01-01' + i * interval '1 second',
              md5('token ' || i % 400)::uuid, NULL, 'getDiagnosticOrder', 'orders:read', 'read', 'GET', ARRAY['/v1/diagnostic_orders/' || i], 200, 'request-' || i, '192.0.2.9'
         FROM generate_series(1, 40000) i`,
    );
    await gateway.dataSource.query('VACUUM ANALYZE audit_events');
    const explained = async (condition: string): Promise<string> => {
      const { master } = gateway.dataSource.driver as unknown as { master: Pool };
      const { rows } = await master.query(`EXPLAIN SELECT e.* FROM audit_events e WHERE ${condition} ORDER BY recorded_at, id LIMIT 31`);
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    };
    expect(await explained('TRUE')).toContain('audit_events_recorded_at_id_idx ');
    expect(await explained(`e.chain = md5('chain 17')::uuid`)).toContain('audit_events_chain_recorded_at_id_idx');
    expect(await explained(`e.token_id = md5('token 17')::uuid`)).toContain('audit_events_token_id_recorded_at_id_idx');
    expect(await explained(`e.records && ARRAY['/v1/diagnostic_orders/17']`)).toContain('audit_events_records_idx');
    expect(await explained('((e.status >= 400 AND e.status < 500) OR (e.status >= 500))')).toContain('audit_events_recorded_at_id_idx1');
    expect(await explained(`e.request_id = 'request-17'`)).toContain('audit_events_request_id_address_idx');
  });

  describe.each(releasePaths)('as AuditEvents of %s', (release) => {
    const base = `/admin/v1/fhir/${release}/AuditEvent`;
    const found = async (query: string): Promise<readonly string[]> =>
      ((await gateway.operator.get(`${base}?date=ge2031-01-01&${query}`)).body.entry ?? []).map((entry: any) => entry.resource.id);

    it('says the same, and is valid', async () => {
      const { status, headers, body } = await gateway.operator.get(`${base}?date=ge2031-01-01`);
      expect([status, headers['content-type']]).toEqual([
        200,
        `application/fhir+json; fhirVersion=${release === 'r4b' ? '4.3' : '5.0'}; charset=utf-8`,
      ]);
      expect(faultsOf(release, body)).toEqual([]);
      const [third, second, first] = body.entry.map(({ resource }: any) => resource);
      const outcomes = [first, second, third].map(({ outcome }) => (release === 'r4b' ? outcome : outcome.code.code));
      expect(outcomes).toEqual(release === 'r4b' ? ['0', '4', '8'] : ['success', 'error', 'fatal']);
      expect(first).toMatchObject({
        id: seen[0].id,
        recorded: '2031-01-01T00:00:00.000Z',
        action: 'R',
        agent: [
          {
            who: { type: 'Device', identifier: { system: 'https://gateway.example/admin/v1/tokens', value: seen[0].token } },
            requestor: true,
          },
          { who: { type: 'Organization', identifier: { value: 'acme' } }, requestor: false },
        ],
        entity: [
          { what: { reference: `https://gateway.example/v1/diagnostic_orders/${records.diagnostic_orders}` } },
          { what: { identifier: { value: 'first' } } },
        ],
      });
      const { network, networkString } = first.agent[0];
      expect(networkString ?? network).toEqual(release === 'r4b' ? { address: '192.0.2.1', type: '2' } : '192.0.2.1');
    });

    it('is valid whatever was recorded', async () => {
      const { body } = await gateway.operator.get(`${base}?_count=100&date=lt2030-01-01`);
      expect(body.entry.length).toBeGreaterThan(5);
      expect(faultsOf(release, body)).toEqual([]);
    });

    it.each<[string, readonly number[]]>([
      ['date=2031-01-02', [1]],
      ['date=gt2031-01-02', [2]],
      ['date=le2031-01-02', [1, 0]],
      ['date=lt2031-01-02', [0]],
      ['agent=TOKEN', [2, 0]],
      ['agent=other', [1]],
      ['entity=/v1/diagnostic_orders/ORDER', [2, 1, 0]],
      ['entity=https://gateway.example/v1/diagnostic_orders/ORDER', [2, 1, 0]],
      ['entity=/v1/diagnostic_orders/none', []],
      ['action=R', [1, 0]],
      ['action=U,R', [2, 1, 0]],
      ['action=C', []],
      [`outcome=${release === 'r4b' ? '4' : 'error'}`, [1]],
    ])('is searched by %s', async (query, expected) => {
      const filled = query.replace('TOKEN', seen[0].token).replace('ORDER', records.diagnostic_orders);
      expect(await found(filled)).toEqual(expected.map((index) => seen[index].id));
    });

    it('is paged by links, and read by id', async () => {
      const pages: string[] = [];
      let url: string | undefined = `${base}?date=ge2031-01-01&_count=2`;
      while (url !== undefined) {
        const { body }: { body: any } = await gateway.operator.get(url);
        pages.push(body.entry.map(({ resource }: any) => resource.id).join(' '));
        url = body.link.find(({ relation }: any) => relation === 'next')?.url.slice('https://gateway.example'.length);
      }
      expect(pages).toEqual([`${seen[2].id} ${seen[1].id}`, seen[0].id]);
      const { body } = await gateway.operator.get(`${base}/${seen[1].id}`);
      expect([body.id, faultsOf(release, body)]).toEqual([seen[1].id, []]);
      expect((await gateway.operator.get(`${base}/${seen[1].token}`)).status).toBe(404);
    });

    it.each(['action=X', 'outcome=16', 'date=then', '_count=0', 'patient=1'])('refuses %s', async (query) => {
      expect((await gateway.operator.get(`${base}?${query}`)).status).toBe(400);
    });
  });
});
