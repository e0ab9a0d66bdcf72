import { operatingScopes, partnerScopes } from '@gateway/access';
import { Validator } from '@seriousme/openapi-schema-validator';
import { OpenApiContract } from '../support/openapi-contract';
import { routesIn } from '../support/records';
import { startGateway, type TestGateway } from '../support/gateway';

describe('/openapi.json', () => {
  let gateway: TestGateway;
  let document: any;
  let contract: OpenApiContract;

  beforeAll(async () => {
    gateway = await startGateway();
    document = JSON.parse((await gateway.nobody.get('/openapi.json')).text);
    contract = new OpenApiContract(document);
  });

  afterAll(() => gateway.stop());

  /** Names of the operations that do not hold. */
  const failing = (holds: (one: (typeof contract.operations)[number]) => boolean): string[] =>
    contract.operations.filter((one) => !holds(one)).map(({ method, path }) => `${method} ${path}`);

  const isGuarded = (one: (typeof contract.operations)[number]): boolean => one.operation.security.length > 0;
  const takesKey = (one: (typeof contract.operations)[number]): boolean => one.method === 'POST' && isGuarded(one);

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: 'https://gateway.example' }]);
  });

  it('documents the routes of the router, all and no other', () => {
    const routes = routesIn(gateway).map(({ method, path }) => `${method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`);
    expect(contract.operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...routes].sort());
  });

  it('names every operation once', () => {
    const ids = contract.operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(failing(({ operation }) => /^[a-z][A-Za-z0-9]+$/.test(operation.operationId))).toEqual([]);
  });

  it('says of every operation what it does and which scope it needs', () => {
    const scopes = [...partnerScopes, ...operatingScopes];
    expect(failing(({ operation }) => operation.summary.length > 5 && operation.tags.length === 1)).toEqual([]);
    const open = contract.operations.filter(({ operation }) => operation.security.length === 0).map(({ path }) => path);
    expect(
      failing(({ path, operation }) => open.includes(path) || scopes.some((scope) => operation.description.includes(`\`${scope}\``))),
    ).toEqual([]);
    expect(
      open.filter(
        (path) =>
          !/^\/(health|metrics|docs|openapi|contexts|errors|validation_errors|auth\/token$|(fhir\/r(4b|5)\/)?\.well-known|fhir\/r(4b|5)\/(metadata|\$versions)$)/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(Object.values(document.components.securitySchemes)).toEqual([
      { type: 'apiKey', in: 'header', name: 'X-API-TOKEN' },
      { type: 'http', scheme: 'bearer' },
      {
        type: 'oauth2',
        description: expect.any(String),
        flows: { clientCredentials: { tokenUrl: 'https://gateway.example/auth/token', scopes: expect.any(Object) } },
      },
    ]);
  });

  it('has parameters for the path, the language and the debugging marker', () => {
    const parametersOf = (one: (typeof contract.operations)[number]) =>
      one.operation.parameters.map((parameter) => contract.resolve<{ name: string; in: string; required?: boolean }>(parameter as never));
    const names = (one: (typeof contract.operations)[number], place: string) =>
      parametersOf(one).flatMap((parameter) => (parameter.in === place ? [parameter.name] : []));
    const inPath = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    expect(failing((one) => JSON.stringify(names(one, 'path')) === JSON.stringify(inPath(one.path)))).toEqual([]);
    expect(failing((one) => names(one, 'header').includes('Accept-Language') && names(one, 'query').includes('XDEBUG_SESSION'))).toEqual(
      [],
    );
    expect(failing((one) => takesKey(one) === names(one, 'header').includes('Idempotency-Key'))).toEqual([]);
    expect(failing((one) => parametersOf(one).every((parameter) => parameter.in !== 'path' || parameter.required === true))).toEqual([]);
    const orders = contract.operations.find(({ operation }) => operation.operationId === 'listDiagnosticOrders')!;
    for (const name of ['page', 'cursor', 'itemsPerPage', 'createdAt[gte]', 'exists[shipmentTracking]', 'order[]', 'sort[createdAt]']) {
      expect(names(orders, 'query')).toContain(name);
    }
  });

  it('lists the answers that every operation of its kind can give', () => {
    const has =
      (...statuses: number[]) =>
      (one: (typeof contract.operations)[number]) =>
        statuses.every((status) => String(status) in one.operation.responses);
    expect(failing(has(400, 406, 500, 503))).toEqual([]);
    expect(failing((one) => one.operation.security.length === 0 || has(401, 403, 429)(one))).toEqual([]);
    expect(failing((one) => !one.path.includes('{id}') || has(404)(one))).toEqual([]);
    expect(failing((one) => one.operation.requestBody === undefined || has(400, 413, 415)(one))).toEqual([]);
    expect(failing((one) => one.operation.requestBody === undefined || !isGuarded(one) || has(422)(one))).toEqual([]);
    expect(failing((one) => !takesKey(one) || has(409, 422)(one))).toEqual([]);
    expect(failing((one) => !one.path.endsWith('/gdpr-erasure') || has(400, 401, 403, 404, 422, 501)(one))).toEqual([]);
    const succeeds = (one: (typeof contract.operations)[number]) =>
      Object.keys(one.operation.responses).some((status) => /^[23]/.test(status));
    expect(failing((one) => succeeds(one) === !one.path.endsWith('/gdpr-erasure'))).toEqual([]);
  });

  it('has an example for every body and for every answer of JSON', () => {
    const lacking = contract.operations.flatMap(({ method, path, operation }) => {
      const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => [`${type} body`, type, media] as const);
      const answers = Object.entries(operation.responses).flatMap(([status, response]) =>
        Object.entries(contract.resolve<any>(response as never).content ?? {}).map(
          ([type, media]) => [`${status} ${type}`, type, media as any] as const,
        ),
      );
      return [...bodies, ...answers]
        .filter(([, type, media]) => (type.includes('json') || type.startsWith('multipart')) && media.example === undefined)
        .map(([name]) => `${method} ${path} ${name}`);
    });
    expect(lacking).toEqual([]);
  });

  it('has examples that are valid under their schemas', () => {
    const faults: unknown[] = [];
    const visit = (node: any, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('schema' in node && 'example' in node) {
        const found = contract.faultsOf(node.schema, node.example);
        if (found.length > 0) faults.push([at, found]);
      }
      if (Array.isArray(node.examples) && 'type' in node) {
        for (const example of node.examples) {
          const found = contract.faultsOf(node, example);
          if (found.length > 0) faults.push([at, found]);
        }
      }
      for (const [key, value] of Object.entries(node)) if (key !== 'example' && key !== 'examples') visit(value, `${at}/${key}`);
    };
    visit(document, '');
    expect(faults).toEqual([]);
  });

  it('says of every schema what it holds', () => {
    const schemas = Object.entries<any>(document.components.schemas);
    expect(schemas.filter(([, schema]) => schema.type !== 'object' || schema.properties === undefined).map(([name]) => name)).toEqual([]);
    for (const name of [
      'DiagnosticOrder',
      'DiagnosticTest',
      'TestResult',
      'Observation',
      'Document',
      'DiagnosticProduct',
      'ShipmentTracking',
    ]) {
      expect(schemas.map(([key]) => key)).toContain(name);
    }
  });

  it('resolves every reference that it makes', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
    expect(references.length).toBeGreaterThan(100);
    const broken = [...new Set(references)].filter(
      ($ref) => !$ref.startsWith('#/components/') || contract.resolve<unknown>({ $ref }) === undefined,
    );
    expect(broken).toEqual([]);
  });

  it('names the carriers in force', async () => {
    const german = await startGateway({ carriers: 'germany' });
    const text = (await german.nobody.get('/openapi.json')).text;
    await german.stop();
    expect(JSON.stringify(document)).toContain('"enum":["CARRIER_A","CARRIER_B","OTHER"]');
    expect(text).toContain('"enum":["DHL","Deutsche Post","OTHER"]');
    expect(text).not.toContain('CARRIER_A');
  });

  it('tells nothing of the inside', () => {
    expect(JSON.stringify(document)).not.toMatch(/postgres|\/home\/|node_modules|localhost/i);
  });
});

describe('/docs', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  it('is a page whose files all come from here', async () => {
    const page = await gateway.nobody.get('/docs', { Accept: 'text/html,application/xhtml+xml' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/https?:|\/\/[a-z]/i);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const answer = await gateway.nobody.get(file);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers['content-type']).toMatch(file.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      expect(answer.bytes.length).toBeGreaterThan(50);
    }
    const start = await gateway.nobody.get('/docs/start.js');
    expect(start.text).toContain("url: '/openapi.json'");
    expect(start.text).not.toMatch(/https?:/);
    const style = await gateway.nobody.get('/docs/swagger-ui.css');
    expect([...style.text.matchAll(/url\(([^)]*)\)|@import/g)].filter(([, address]) => !/^["']?data:/.test(address ?? ''))).toEqual([]);
  });

  it('may fetch nothing from elsewhere, and may not be framed', async () => {
    const policy = (await gateway.nobody.get('/docs')).headers['content-security-policy']!;
    const directives = Object.fromEntries(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]));
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(directives['script-src']).not.toContain("'unsafe-inline'");
  });

  it.each(['index.html', 'package.json', '..%2fpackage.json', '%2e%2e%2f%2e%2e%2fpackage.json', 'constructor', 'swagger-ui.css.map'])(
    'has no file %s',
    async (file) => {
      expect((await gateway.nobody.get(`/docs/${file}`)).status).toBe(404);
    },
  );
});
