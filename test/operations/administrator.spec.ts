import { TokensService } from '@gateway/access';
import { Clock, Database, Identifiers, ServiceSettings } from '@gateway/kernel';
import { startGateway, type TestGateway } from '../support/gateway';
import { TestClient } from '../support/test-client';

const secretA = `A${'-configured-token'.repeat(3)}`;
const secretB = `B${'-configured-token'.repeat(3)}`;

describe('the first administrator', () => {
  let gateway: TestGateway;

  beforeEach(async () => {
    gateway = await startGateway();
    await gateway.dataSource.query('DELETE FROM access_tokens');
  });

  afterEach(() => gateway.stop());

  /** A start of the service with the setting; what it tells of a token that it made. */
  function start(adminToken: string | undefined): Promise<string | undefined> {
    const { application } = gateway;
    const settings = { ...application.get(ServiceSettings), adminToken };
    return new TokensService(
      application.get(Database),
      application.get(Clock),
      application.get(Identifiers),
      settings,
    ).ensureAdministrator();
  }

  const statusOf = async (secret: string): Promise<number> => (await new TestClient(gateway.url, secret).get('/admin/v1/tokens')).status;

  const tokens = async (): Promise<{ name: string; revokedAt: string | null; scopes: string[]; partner: string | null }[]> => {
    const { secret } = await gateway.application.get(TokensService).create({
      partnerId: null,
      laboratory: null,
      name: 'reader',
      scopes: ['admin'],
      expiresAt: null,
      rateLimit: null,
    });
    const { body } = await new TestClient(gateway.url, secret).get('/admin/v1/tokens');
    return body.filter(({ name }: { name: string }) => name !== 'reader');
  };

  it('is made up and told once where nobody can administer', async () => {
    const secret = await start(undefined);
    expect(secret).toMatch(/^lab_[A-Za-z0-9_-]{43}$/);
    expect(await statusOf(secret!)).toBe(200);
    expect(await start(undefined)).toBeUndefined();
    expect(await tokens()).toEqual([expect.objectContaining({ scopes: ['admin'], partner: null, revokedAt: null })]);
  });

  it('is made up again when the last one is revoked or expired', async () => {
    const first = await start(undefined);
    await gateway.dataSource.query('UPDATE access_tokens SET revoked_at = now()');
    const second = await start(undefined);
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    await gateway.dataSource.query("UPDATE access_tokens SET expires_at = now() - interval '1 second'");
    expect(await start(undefined)).toBeDefined();
  });

  it('is one, when several processes start at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => start(undefined)));
    expect(made.filter((secret) => secret !== undefined)).toHaveLength(1);
  });

  it('is the one of the setting, told to nobody', async () => {
    expect(await start(secretA)).toBeUndefined();
    expect(await statusOf(secretA)).toBe(200);
    expect(await start(secretA)).toBeUndefined();
    expect(await tokens()).toHaveLength(1);
  });

  it('changes with the setting: the earlier one stops, and works again when it is set again', async () => {
    await start(secretA);
    await start(secretB);
    expect([await statusOf(secretA), await statusOf(secretB)]).toEqual([401, 200]);
    await start(secretA);
    await new Promise((resolve) => setTimeout(resolve, 3_200));
    expect([await statusOf(secretA), await statusOf(secretB)]).toEqual([200, 401]);
    expect(await tokens()).toHaveLength(2);
  });

  it('of the setting is made by several processes at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => start(secretA)));
    expect(await tokens()).toHaveLength(1);
  });

  it('of the setting leaves tokens alone that were made otherwise', async () => {
    const made = await start(undefined);
    await start(secretA);
    await start(secretB);
    expect(await statusOf(made!)).toBe(200);
  });
});
