import { commands } from '../../src/cli/commands';
import { readCliSettings } from '../../src/settings';
import { TestTerminal } from '../support/cli';
import { activationBody, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';

const moment = new Date('2026-03-01T08:00:00.000Z');

describe('the command line client', () => {
  let gateway: TestGateway;
  let terminal: TestTerminal;

  beforeAll(async () => {
    gateway = await startGateway();
    gateway.clock.set(moment.toISOString());
    terminal = new TestTerminal({ baseUrl: gateway.url, token: gateway.operator.token }, () => moment);
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  const runJson = async (...argv: string[]): Promise<any> => {
    const { code, out, err } = await terminal.run([...argv, '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };

  describe('token', () => {
    it('create makes a token that works, and expires', async () => {
      const token = await runJson('token', 'create', '--partner', 'acme', '--scopes', 'orders:read, tests:read', '--expires', '90d');
      expect(token).toMatchObject({ partner: 'acme', scopes: ['orders:read', 'tests:read'], expiresAt: '2026-05-30T08:00:00.000Z' });
      const answer = await fetch(`${gateway.url}/v1/diagnostic_orders`, { headers: { 'X-API-TOKEN': token.token } });
      expect(answer.status).toBe(200);
    });

    it('create tells a person the token and what it is good for', async () => {
      const { out } = await terminal.run(['token', 'create', '--laboratory', 'north', '--scopes', 'lab:write', '--name', 'Analyser 7']);
      expect(out).toMatch(/^Token of laboratory north, shown only now: lab_[\w-]{43}\nId [0-9a-f-]{36}, scopes lab:write, never expires$/);
    });

    it('create says that the partner is missing', async () => {
      const { code, err, out } = await terminal.run(['token', 'create', '--partner', 'nobody', '--scopes', 'orders:read', '--json']);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe('The service refused this (422):\n  partner: The value you selected is not a valid choice. No such partner.');
    });

    it('list and revoke', async () => {
      const { id, token } = await runJson('token', 'create', '--partner', 'acme', '--scopes', 'orders:read', '--name', 'short-lived');
      expect((await terminal.run(['token', 'list'])).out).toContain(`${id}  acme  short-lived  orders:read  never expires`);
      expect(await terminal.run(['token', 'revoke', id])).toEqual({ code: 0, out: 'Revoked.', err: '' });
      const listed = (await runJson('token', 'list')).find((candidate: { id: string }) => candidate.id === id);
      expect(listed.revokedAt).toEqual(expect.any(String));
      expect((await terminal.run(['token', 'list'])).out).toContain(`revoked ${listed.revokedAt}`);
      const answer = await fetch(`${gateway.url}/v1/diagnostic_orders`, { headers: { 'X-API-TOKEN': token } });
      expect(answer.status).toBe(401);
    });

    it('revoke of a token that is not there is refused', async () => {
      expect(await terminal.run(['token', 'revoke', '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d41'])).toMatchObject({ code: 1, out: '' });
    });

    it.each([
      ['12h', '2026-03-01T20:00:00.000Z'],
      ['30m', '2026-03-01T08:30:00.000Z'],
      ['2027-01-31T00:00:00+01:00', '2027-01-30T23:00:00.000Z'],
    ])('--expires %s', async (expires, expiresAt) => {
      expect(await runJson('token', 'create', '--partner', 'acme', '--scopes', 'orders:read', '--expires', expires)).toMatchObject({
        expiresAt,
      });
    });
  });

  it('partner put makes a partner and changes its name', async () => {
    expect(await runJson('partner', 'put', 'north-clinic', '--name', 'North')).toMatchObject({ slug: 'north-clinic', name: 'North' });
    expect((await terminal.run(['partner', 'put', 'north-clinic', '--name', 'North Clinic'])).out).toBe(
      'Partner north-clinic: North Clinic',
    );
  });

  describe('product put', () => {
    it('takes options', async () => {
      const options = [
        '--name-en',
        'Iron',
        '--name-de',
        'Eisen',
        '--description-en',
        'Ferritin',
        '--loinc',
        '2276-4,2498-4',
        '--sample-type',
        'serum',
      ];
      expect(await runJson('product', 'put', 'iron', ...options)).toMatchObject({
        canonicalId: 'iron',
        name: 'Iron',
        description: 'Ferritin',
        loincNums: ['2276-4', '2498-4'],
        sampleType: 'serum',
        active: true,
      });
      const german = await gateway.acme.get('/v1/diagnostic_products/iron', { 'Accept-Language': 'de' });
      expect(german.body.name).toBe('Eisen');
    });

    it('takes a file', async () => {
      const files = { 'p.json': JSON.stringify({ name: { en: 'Zinc' }, active: false }) };
      expect((await terminal.run(['product', 'put', 'zinc', '--file', 'p.json'], files)).out).toMatch(
        /^Product zinc \([0-9a-f-]{36}\): Zinc, inactive$/,
      );
    });
  });

  describe('what laboratory and fulfilment tell', () => {
    it('lab intake', async () => {
      const { testIds } = await placeOrder(gateway.acme);
      await gateway.acme.post(`/v1/diagnostic_tests/${testIds[0]}/activate`, activationBody({ specimenCode: 'SP 7/ä' }));
      const received = await runJson('lab', 'intake', 'SP 7/ä', '--received-at', '2026-02-28T10:00:00+01:00');
      expect(received).toEqual({ diagnosticTests: [`/v1/diagnostic_tests/${testIds[0]}`], labIntakeAt: '2026-02-28T09:00:00.000Z' });
      expect((await terminal.run(['lab', 'intake', 'SP 7/ä'])).out).toContain(`  /v1/diagnostic_tests/${testIds[0]}`);
    });

    it('lab results, with the digits of the file', async () => {
      const { testIds } = await placeOrder(gateway.acme);
      const range = '{"intervals":[{"label":"","lower":null,"upper":{"operator":"<=","value":5.10}}]}';
      const file = `{"diagnosticTest":"${testIds[0]}","observations":[{"loincNum":"2093-3","value":"5.10","referenceRange":${range}}]}`;
      const { code, out } = await terminal.run(['lab', 'results', 'result.json', '--json'], { 'result.json': file });
      expect(code).toBe(0);
      expect(out).toContain(range);
      expect((await terminal.run(['lab', 'results', 'result.json'], { 'result.json': file })).out).toMatch(
        /^Result \/v1\/test_results\/\S+ of .*, observations: 1$/,
      );
    });

    it('ship, with tracking', async () => {
      const { orderId } = await placeOrder(gateway.acme);
      const { out } = await terminal.run([
        'ship',
        orderId,
        '--provider',
        'CARRIER_A',
        '--tracking-code',
        'A1',
        '--shipped-at',
        '2026-02-20T10:00:00Z',
      ]);
      expect(out).toBe(`Order ${orderId} shipped 2026-02-20T10:00:00.000Z\nTracking: https://tracking.carrier-a.example/parcels/A1`);
      expect(await runJson('ship', orderId)).toMatchObject({ id: orderId, shippedAt: '2026-02-20T10:00:00.000Z' });
    });
  });

  describe('refusals', () => {
    it.each([
      ['de', 'specimenCode: Sie haben einen ungültigen Wert ausgewählt. '],
      ['fr', "specimenCode: Cette valeur doit être l'un des choix proposés. "],
    ])('speak %s', async (language, text) => {
      expect((await terminal.run(['lab', 'intake', 'unknown', '--language', language])).err).toContain(text);
    });

    it('name the scope that is missing', async () => {
      const { code, err } = await terminal.run(['token', 'list', '--token', gateway.acme.token!]);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The service refused this \(403\):\n.*admin/) });
    });

    it('tell that nobody answers, or somebody else', async () => {
      expect(await terminal.run(['token', 'list', '--url', 'http://127.0.0.1:9'])).toMatchObject({
        code: 1,
        err: expect.stringContaining('No answer from http://127.0.0.1:9'),
      });
      expect(await terminal.run(['token', 'list', '--url', `${gateway.url}/nowhere`])).toMatchObject({ code: 1 });
    });

    it('of a file that is not JSON come from the service', async () => {
      expect(await terminal.run(['lab', 'results', 'f'], { f: '{' })).toMatchObject({ code: 1, err: expect.stringContaining('(400)') });
    });
  });

  describe('usage', () => {
    it.each([
      [['token', 'create']],
      [['token', 'create', '--scopes', ',']],
      [['token', 'create', '--scopes', 'admin', '--expires', 'soon']],
      [['token', 'create', '--scopes', 'admin', '--nonsense']],
      [['token', 'revoke']],
      [['token', 'revoke', 'a', 'b']],
      [['token', 'list', '--language', 'es']],
      [['token', 'list', '--url', 'localhost']],
      [['token', 'list', '--token', 'a b']],
      [['partner', 'put', 'x']],
      [['product', 'put', 'x']],
      [['product', 'put', 'x', '--file', 'missing.json']],
      [['lab', 'results', 'missing.json']],
      [['ship', 'x', '--tracking-code', 'A1']],
      [['simulate', 'x', '--outcome', 'sudden']],
      [['simulate']],
      [['lab']],
      [['dance']],
    ])('%j is not understood', async (argv) => {
      const { code, out, err } = await terminal.run(argv);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('npm run cli -- ');
    });

    it.each([
      [{}, { baseUrl: 'http://localhost:3000', token: undefined }],
      [
        { PORT: '8080', GATEWAY_TOKEN: 'lab_a', ADMIN_TOKEN: 'x'.repeat(32) },
        { baseUrl: 'http://localhost:8080', token: 'lab_a' },
      ],
      [
        { BASE_URL: 'https://lab.example/', GATEWAY_TOKEN: '', ADMIN_TOKEN: 'x'.repeat(32) },
        { baseUrl: 'https://lab.example', token: 'x'.repeat(32) },
      ],
    ])('the environment %j', (variables, settings) => {
      expect(readCliSettings(variables)).toEqual(settings);
    });

    it('without a token nothing is sent', async () => {
      const { code, err } = await new TestTerminal({ baseUrl: gateway.url, token: undefined }).run(['token', 'list']);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('GATEWAY_TOKEN') });
    });

    it.each(commands.map((command) => [command.name]))('%s --help', async (name) => {
      const command = commands.find((candidate) => candidate.name === name)!;
      const { code, out } = await terminal.run([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(out).toContain(command.summary);
      for (const option of Object.keys(command.options ?? {})) expect(out).toContain(`--${option}`);
    });

    it.each([[[]], [['--help']], [['token', '--help']]])('%j lists the commands', async (argv) => {
      const { code, out } = await terminal.run(argv);
      expect(code).toBe(0);
      for (const { name } of commands) expect(out).toContain(name);
    });
  });
});
