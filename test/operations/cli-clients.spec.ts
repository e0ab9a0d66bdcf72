import { TestTerminal } from '../support/cli';
import { startGateway, type TestGateway } from '../support/gateway';
import { SmartTestClient } from '../support/smart-client';

describe('the command line client for SMART clients', () => {
  let gateway: TestGateway;
  let terminal: TestTerminal;
  let client: SmartTestClient;
  let files: Record<string, string>;

  beforeAll(async () => {
    gateway = await startGateway();
    terminal = new TestTerminal({ baseUrl: gateway.url, token: gateway.operator.token });
    client = new SmartTestClient(gateway, 'acme-ehr');
    files = { 'keys.json': JSON.stringify(await client.jwks()), 'broken.json': '{' };
  });

  afterAll(() => gateway.stop());

  const put = (...argv: string[]) => terminal.run(['client', 'put', 'acme-ehr', ...argv], files);
  const complete = ['--partner', 'acme', '--jwks', 'keys.json', '--scopes', 'system/Observation.rs, system/Patient.r'];

  it('registers, lists and removes', async () => {
    const line = 'acme-ehr  acme  acme-ehr  system/Observation.rs system/Patient.r  keys acme-ehr-1';
    expect(await put(...complete)).toEqual({ code: 0, out: `Client ${line}`, err: '' });
    expect((await client.ask({ scope: 'system/*.rs' })).body.scope).toBe('system/Observation.rs system/Patient.r');
    const { out } = await put(...complete, '--name', 'EHR', '--json');
    expect(JSON.parse(out)).toMatchObject({ clientId: 'acme-ehr', partner: 'acme', name: 'EHR', jwks: await client.jwks() });
    expect((await terminal.run(['client', 'list'])).out).toBe(line.replace('acme  acme-ehr', 'acme  EHR'));
    expect(await terminal.run(['client', 'remove', 'acme-ehr'])).toEqual({ code: 0, out: 'Removed.', err: '' });
    expect((await terminal.run(['client', 'list'])).out).toBe('');
  });

  it.each([
    ['--partner', ['--jwks', 'keys.json', '--scopes', 'system/*.rs']],
    ['--jwks', ['--partner', 'acme', '--scopes', 'system/*.rs']],
    ['--scopes', ['--partner', 'acme', '--jwks', 'keys.json']],
    ['--jwks', ['--partner', 'acme', '--jwks', 'broken.json', '--scopes', 'system/*.rs']],
  ])('says what is wrong with %s', async (option, argv) => {
    const { code, out, err } = await put(...argv);
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).toContain(option);
  });
});
