import { resolve } from 'node:path';
import { readSettings, type Settings, SettingsError } from './settings';

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: expect.any(String),
      baseUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      dataDirectory: resolve('data'),
      workers: 1,
      redisUrl: undefined,
      adminToken: undefined,
      loadsDemoData: true,
      carriers: 'neutral',
      rateLimit: { quota: 600, windowSeconds: 60, burst: 120 },
      logLevel: 'info',
      trustedProxies: false,
      corsOrigins: [],
      labTimeZone: 'Europe/Berlin',
      preparedStatements: true,
      timeouts: { statement: 25_000, pool: 5_000, request: 60_000, header: 15_000 },
    });
  });

  it('takes an empty variable for an unset one', () => {
    const names = ['PORT', 'HOST', 'BASE_URL', 'DATABASE_URL', 'DATA_DIR', 'REDIS_URL', 'ADMIN_TOKEN', 'DEMO_DATA', 'CARRIERS'];
    const others = ['RATE_LIMIT', 'WEB_CONCURRENCY', 'PREPARED_STATEMENTS', 'LOG_LEVEL', 'TRUST_PROXY', 'LAB_TIME_ZONE', 'CORS_ORIGINS'];
    const timeouts = ['STATEMENT_TIMEOUT', 'POOL_TIMEOUT', 'REQUEST_TIMEOUT', 'HEADER_TIMEOUT'];
    expect(readSettings(Object.fromEntries([...names, ...others, ...timeouts].map((name) => [name, ''])))).toEqual(readSettings({}));
  });

  it('minds no other variable', () => {
    expect(readSettings({ PATH: '/bin', NODE_ENV: 'production', PORTS: 'x' })).toEqual(readSettings({}));
  });

  it.each<[string, string, Partial<Settings>]>([
    ['PORT', '8080', { port: 8080, baseUrl: 'http://localhost:8080' }],
    ['PORT', '65535', { port: 65_535 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::', { host: '::' }],
    ['BASE_URL', 'https://lab.example.org', { baseUrl: 'https://lab.example.org' }],
    ['BASE_URL', 'https://lab.example.org/gateway/', { baseUrl: 'https://lab.example.org/gateway' }],
    ['DATABASE_URL', 'postgres://user:pass@db:5432/lab', { databaseUrl: 'postgres://user:pass@db:5432/lab', loadsDemoData: false }],
    ['DATABASE_URL', 'postgresql://db/lab?sslmode=require', { databaseUrl: 'postgresql://db/lab?sslmode=require' }],
    ['DATA_DIR', '/var/lib/lab', { dataDirectory: '/var/lib/lab' }],
    ['REDIS_URL', 'redis://cache:6379', { redisUrl: 'redis://cache:6379' }],
    ['REDIS_URL', 'rediss://user:pass@cache.example.org:6380/2', { redisUrl: 'rediss://user:pass@cache.example.org:6380/2' }],
    ['ADMIN_TOKEN', 'x'.repeat(32), { adminToken: 'x'.repeat(32) }],
    ['DEMO_DATA', 'off', { loadsDemoData: false }],
    ['DEMO_DATA', 'on', { loadsDemoData: true }],
    ['CARRIERS', 'germany', { carriers: 'germany' }],
    ['RATE_LIMIT', '1000/10/50', { rateLimit: { quota: 1000, windowSeconds: 10, burst: 50 } }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['TRUST_PROXY', '1', { trustedProxies: 1 }],
    ['TRUST_PROXY', 'loopback', { trustedProxies: 'loopback' }],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,2001:db8::/32', { trustedProxies: 'loopback, 10.0.0.0/8,2001:db8::/32' }],
    ['CORS_ORIGINS', '*', { corsOrigins: '*' }],
    ['CORS_ORIGINS', 'https://ehr.example', { corsOrigins: ['https://ehr.example'] }],
    ['CORS_ORIGINS', 'https://a.example, http://localhost:8080', { corsOrigins: ['https://a.example', 'http://localhost:8080'] }],
    ['LAB_TIME_ZONE', 'Europe/Vienna', { labTimeZone: 'Europe/Vienna' }],
    ['WEB_CONCURRENCY', '1', { workers: 1 }],
    ['WEB_CONCURRENCY', '64', { workers: 64 }],
    ['PREPARED_STATEMENTS', 'off', { preparedStatements: false }],
    ['PREPARED_STATEMENTS', 'on', { preparedStatements: true }],
  ])('takes %s=%s', (name, value, expected) => {
    expect(readSettings({ [name]: value })).toMatchObject(expected);
  });

  it.each<[string, string, Partial<Settings['timeouts']>]>([
    ['STATEMENT_TIMEOUT', '1', { statement: 1_000, pool: 5_000 }],
    ['STATEMENT_TIMEOUT', '3600', { statement: 3_600_000 }],
    ['POOL_TIMEOUT', '2', { pool: 2_000, statement: 25_000 }],
    ['REQUEST_TIMEOUT', '15', { request: 15_000, header: 15_000 }],
    ['HEADER_TIMEOUT', '60', { header: 60_000, request: 60_000 }],
  ])('takes %s=%s', (name, value, expected) => {
    expect(readSettings({ [name]: value }).timeouts).toMatchObject(expected);
  });

  it('refuses a header that may take longer than its request', () => {
    expect(() => readSettings({ HEADER_TIMEOUT: '61' })).toThrow(
      new SettingsError('HEADER_TIMEOUT: must not be longer than REQUEST_TIMEOUT'),
    );
  });

  it('loads demo data into an external database only when told to', () => {
    expect(readSettings({ DATABASE_URL: 'postgres://db/lab', DEMO_DATA: 'on' }).loadsDemoData).toBe(true);
  });

  const bad: readonly [name: string, value: string][] = [
    ['PORT', 'http-alt'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['BASE_URL', 'lab.example.org'],
    ['BASE_URL', 'ftp://lab.example.org'],
    ['DATABASE_URL', 'mysql://user:secret-7@db/lab'],
    ['DATABASE_URL', 'db.example.org:5432'],
    ['REDIS_URL', 'http://user:secret-7@cache:6379'],
    ['REDIS_URL', 'redis:6379'],
    ['REDIS_URL', 'cache:6379'],
    ['ADMIN_TOKEN', 'secret-7'],
    ['ADMIN_TOKEN', 'secret-7 with a blank, but long enough for it'],
    ['ADMIN_TOKEN', 'y'.repeat(31)],
    ['DEMO_DATA', 'perhaps'],
    ['CARRIERS', 'austria'],
    ['RATE_LIMIT', '700'],
    ['RATE_LIMIT', '700/60'],
    ['RATE_LIMIT', '0/60/120'],
    ['RATE_LIMIT', '600/0/120'],
    ['RATE_LIMIT', '600/60/0'],
    ['RATE_LIMIT', '600/60/-1'],
    ['RATE_LIMIT', 'a/b/c'],
    ['WEB_CONCURRENCY', '0'],
    ['WEB_CONCURRENCY', '65'],
    ['WEB_CONCURRENCY', 'auto'],
    ['WEB_CONCURRENCY', '2.5'],
    ['PREPARED_STATEMENTS', 'no'],
    ['STATEMENT_TIMEOUT', '0'],
    ['STATEMENT_TIMEOUT', '25s'],
    ['STATEMENT_TIMEOUT', '3601'],
    ['POOL_TIMEOUT', '-1'],
    ['POOL_TIMEOUT', '0.5'],
    ['REQUEST_TIMEOUT', '10000'],
    ['HEADER_TIMEOUT', 'never'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '10.0.0/8'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '2001:db8::/129'],
    ['TRUST_PROXY', 'loopback,'],
    ['LAB_TIME_ZONE', 'Europe/Atlantis'],
    ['CORS_ORIGINS', 'ehr.test'],
    ['CORS_ORIGINS', 'https://ehr.example/'],
    ['CORS_ORIGINS', 'https://ehr.example:443'],
    ['CORS_ORIGINS', 'https://EHR.example'],
    ['CORS_ORIGINS', 'https://user@ehr.example'],
    ['CORS_ORIGINS', 'https://a.example,'],
    ['CORS_ORIGINS', 'https://a.example,*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'file://ehr'],
  ];

  it.each(bad)('refuses %s=%s, naming the setting and not the value', (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(new RegExp(`^${name}: .+$`));
    expect(read).not.toThrow(value);
  });

  it('names every bad setting at once', () => {
    const read = () => readSettings({ PORT: 'x', CARRIERS: 'y', ADMIN_TOKEN: 'z', LOG_LEVEL: 'info' });
    expect(read).toThrow(/^PORT: .+\nADMIN_TOKEN: .+\nCARRIERS: .+$/);
  });
});
