import { startGateway, type TestGateway } from '../support/gateway';
import { SmartTestClient } from '../support/smart-client';

const places = [
  '/.well-known/smart-configuration',
  '/fhir/r4b/.well-known/smart-configuration',
  '/fhir/r5/.well-known/smart-configuration',
];

describe('the SMART configuration', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  it.each(places)('stands at %s, for everybody', async (path) => {
    const { status, headers, body } = await gateway.nobody.get(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      token_endpoint: 'https://gateway.example/auth/token',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
      scopes_supported: [
        'system/*.rs',
        'system/*.read',
        'system/ServiceRequest.crus',
        'system/DiagnosticReport.rs',
        'system/Observation.rs',
        'system/Patient.crs',
        'system/Specimen.rs',
      ],
      capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
    });
  });

  it.each(['text/html', 'application/fhir+json', 'application/fhir+xml'])('is JSON to a client that accepts %s', async (Accept) => {
    for (const path of places) {
      const { status, headers } = await gateway.nobody.get(path, { Accept });
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    }
  });

  it('tells the truth: each scope that it names is granted as it stands, and the endpoint is where it says', async () => {
    const { body } = await gateway.nobody.get(places[0]!);
    const client = new SmartTestClient(gateway, 'ehr', { algorithm: 'RS384' });
    await client.register({ scopes: body.scopes_supported });
    for (const scope of body.scopes_supported as string[]) {
      expect([scope, (await client.ask({ scope })).body.scope]).toEqual([scope, scope]);
    }
    const document = JSON.parse((await gateway.nobody.get('/openapi.json')).text);
    const { pathname } = new URL(body.token_endpoint);
    expect(document.paths[pathname].post.operationId).toBe('requestToken');
    expect(document.components.securitySchemes.smartBackendServices.flows.clientCredentials.tokenUrl).toBe(body.token_endpoint);
  });
});
