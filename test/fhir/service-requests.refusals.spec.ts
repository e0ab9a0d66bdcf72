import { constraintCodes } from '@gateway/problems';
import { requestOfDepth } from '../support/fhir-depth';
import { refusalsOf } from '../support/fhir-own-refusals';
import type { Refusal } from '../support/fhir-refusals';
import { releasePaths } from '../support/fhir-requests';
import { codeFaults, codeMembers, uriFaults, uriMembers } from '../support/fhir-whitespace';
import { startGateway, type TestGateway } from '../support/gateway';
import { expectProblem } from '../support/problems';
import type { TestAnswer } from '../support/test-client';

const mebibyte = 1024 * 1024;

/** The whole body of a 400 for a resource that is not valid. */
function expectInvalid(answer: TestAnswer): void {
  const { status, headers, body } = answer;
  expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
  const line = ({ propertyPath, message }: any): string => (propertyPath === '' ? message : `${propertyPath}: ${message}`);
  expect(body).toEqual({
    '@context': '/contexts/Error',
    '@id': '/errors/400',
    '@type': 'Error',
    title: 'An error occurred',
    detail: body.violations.map(line).join('\n'),
    status: 400,
    instance: `/errors/400#${headers['x-request-id']}`,
    type: '/errors/400',
    description: body.detail,
    violations: body.violations,
  });
  for (const violation of body.violations) {
    expect(Object.keys(violation).filter((key) => !['hint', 'payload'].includes(key))).toEqual(['propertyPath', 'message', 'code']);
    expect(violation.message).toMatch(/^\S.*[.)!]?$/);
  }
}

describe.each(releasePaths)('service_requests of %s refuse', (release) => {
  let gateway: TestGateway;
  const path = `/fhir/${release}/service_requests`;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  const refuse = async (members: object): Promise<TestAnswer> => {
    const answer = await gateway.acme.post(path, members);
    if (answer.status !== 400) throw new Error(`${answer.status} for ${JSON.stringify(members)}: ${answer.text}`);
    expectInvalid(answer);
    return answer;
  };

  const expectNothingStored = async () => expect((await gateway.acme.get(path)).body).toEqual([]);

  it.each<[string, Refusal]>(refusalsOf(release).map((row) => [row.what, row]))(
    '%s',
    async (_, { members, path: place, constraint, payload }) => {
      const { body } = await refuse(members);
      const found = body.violations.find((one: any) => one.propertyPath === place && one.code === constraintCodes[constraint]);
      expect([found?.propertyPath, body.detail]).toEqual([place, expect.any(String)]);
      if (payload !== undefined) expect(found.payload).toEqual(payload);
      for (const choice of (payload?.['choices'] ?? []) as string[]) expect(found.hint).toContain(choice);
      await expectNothingStored();
    },
  );

  it.each(codeMembers)('whitespace that %s must not have', async (place, members) => {
    for (const value of codeFaults) {
      const { body } = await refuse(members(value));
      expect(body.violations).toContainEqual(expect.objectContaining({ propertyPath: place, code: constraintCodes.Regex }));
    }
    await expectNothingStored();
  });

  it.each(uriMembers)('whitespace in %s', async (place, members) => {
    for (const value of uriFaults) {
      const { body } = await refuse(members(value));
      expect(body.violations).toContainEqual(expect.objectContaining({ propertyPath: place, code: constraintCodes.Regex }));
    }
    await expectNothingStored();
  });

  it('all faults at once, in the order of the body', async () => {
    const { body } = await refuse({
      identifier: [{ value: '1' }, { use: 'x' }],
      status: 'x',
      foo: 1,
      occurrenceTiming: { repeat: { count: 0 } },
      priority: 'a ',
      note: [{ text: 'a' }, { authorString: 'a' }],
    });
    expect(body.violations.map(({ propertyPath }: any) => propertyPath)).toEqual([
      'identifier[1].use',
      'status',
      'foo',
      'occurrenceTiming.repeat.count',
      'priority',
      'note[1].text',
    ]);
  });

  it.each([
    [
      'en',
      'The element "foo" is not known in ServiceRequest.',
      'The code is not in the required value set "request-priority".',
      'Allowed: ',
    ],
    [
      'de',
      'Das Element „foo“ ist in ServiceRequest nicht bekannt.',
      'Der Code gehört nicht zum vorgeschriebenen Value Set „request-priority“.',
      'Erlaubt: ',
    ],
    [
      'fr',
      "L'élément « foo » n'est pas connu dans ServiceRequest.",
      "Le code n'appartient pas au jeu de valeurs requis « request-priority ».",
      'Permis : ',
    ],
  ])('in the language that is asked for: %s', async (language, unknown, priority, hint) => {
    const { body, headers } = await gateway.acme.post(
      path,
      { foo: 1, priority: 'x' },
      { 'Accept-Language': `${language}-CH;q=0.9, en;q=0.1` },
    );
    expect(headers['content-language']).toBe(language);
    const choices = ['routine', 'urgent', 'asap', 'stat'];
    expect(body.violations).toEqual([
      { propertyPath: 'foo', message: unknown, code: constraintCodes.ExtraField },
      {
        propertyPath: 'priority',
        message: priority,
        code: constraintCodes.Choice,
        hint: `${hint}${choices.join(', ')}.`,
        payload: { choices },
      },
    ]);
    expect(body.detail).toBe(`foo: ${unknown}\npriority: ${priority}`);
  });

  it.each<[string, string]>([
    ['', 'empty'],
    ['{', 'unfinished'],
    ['{"status":"draft",}', 'no JSON'],
    ['[]', 'an array'],
    ['null', 'null'],
    ['"a"', 'a text'],
    ['{"status":"draft","status":"draft"}', 'a key twice'],
    ['{"subject":{"display":"a","display":"b"}}', 'a key twice inside'],
    ['{"subject":{"display":"a","\\u0064isplay":"b"}}', 'a key twice in other letters'],
    ['{"quantityQuantity":{"value":01}}', 'a number of no form'],
    ['{"quantityQuantity":{"value":NaN}}', 'no number'],
  ])('a body %s (%s)', async (body) => {
    expectProblem(await gateway.acme.post(path, body), 400);
    await expectNothingStored();
  });

  it.each([
    ['{"__proto__":{"status":"active"},"status":"draft"}', '__proto__'],
    ['{"subject":{"display":"a","__proto__":1}}', 'subject.__proto__'],
    ['{"quantityQuantity":{"value":5.10,"\\u005f_proto__":{}}}', 'quantityQuantity.__proto__'],
  ])('a member of every object: %s', async (body, propertyPath) => {
    const { status, body: problem } = await gateway.acme.post(path, body);
    expect([status, problem.violations.map((violation: any) => violation.propertyPath)]).toEqual([400, [propertyPath]]);
    await expectNothingStored();
  });

  it('invalid UTF-8', async () => {
    expectProblem(await gateway.acme.post(path, Buffer.from('7b226964223a22c3287d', 'hex')), 400);
  });

  it('JSON of 33 levels, and take 32', async () => {
    expectProblem(await gateway.acme.post(path, requestOfDepth(33)), 400, 'The request body is nested deeper than 32 levels.');
    const { status } = await gateway.other.post(path, requestOfDepth(32));
    expect(status).toBe(201);
  });

  it('bodies over 1 MiB, and take 1 MiB', async () => {
    const ofSize = (bytes: number) => {
      const frame = JSON.stringify({ note: [{ text: '' }] });
      return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
    };
    expectProblem(await gateway.acme.post(path, ofSize(mebibyte + 1)), 413, expect.stringContaining(String(mebibyte)));
    expect((await gateway.other.post(path, ofSize(mebibyte))).status).toBe(201);
  });

  it.each(['text/plain', 'application/xml', 'application/fhir+xml', 'application/json-patch+json', 'text/json', ''])(
    'a body of the type %j',
    async (type) => {
      expectProblem(await gateway.acme.post(path, '{}', { 'Content-Type': type }), 415, expect.stringContaining('application/fhir+json'));
      await expectNothingStored();
    },
  );

  it.each(['application/fhir+xml', 'text/html', 'image/*', 'application/json;q=0, application/fhir+json;q=0'])(
    'Accept: %s',
    async (Accept) => {
      expectProblem(await gateway.acme.post(path, {}, { Accept }), 406, expect.stringContaining('application/fhir+json'));
      expectProblem(await gateway.acme.get(path, { Accept }), 406);
      expectProblem(await gateway.acme.get(`${path}/1`, { Accept }), 406);
      await expectNothingStored();
    },
  );

  it('callers without a token or the scope', async () => {
    const anonymous = await gateway.nobody.post(path, {});
    expectProblem(anonymous, 401, 'An access token is required.');
    expect(anonymous.headers['www-authenticate']).toMatch(/^Bearer/);
    const reader = await gateway.clientWith({ scopes: ['fhir:read', 'orders:write'] });
    expectProblem(await reader.post(path, {}), 403, 'The access token lacks the scope "fhir:write".');
    const writer = await gateway.clientWith({ scopes: ['fhir:write'] });
    expectProblem(await writer.get(path), 403, 'The access token lacks the scope "fhir:read".');
    expectProblem(await writer.get(`${path}/1`), 403, 'The access token lacks the scope "fhir:read".');
    await expectNothingStored();
  });

  it('unknown parameters and malformed keys', async () => {
    expectProblem(await gateway.acme.post(`${path}?strict=1`, {}), 400, expect.stringContaining('strict'));
    expectProblem(await gateway.acme.post(path, {}, { 'Idempotency-Key': 'a b' }), 400);
    expect((await gateway.other.post(`${path}?XDEBUG_SESSION=x`, {})).status).toBe(201);
    await expectNothingStored();
  });
});
