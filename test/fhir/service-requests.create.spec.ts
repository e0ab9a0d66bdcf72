import { ExactNumber } from '@gateway/kernel';
import { elementsOf } from '../support/fhir-elements';
import { asRead, baseUrl, notInsured, placementExtension, releasePaths, requestBody } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { putProduct } from '../support/factories';

const moment = '2026-02-01T10:00:00.125Z';

const unasked = placementExtension(
  'incomplete',
  'Only an active request places an order (ServiceRequest.status).',
  'The intent must be order, original-order, instance-order or filler-order (ServiceRequest.intent).',
  'No code names a product, or a LOINC code that exactly one active product has (ServiceRequest.code).',
  'The subject leads to no patient in the request (ServiceRequest.subject to a contained Patient).',
);

describe.each(releasePaths)('service_requests of %s', (release) => {
  let gateway: TestGateway;
  const path = `/fhir/${release}/service_requests`;
  const insurance = release === 'r5' ? notInsured : {};

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  beforeEach(() => gateway.clock.set(moment));

  afterAll(() => gateway.stop());

  const create = async (body: unknown, headers = {}) => {
    const answer = await gateway.acme.post(path, body, headers);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer;
  };

  it.each<[string, object]>([
    ['nothing at all', {}],
    ['a resource type', { resourceType: 'ServiceRequest' }],
    ['ids and versions that the server gives', { id: 'x', meta: [{ versionId: 7, lastUpdated: '2020-01-01T00:00:00Z' }] }],
    ['a Meta as one object', { id: 5, meta: { versionId: '7' } }],
    [
      'null for whatever has no value',
      { status: null, intent: null, subject: null, identifier: null, meta: null, id: null, language: null },
    ],
    ...(release === 'r5' ? ([['members that are read-only', { pKV: true, healthInsuranceCompanyName: 'x' }]] as [string, object][]) : []),
  ])('need %s', async (_, sent) => {
    const { status, headers, body } = await create(sent);
    const expected = {
      resourceType: 'ServiceRequest',
      id: expect.any(Number),
      meta: [{ versionId: 1, lastUpdated: moment }],
      status: 'draft',
      intent: 'proposal',
      ...insurance,
    };
    expect([status, body]).toEqual([201, { ...expected, extension: [unasked] }]);
    expect(headers['location']).toBe(`${path}/${body.id}`);
    const read = await gateway.acme.get(headers['location']!);
    expect([read.status, read.body]).toEqual([200, { ...expected, id: body.id }]);
  });

  it('are numbered by integers that grow', async () => {
    const ids = [(await create({})).body.id, (await create({})).body.id, (await create({})).body.id];
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(3);
  });

  it.each(elementsOf(release))('keep %s', async (_, members) => {
    const sent = members as Record<string, unknown>;
    const { body: created, headers } = await create(sent);
    const { body } = await gateway.acme.get(headers['location']!);
    const expected = asRead(release, sent, { id: created.id, lastUpdated: moment });
    if (sent['_status'] !== undefined) delete (expected as Record<string, unknown>)['status'];
    expect(body).toEqual(expected);
    const ownExtensions = (sent['extension'] ?? []) as readonly object[];
    expect(created).toEqual({ ...expected, extension: [...ownExtensions, expect.objectContaining({ url: unasked['url'] })] });
  });

  it('keep everything at once, and what is read can be sent again', async () => {
    // Of each choice one; what leads into contained resources has its own case.
    const left = /^(quantity|occurrence|asNeeded|_|instantiatesUri$|contained$|bodyStructure$)/;
    const cases = elementsOf(release).filter(([, members]) => !('contained' in members));
    const all = cases.flatMap(([, members]) => Object.entries(members).filter(([name]) => !left.test(name)));
    const sent: Record<string, unknown> = Object.fromEntries(all);
    const first = await gateway.acme.get((await create(sent)).headers['location']!);
    expect(first.body).toEqual(asRead(release, sent, { id: first.body.id, lastUpdated: moment }));
    const again = await create(first.text);
    const second = await gateway.acme.get(again.headers['location']!);
    expect(second.body).toEqual({ ...first.body, id: again.body.id });
    expect((await gateway.acme.get((await create(again.text)).headers['location']!)).body).toEqual({
      ...first.body,
      id: again.body.id + 1,
    });
  });

  it.each(['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'])('have the status %s', async (status) => {
    const { body } = await create({ status });
    expect((await gateway.acme.get(`${path}/${body.id}`)).body.status).toBe(status);
  });

  it.each(['proposal', 'plan', 'directive', 'order', 'original-order', 'reflex-order', 'filler-order', 'instance-order', 'option'])(
    'have the intent %s',
    async (intent) => {
      const { body } = await create({ intent });
      expect((await gateway.acme.get(`${path}/${body.id}`)).body.intent).toBe(intent);
    },
  );

  it.each(['5.10', '0.00', '-0.0', '100', '12345678901234567890.123', '0.1234567890123456789012345678901234567890', '9007199254740993'])(
    'keep the digits of %s',
    async (digits) => {
      const number = new ExactNumber(digits);
      const members = {
        quantityQuantity: { value: number, extension: [{ url: 'urn:x', valueDecimal: number }] },
        contained: [{ resourceType: 'Observation', id: 'o', status: 'final', code: { text: 'a' }, valueQuantity: { value: number } }],
        relevantHistory: [{ display: 'a' }],
        performer: [{ display: 'b' }],
        [release === 'r4b' ? 'reasonReference' : 'reason']:
          release === 'r4b' ? [{ reference: '#o' }] : [{ reference: { reference: '#o' } }],
      };
      const { headers } = await create(members);
      const { text } = await gateway.acme.get(headers['location']!);
      expect(text.split(`:${digits}`)).toHaveLength(4);
    },
  );

  it('read both spellings of the interface and of FHIR, and write the interface’s', async () => {
    const { headers } = await create({
      id: '17',
      meta: { tag: [{ code: 'a' }] },
      identifier: [{ id: '5', type: { text: 'MR' }, value: '1', assigner: { display: 'EHR', id: 'x' } }],
      occurrenceTiming: { event: ['2026'], repeat: { dayOfWeek: ['mon'], timeOfDay: ['08:00:00'] } },
      ...(release === 'r5' && { patientInstruction: [{ instructionMarkdown: 'a' }] }),
    });
    expect((await gateway.acme.get(headers['location']!)).body).toEqual({
      resourceType: 'ServiceRequest',
      id: expect.any(Number),
      meta: [{ tag: [{ code: 'a' }], versionId: 1, lastUpdated: moment }],
      status: 'draft',
      intent: 'proposal',
      identifier: [{ id: 5, codeableConcept: { text: 'MR' }, value: '1', reference: { display: 'EHR', id: 'x' } }],
      occurrenceTiming: { event: '2026', repeat: { dayOfWeek: 'mon', timeOfDay: '08:00:00' } },
      ...(release === 'r5' && { patientInstruction: { instructionMarkdown: 'a' } }),
      ...insurance,
    });
  });

  it.each([
    [undefined, 'application/json'],
    ['application/json', 'application/json'],
    ['application/fhir+json', 'application/fhir+json'],
    ['application/fhir+json, application/json', 'application/json'],
    ['application/fhir+json, */*; q=0.1', 'application/fhir+json'],
    ['*/*', 'application/json'],
    ['application/json;q=0.1, application/fhir+json', 'application/fhir+json'],
    ['application/fhir+json, application/json;q=0', 'application/fhir+json'],
    ['application/fhir+json;q=0.1, */*', 'application/json'],
    ['Application/FHIR+JSON; fhirVersion=4.3', 'application/fhir+json'],
  ])('answer to Accept %s with %s', async (accept, type) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
    const created = await create({}, headers);
    const read = await gateway.acme.get(created.headers['location']!, headers);
    const list = await gateway.acme.get(`${path}?itemsPerPage=1`, headers);
    for (const answer of [created, read, list]) expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it.each(['application/json', 'application/fhir+json', 'application/fhir+json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'come as %s',
    async (type) => {
      expect((await create({ priority: 'stat' }, { 'Content-Type': type })).body.priority).toBe('stat');
    },
  );

  it('answer with headers that say what became of the request', async () => {
    const draft = await create({}, { 'X-Request-Id': 'request-1', 'Accept-Language': 'de-AT' });
    expect(draft.headers).toMatchObject({
      'x-request-id': 'request-1',
      'content-language': 'de',
      'x-order-placement': 'incomplete',
      location: `${path}/${draft.body.id}`,
      vary: 'Accept, Accept-Language',
      ratelimit: expect.any(String),
    });
    const placed = await create(requestBody(release));
    expect(placed.headers['x-order-placement']).toBe('placed');
    expect(placed.body.extension).toEqual([placementExtension('placed')]);
    expect((await gateway.acme.get(placed.headers['location']!)).body.extension).toBeUndefined();
  });

  it('are made once for an Idempotency-Key, and the answer is repeated as it was', async () => {
    const key = { 'Idempotency-Key': `create-${release}` };
    const first = await create(requestBody(release), key);
    const again = await create(requestBody(release), key);
    expect(again.text).toBe(first.text);
    for (const name of ['location', 'x-order-placement', 'content-type']) expect(again.headers[name]).toBe(first.headers[name]);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect((await gateway.acme.post(path, {}, key)).status).toBe(422);
    expect((await gateway.acme.get(`${path}?cursor=&sort[id]=desc&itemsPerPage=1`)).body[0].id).toBe(first.body.id);
  });

  it('are not read by what is no id, or no id of this partner', async () => {
    const { body } = await create({});
    for (const id of ['0', '-1', '1.0', '01', `${body.id}x`, 'x', '9999999999999999999', '%20', String(body.id + 1000)]) {
      expect([id, (await gateway.acme.get(`${path}/${id}`)).status]).toEqual([id, 404]);
    }
    expect((await gateway.other.get(`${path}/${body.id}`)).status).toBe(404);
    expect((await gateway.acme.send('HEAD', `${path}/${body.id}`)).status).toBe(200);
    const put = await gateway.acme.put(`${path}/${body.id}`, {});
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('do not take our own extension for theirs when an answer is sent back', async () => {
    const { text } = await create({ extension: [{ url: `${baseUrl}/other`, valueCode: 'a' }] });
    const { headers } = await create(text);
    expect((await gateway.acme.get(headers['location']!)).body.extension).toEqual([{ url: `${baseUrl}/other`, valueCode: 'a' }]);
  });
});
