import { AuditTrail } from '@gateway/audit';
import { Client } from 'pg';
import { migrate, createDataSource } from '@gateway/persistence';
import { tamper } from '../support/audit';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startGateway, type TestGateway } from '../support/gateway';

const password = 'only-for-this-test';
const changes = ['UPDATE %s SET recorded_at = now()', 'DELETE FROM %s', 'TRUNCATE %s'];
const tables = ['audit_events', 'audit_seals'];
const cases = tables.flatMap((table) => changes.map((change) => change.replace('%s', table)));

/** The role of a service that neither owns the tables nor is a superuser, as the README tells to make it. */
const serviceRights = (role: string): string => `
  GRANT USAGE ON SCHEMA public TO ${role};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
  REVOKE UPDATE, DELETE ON audit_events, audit_seals FROM ${role};`;

describe('the tables of the audit trail', () => {
  let database: TestDatabase;
  const roles: string[] = [];

  /** A role that is no superuser. */
  async function makeRole(name: string): Promise<string> {
    const role = `${name}_${process.pid}_${roles.length}`;
    await database.dataSource.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
    roles.push(role);
    return role;
  }

  const urlOf = (role: string): string => {
    const url = new URL(database.url);
    url.username = role;
    url.password = password;
    return url.href;
  };

  async function as<T>(role: string, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: urlOf(role) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    for (const role of roles.reverse()) await database.dataSource.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    await database.drop();
  });

  it.each(cases)('can only be added to, even by a superuser: %s', async (sql) => {
    const [{ superuser }] = await database.dataSource.query(`SELECT rolsuper AS superuser FROM pg_roles WHERE rolname = current_user`);
    expect(superuser).toBe(true);
    await expect(database.dataSource.query(sql)).rejects.toMatchObject({
      code: '42501',
      message: `${sql.includes('events') ? 'audit_events' : 'audit_seals'} can only be added to`,
    });
  });

  describe('owned by another role than the service’s', () => {
    let gateway: TestGateway;
    let service: string;

    beforeAll(async () => {
      service = await makeRole('service');
      await database.dataSource.query(serviceRights(service));
      const dataSource = createDataSource({ url: urlOf(service) });
      await dataSource.initialize();
      gateway = await startGateway({ database: { ...database, dataSource } });
    });

    afterAll(async () => {
      await gateway.stop();
      await gateway.dataSource.destroy();
    });

    it('let the service work and record', async () => {
      expect((await gateway.operator.put('/admin/v1/sck_products/blood-kit', { name: { en: 'Blood kit' } })).status).toBe(201);
      expect((await gateway.acme.get('/sck/v1/kits')).status).toBe(200);
      await gateway.application.get(AuditTrail).flush();
      const rows = await database.dataSource.query('SELECT operation FROM audit_events ORDER BY recorded_at, id');
      expect(rows).toEqual([{ operation: 'putKitProduct' }, { operation: 'listKits' }]);
    });

    it.each(cases)('refuse it the right to: %s', async (sql) => {
      const table = sql.includes('events') ? 'audit_events' : 'audit_seals';
      await expect(as(service, (client) => client.query(sql))).rejects.toMatchObject({
        code: '42501',
        message: `permission denied for table ${table}`,
      });
    });

    it('refuse it to take the guard away', async () => {
      await expect(as(service, (client) => client.query('ALTER TABLE audit_events DISABLE TRIGGER ALL'))).rejects.toMatchObject({
        code: '42501',
      });
      await expect(as(service, (client) => client.query('SET session_replication_role = replica'))).rejects.toMatchObject({
        code: '42501',
      });
    });
  });

  it('made by the service’s own role take its rights to change them', async () => {
    const owner = await makeRole('owner');
    const name = `gateway_owned_${process.pid}`;
    await database.dataSource.query(`CREATE DATABASE ${name} OWNER ${owner}`);
    const url = new URL(urlOf(owner));
    url.pathname = `/${name}`;
    const dataSource = createDataSource({ url: url.href, timeouts: {} });
    try {
      await dataSource.initialize();
      await migrate(dataSource);
      for (const sql of cases)
        await expect(dataSource.query(sql)).rejects.toMatchObject({ message: expect.stringContaining('permission denied') });
    } finally {
      await dataSource.destroy();
      await database.dataSource.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });

  it('can be changed in tests by who switches the guard off', async () => {
    const gateway = { dataSource: database.dataSource } as TestGateway;
    await expect(tamper(gateway, 'DELETE FROM audit_events')).resolves.toBeUndefined();
  });
});
