import { issuesOf } from '../support/bundle-exchange';
import { rowCounts, withOneMore } from '../support/bundles';
import { putProduct } from '../support/factories';
import { baseUrl, containedPatient, releasePaths, requestBody } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import type { TestAnswer, TestClient } from '../support/test-client';

const system = 'https://ehr.example/requests';

const counted = (values: readonly unknown[]): Readonly<Record<string, number>> => {
  const texts = values.map(String);
  return Object.fromEntries(texts.map((text) => [text, texts.filter((other) => other === text).length]));
};

describe.each(releasePaths)('conditional create in %s', (release) => {
  let gateway: TestGateway;
  let acme: TestClient;
  const path = `/fhir/${release}/ServiceRequest`;

  const identified = (value: string, overrides = {}) => requestBody(release, { identifier: [{ system, value }], ...overrides });
  const draft = (value: string) => identified(value, { status: 'draft' });
  const conditionOf = (value: string): string => `identifier=${system}|${value}`;

  const create = (body: object, condition: string, headers = {}, client = acme): Promise<TestAnswer> =>
    client.post(path, body, { 'If-None-Exist': condition, ...headers });

  beforeAll(async () => {
    gateway = await startGateway();
    acme = gateway.acme;
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  it('of 100 clients at once makes one request, one order and 100 good answers', async () => {
    const before = await rowCounts(gateway);
    const answers = await Promise.all(Array.from({ length: 100 }, () => create(identified('C-100'), conditionOf('C-100'))));
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 99, 201: 1 });
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    const location = `${baseUrl}${path}/${id}/_history/1`;
    const read = (await acme.get(`${path}/${id}`)).body;
    expect(counted(answers.map(({ headers }) => [headers['location'], headers['etag']]))).toEqual({ [`${location},W/"1"`]: 100 });
    for (const { status, body } of answers) if (status === 200) expect(body).toEqual(read);
    expect(await rowCounts(gateway)).toEqual(withOneMore(before));
  });

  it('of clients with different conditions makes a request each', async () => {
    const values = Array.from({ length: 20 }, (_, index) => `C-each-${index % 10}`);
    const answers = await Promise.all(values.map((value) => create(draft(value), conditionOf(value))));
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 10, 201: 10 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(10);
  });

  it('is one with an Idempotency-Key too', async () => {
    const headers = { 'Idempotency-Key': `conditional-${release}` };
    const first = await create(draft('C-key'), conditionOf('C-key'), headers);
    const again = await create(draft('C-key'), conditionOf('C-key'), headers);
    expect([first.status, again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, 201, first.text, 'true']);
    expect((await create(draft('C-key'), conditionOf('C-key'))).status).toBe(200);
  });

  it('leaves the request that is there as it is, whatever was sent', async () => {
    const first = await create(draft('C-there'), conditionOf('C-there'));
    const again = await create({ ...draft('C-there'), priority: 'stat' }, conditionOf('C-there'));
    expect([first.status, again.status, again.headers['etag']]).toEqual([201, 200, 'W/"1"']);
    expect([again.body.id, again.body.priority]).toEqual([first.body.id, undefined]);
    expect(again.headers['location']).toBe(first.headers['location']);
  });

  it.each([
    ['return=minimal', ''],
    ['return=representation', 'ServiceRequest'],
    ['return=OperationOutcome', 'OperationOutcome'],
  ])('answers with %s', async (prefer, resourceType) => {
    await create(draft('C-prefer'), conditionOf('C-prefer'));
    const answer = await create(draft('C-prefer'), conditionOf('C-prefer'), { Prefer: prefer });
    expect([answer.status, answer.text === '' ? '' : answer.body.resourceType]).toEqual([200, resourceType]);
    expect(answer.headers['location']).toMatch(/\/_history\/1$/);
  });

  it('takes the parameters of the search, all of them together', async () => {
    const { body } = await create(draft('C-and'), conditionOf('C-and'));
    const withPatient = `${conditionOf('C-and')}&status=draft&patient.identifier=https://ehr.example/patients|4711`;
    expect((await create(draft('C-and'), withPatient)).body.id).toBe(body.id);
    expect((await create(draft('C-and'), `${conditionOf('C-and')}&status=active`)).status).toBe(201);
  });

  it('reads the condition as a query: percent signs are escapes', async () => {
    const { body } = await create(draft('C ü|'), `identifier=${encodeURIComponent(`${system}|C ü\\|`)}`);
    expect((await create(draft('C ü|'), `identifier=${encodeURIComponent(`${system}|C ü\\|`)}`)).body.id).toBe(body.id);
  });

  it('refuses a condition that several fit, and stores nothing', async () => {
    await Promise.all([1, 2, 3].map(() => acme.post(path, draft('C-several'))));
    const before = await rowCounts(gateway);
    const answer = await create(draft('C-several'), conditionOf('C-several'));
    expect([answer.status, issuesOf(answer)]).toEqual([
      412,
      [{ severity: 'error', code: 'conflict', details: { text: expect.any(String) } }],
    ]);
    expect(await rowCounts(gateway)).toEqual(before);
  });

  it.each([
    ['an unknown parameter', 'colour=red'],
    ['an unknown parameter beside a known one', `identifier=${system}|C-unknown&colour=red`],
    ['no parameter', ''],
    ['blanks', ' '],
    ['a parameter without a value', 'identifier='],
    ['parameters of the result alone', '_count=1&_format=json'],
    ['a value that is not understood', 'authored=yesterday'],
    ['an unknown modifier', 'identifier:upside-down=1'],
  ])('refuses %s, and stores nothing', async (_, condition) => {
    const before = await rowCounts(gateway);
    const answer = await create(draft('C-unknown'), condition);
    expect([answer.status, answer.body?.issue[0].severity, answer.body?.issue[0].code]).toEqual([400, 'error', 'structure']);
    expect(await rowCounts(gateway)).toEqual(before);
  });

  it('refuses an invalid resource before it looks', async () => {
    await create(draft('C-invalid'), conditionOf('C-invalid'));
    const answer = await create({ ...draft('C-invalid'), status: 'begun' }, conditionOf('C-invalid'));
    expect([answer.status, answer.body.issue[0].expression]).toEqual([400, ['ServiceRequest.status']]);
  });

  it('does not look at the requests of other partners', async () => {
    const mine = await create(draft('C-mine'), conditionOf('C-mine'));
    const theirs = await create(draft('C-mine'), conditionOf('C-mine'), {}, gateway.other);
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.body.id).not.toBe(theirs.body.id);
  });

  it('finds what the other release has written', async () => {
    const other = release === 'r4b' ? 'r5' : 'r4b';
    const written = await acme.post(`/fhir/${other}/ServiceRequest`, {
      ...requestBody(other, { status: 'draft', identifier: [{ system, value: 'C-release' }] }),
      contained: [containedPatient()],
    });
    const answer = await create(draft('C-release'), conditionOf('C-release'));
    expect([answer.status, answer.body.id]).toEqual([200, written.body.id]);
  });

  it('loses no update of 15 clients that read, change and write until they succeed', async () => {
    const { body: created } = await acme.post(path, { ...draft('C-lost'), note: [{ text: 'start' }] });
    const address = `${path}/${created.id}`;
    const add = async (text: string): Promise<void> => {
      for (;;) {
        const { body, headers } = await acme.get(address);
        const changed = { ...body, note: [...body.note, { text }] };
        const { status } = await acme.put(address, changed, { 'If-Match': headers['etag']! });
        if (status === 200) return;
        expect(status).toBe(412);
      }
    };
    const texts = Array.from({ length: 15 }, (_, index) => `client ${index}`);
    await Promise.all(texts.map(add));
    const { body, headers } = await acme.get(address);
    expect(body.note.map(({ text }: { text: string }) => text).sort()).toEqual([...texts, 'start'].sort());
    expect(headers['etag']).toBe('W/"16"');
  });
});
