import { ServiceRequestsService } from '@gateway/core';
import { putProduct } from '../support/factories';
import { codeOf, productCoding, releasePaths, requestBody } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import type { Headers, TestAnswer, TestClient } from '../support/test-client';

describe.each(releasePaths)('errors on the standard paths of %s', (release) => {
  let gateway: TestGateway;
  let requestId: string;
  const base = `/fhir/${release}`;
  const path = `${base}/ServiceRequest`;
  const draft = requestBody(release, { status: 'draft' });

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    const { body } = await gateway.acme.post(path, draft);
    requestId = body.id;
  });

  afterAll(() => gateway.stop());

  /** Every error has this form: one issue, with the request to quote. */
  const expectOutcome = (answer: TestAnswer, status: number, issue: Readonly<Record<string, unknown>>): void => {
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/fhir+json; charset=utf-8']);
    expect(answer.body).toEqual({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', ...issue, diagnostics: `X-Request-Id: ${answer.headers['x-request-id']}` }],
    });
  };

  interface Case {
    readonly name: string;
    readonly send: (gateway: TestGateway, id: string) => Promise<TestAnswer>;
    readonly status: number;
    readonly code: string;
    readonly text: string;
    readonly headers?: Headers;
    readonly expression?: readonly string[];
  }

  const as = async (gateway: TestGateway, scopes: ('fhir:read' | 'orders:read')[]): Promise<TestClient> => gateway.clientWith({ scopes });

  const cases: readonly Case[] = [
    {
      name: 'no token',
      send: ({ nobody }, id) => nobody.get(`${path}/${id}`, { 'Accept-Language': 'fr' }),
      status: 401,
      code: 'login',
      text: "Un jeton d'accès est requis.",
      headers: { 'www-authenticate': 'Bearer' },
    },
    {
      name: 'a token without the scope to read',
      send: async (all, id) => (await as(all, ['orders:read'])).get(`${path}/${id}`),
      status: 403,
      code: 'forbidden',
      text: 'The access token lacks the scope "fhir:read".',
    },
    {
      name: 'a token without the scope to write',
      send: async (all) => (await as(all, ['fhir:read'])).post(path, draft),
      status: 403,
      code: 'forbidden',
      text: 'The access token lacks the scope "fhir:write".',
    },
    {
      name: 'no such resource',
      send: ({ acme }) => acme.get(`${base}/Observation/01a1fc85-4868-74f8-8fbb-34fdf3d3bada`, { 'Accept-Language': 'de' }),
      status: 404,
      code: 'not-found',
      text: 'Nicht gefunden',
    },
    {
      name: 'a type that is not served',
      send: ({ acme }) => acme.get(`${base}/Encounter/1`),
      status: 404,
      code: 'not-found',
      text: 'No such route.',
    },
    {
      name: 'a method that there is not',
      send: ({ acme }, id) => acme.send('DELETE', `${path}/${id}`),
      status: 405,
      code: 'not-supported',
      text: 'The method DELETE is not allowed here. Allowed: GET, HEAD, PATCH, PUT.',
      headers: { allow: 'GET, HEAD, PATCH, PUT' },
    },
    {
      name: 'XML wanted',
      send: ({ acme }, id) => acme.get(`${path}/${id}`, { Accept: 'application/fhir+xml' }),
      status: 406,
      code: 'not-supported',
      text: 'None of the media types that the Accept header asks for can be produced. Available: application/fhir+json, application/json.',
    },
    {
      name: 'an outdated version',
      send: ({ acme }, id) => acme.put(`${path}/${id}`, { ...draft, id }, { 'If-Match': 'W/"5"' }),
      status: 412,
      code: 'conflict',
      text: 'The current version is 1, not the one that If-Match names.',
    },
    {
      name: 'a body over 1 MiB',
      send: ({ acme }) => acme.post(path, ' '.repeat(1024 * 1024 + 1), { 'Content-Type': 'application/fhir+json' }),
      status: 413,
      code: 'too-long',
      text: 'The request body is larger than 1048576 bytes.',
    },
    {
      name: 'XML sent',
      send: ({ acme }) => acme.post(path, '<ServiceRequest/>', { 'Content-Type': 'application/fhir+xml' }),
      status: 415,
      code: 'not-supported',
      text: 'The media type of the request body is not supported. Supported: application/fhir+json, application/json.',
    },
    {
      name: 'another release sent',
      send: ({ acme }) => acme.post(path, draft, { 'Content-Type': 'application/fhir+json; fhirVersion=3.0' }),
      status: 415,
      code: 'not-supported',
      text: `The media type of the request body is not supported. Supported: application/fhir+json; fhirVersion=${release === 'r4b' ? '4.3' : '5.0'}.`,
    },
    {
      name: 'no JSON',
      send: ({ acme }) => acme.post(path, '{"resourceType":', { 'Content-Type': 'application/fhir+json' }),
      status: 400,
      code: 'structure',
      text: 'The request body is not valid JSON (at position 16).',
    },
    {
      name: 'an incomplete order of a strict client',
      send: ({ acme }) =>
        acme.post(path, requestBody(release, { code: codeOf(release, productCoding('none')) }), { Prefer: 'handling=strict' }),
      status: 422,
      code: 'business-rule',
      text: 'No code names a product, or a LOINC code that exactly one active product has (ServiceRequest.code).',
      expression: ['ServiceRequest.code'],
    },
  ];

  it.each(cases)('$name: $status', async ({ send, status, code, text, headers = {}, expression }) => {
    const answer = await send(gateway, requestId);
    expectOutcome(answer, status, { code, details: { text }, ...(expression !== undefined && { expression }) });
    expect(answer.headers).toMatchObject(headers);
  });

  it('too many requests: 429', async () => {
    const slow = await gateway.clientWith({ rateLimit: { quota: 1, windowSeconds: 3600, burst: 1 } });
    await slow.get(`${path}/${requestId}`);
    const answer = await slow.get(`${path}/${requestId}`);
    const seconds = answer.headers['retry-after'];
    expectOutcome(answer, 429, { code: 'throttled', details: { text: `The request limit is reached. Retry after ${seconds} seconds.` } });
  });

  it('something unexpected: 500, without what it was', async () => {
    const service = gateway.application.get(ServiceRequestsService);
    const broken = jest.spyOn(service, 'get').mockRejectedValue(new Error('Erika Mustermann'));
    const answer = await gateway.acme.get(`${path}/${requestId}`);
    broken.mockRestore();
    expectOutcome(answer, 500, {
      severity: 'fatal',
      code: 'exception',
      details: { text: `An unexpected error occurred. Quote the request id ${answer.headers['x-request-id']} to the support.` },
    });
  });

  it.each([
    ['"__proto__":{"status":"active"}', 'ServiceRequest.__proto__'],
    ['"note":[{"text":"a","__proto__":null}]', 'ServiceRequest.note[0].__proto__'],
    ['"quantityQuantity":{"value":5.10,"__proto__":{}}', 'ServiceRequest.quantity.ofType(Quantity).__proto__'],
  ])('a member of every object is none of FHIR: %s', async (member, expression) => {
    const body = JSON.stringify(draft).replace('{', `{${member},`);
    const unknown = expect.objectContaining({ severity: 'error', code: 'structure', expression: [expression] });
    const created = await gateway.acme.post(path, body);
    expect([created.status, created.body.issue]).toEqual([400, [unknown]]);
    const updated = await gateway.acme.put(`${path}/${requestId}`, body.replace('{', `{"id":"${requestId}",`));
    expect([updated.status, updated.body.issue]).toEqual([400, [unknown]]);
    const checked = await gateway.acme.post(`${path}/$validate`, body);
    expect([checked.status, checked.body.issue]).toEqual([200, [unknown]]);
    const entry = `{"resource":${body},"request":{"method":"POST","url":"ServiceRequest"}}`;
    const batch = await gateway.acme.post(base, `{"resourceType":"Bundle","type":"batch","entry":[${entry}]}`);
    expect(batch.body.entry[0].response.outcome.issue).toEqual([unknown]);
  });

  it('no database: 503', async () => {
    await gateway.dataSource.destroy();
    const answer = await gateway.acme.get(`${path}/${requestId}`);
    expect(answer.headers['retry-after']).toBe('5');
    expectOutcome(answer, 503, { code: 'transient', details: { text: 'The service is shutting down. Please retry.' } });
    await gateway.dataSource.initialize();
  });
});
