import { startGateway, type TestGateway } from '../support/gateway';

const patient = { resourceType: 'Patient', id: '7', name: [{ family: 'Muster' }], birthDate: '1990-02-28' };

describe.each([
  ['r4b', '4.3'],
  ['r5', '5.0'],
])('$validate of %s', (release, fhirVersion) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  const validate = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    gateway.acme.post(`/fhir/${release}/${path}`, body, { 'Content-Type': 'application/fhir+json', ...headers });

  it('answers that all is well', async () => {
    const { status, body, headers } = await validate('Patient/$validate', patient);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(`application/fhir+json; fhirVersion=${fhirVersion}; charset=utf-8`);
    expect(body).toEqual({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'information', code: 'informational', details: { text: 'All OK.' } }],
    });
  });

  it('tells every fault with its place, in the asked language', async () => {
    const broken = { ...patient, birthDate: '1990-02-31', gender: 'm', name: [] };
    const { status, body, headers } = await validate('Patient/7/$validate', broken, { 'Accept-Language': 'de' });
    expect(status).toBe(200);
    expect(headers['content-language']).toBe('de');
    expect(body.issue).toEqual([
      expect.objectContaining({ code: 'structure', expression: ['Patient.name'], details: { text: 'Ein Array darf nicht leer sein.' } }),
      expect.objectContaining({ code: 'value', expression: ['Patient.birthDate'] }),
      expect.objectContaining({ code: 'code-invalid', expression: ['Patient.gender'] }),
    ]);
  });

  it('takes application/json and Parameters with a part "resource"', async () => {
    const parameters = { resourceType: 'Parameters', parameter: [{ name: 'resource', resource: { ...patient, foo: 1 } }] };
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const answer = await validate('Patient/$validate', parameters, headers);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body.issue).toEqual([expect.objectContaining({ code: 'structure', expression: ['Patient.foo'] })]);
  });

  it('says that profiles are not looked at', async () => {
    const parameter = [
      { name: 'resource', resource: patient },
      { name: 'profile', valueUri: 'http://example.org/profile' },
    ];
    const { body } = await validate('Patient/$validate', { resourceType: 'Parameters', parameter });
    expect(body.issue).toEqual([expect.objectContaining({ severity: 'information', code: 'not-supported' })]);
  });

  it.each([
    ['a resource of another type', 'Observation/$validate', patient, 'Patient'],
    ['another id', 'Patient/8/$validate', patient, 'Patient.id'],
    ['no resource type', 'Patient/$validate', {}, 'Resource'],
    ['Parameters without a resource', 'Patient/$validate', { resourceType: 'Parameters' }, 'Parameters.parameter'],
  ])('finds %s', async (_, path, body, expression) => {
    const answer = await validate(path, body);
    expect(answer.status).toBe(200);
    expect(answer.body.issue[0]).toMatchObject({ severity: 'error', expression: [expression] });
  });

  it('keeps the digits of numbers: 10.0 is no integer', async () => {
    const { body } = await validate('Patient/$validate', '{"resourceType":"Patient","multipleBirthInteger":10.0}');
    expect(body.issue[0]).toMatchObject({ code: 'value', expression: ['Patient.multipleBirth.ofType(integer)'] });
  });

  it.each([
    ['404 for an unknown type', 404, 'not-found', () => validate('Unknown/$validate', patient)],
    ['400 for a body that is not JSON', 400, 'structure', () => validate('Patient/$validate', '{"resourceType":')],
    ['400 for a repeated member', 400, 'structure', () => validate('Patient/$validate', '{"id":"1","id":"2"}')],
    ['415 for XML', 415, 'not-supported', () => validate('Patient/$validate', '<a/>', { 'Content-Type': 'application/fhir+xml' })],
    ['406 for XML', 406, 'not-supported', () => validate('Patient/$validate', patient, { Accept: 'application/fhir+xml' })],
    ['405 for GET', 405, 'not-supported', () => gateway.acme.get(`/fhir/${release}/Encounter/$validate`)],
    ['404 for no route', 404, 'not-found', () => gateway.acme.get(`/fhir/${release}/nothing`)],
    ['401 without a token', 401, 'login', () => gateway.nobody.post(`/fhir/${release}/Patient/$validate`, patient)],
  ])('answers %s with an OperationOutcome', async (_, status, code, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
    expect(answer.body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code }] });
  });

  it('needs the scope fhir:read', async () => {
    const client = await gateway.clientWith({ scopes: ['orders:read'] });
    const { status, body } = await client.post(`/fhir/${release}/Patient/$validate`, patient);
    expect(status).toBe(403);
    expect(body.issue[0]).toMatchObject({ code: 'forbidden', details: { text: expect.stringContaining('fhir:read') } });
  });

  it('repeats an answer for the same Idempotency-Key as it was', async () => {
    const headers = { 'Idempotency-Key': `validate-${release}` };
    const first = await validate('Patient/$validate', patient, headers);
    const second = await validate('Patient/$validate', patient, headers);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.text).toBe(first.text);
  });

  it('keeps problem bodies on the paths of the partner interface', async () => {
    const { headers } = await gateway.acme.get(`/fhir/${release}/service_requests/x/y`);
    expect(headers['content-type']).toContain('application/problem+json');
  });
});
