import { activationBody, deliverResult, observationBody, placeOrder, putProduct, resultBody } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { anyUuid, nowhere } from '../support/patterns';
import {
  type ConstraintName,
  expectProblem,
  expectViolations,
  violation,
  type ViolationDetails,
  withoutOccurrence,
  wrongType,
} from '../support/problems';
import type { TestClient } from '../support/test-client';

const path = '/lab/v1/test_results';
const [first, second, third] = ['2026-02-05T08:00:00.000Z', '2026-02-06T08:00:00.000Z', '2026-02-07T08:00:00.000Z'];

describe('test results', () => {
  const gateway = gatewayForTests(async ({ operator }) => {
    for (const product of ['lipid-panel', 'vitamin-d']) await putProduct(operator, product);
  });
  let testId: string;
  let test: string;

  beforeEach(async () => {
    gateway.clock.set(first);
    testId = (await placeOrder(gateway.acme)).testIds[0]!;
    test = `/v1/diagnostic_tests/${testId}`;
  });

  const deliver = (overrides: object, laboratory: TestClient = gateway.operator) => laboratory.post(path, resultBody({ ...overrides }));

  it('are read by the partner as the laboratory delivered them', async () => {
    const { status, headers, text, body } = await deliver({
      diagnosticTest: test,
      labNotes: ['haemolytic', ''],
      observations: [
        observationBody({ labNotes: ['repeated'], interpretation: 'H', referenceRange: { intervals: [{ label: 'normal' }] } }),
        { loincNum: '2093-3', value: 'positive' },
      ],
      documents: [{ originalFileName: 'report.pdf', mimeType: 'application/pdf', content: 'JVBERg==' }],
    });
    expect(status).toBe(201);
    const own = { id: anyUuid, testResult: `/v1/test_results/${body.id}`, createdAt: first };
    expect(body).toEqual({
      id: anyUuid,
      createdAt: first,
      observations: [
        {
          ...own,
          loincNum: '13457-7',
          value: '2.6',
          unit: 'mmol/L',
          referenceRange: { intervals: [{ label: 'normal', lower: null, upper: null }] },
          interpretation: 'H',
          labNotes: ['repeated'],
        },
        { ...own, loincNum: '2093-3', value: 'positive', unit: null, interpretation: null, labNotes: null },
      ],
      documents: [
        {
          id: anyUuid,
          originalFileName: 'report.pdf',
          downloadPath: `/v1/documents/${body.documents[0].id}/download`,
          mimeType: 'application/pdf',
          size: 4,
          createdAt: first,
        },
      ],
      labNotes: ['haemolytic', ''],
      diagnosticTest: test,
    });
    expect(headers['location']).toBe(`/v1/test_results/${body.id}`);
    expect((await gateway.acme.get(headers['location']!)).text).toBe(text);
    expect((await gateway.acme.get(test)).body).toMatchObject({
      testResults: [headers['location']],
      labIntakeAt: first,
      activatedAt: null,
    });
  });

  it('may be empty', async () => {
    const body = await deliverResult(gateway.operator, testId, { observations: [] });
    expect(body).toEqual({ id: anyUuid, createdAt: first, observations: [], documents: [], labNotes: null, diagnosticTest: test });
  });

  it('may have 5,000 observations, and none more', async () => {
    const observations = Array.from({ length: 5001 }, (_, index) => ({ loincNum: String(index), value: String(index) }));
    expectViolations(
      await deliver({ diagnosticTest: test, observations }),
      violation('observations', 'TooMany', { payload: { max: 5000 } }),
    );
    const most = observations.slice(1);
    const body = await deliverResult(gateway.operator, testId, { observations: most });
    expect(body.observations.map((one: any) => one.value)).toEqual(most.map((one) => one.value));
  });

  it('of a test stand in the order of their times', async () => {
    const ids: string[] = [];
    for (const moment of [second, third, first, second]) {
      gateway.clock.set(moment);
      ids.push((await deliverResult(gateway.operator, testId)).id);
    }
    const iris = [2, 0, 3, 1].map((index) => `/v1/test_results/${ids[index]}`);
    expect((await gateway.acme.get(test)).body.testResults).toEqual(iris);
  });

  it('are made once for each externalId of a laboratory', async () => {
    const laboratory = await gateway.clientWith({ partner: null, laboratory: 'north' });
    const south = await gateway.clientWith({ partner: null, laboratory: 'south' });
    const externalId = `LAB-${testId}`;
    const made = await deliver({ diagnosticTest: testId, externalId }, laboratory);
    gateway.clock.set(second);
    const again = await deliver({ diagnosticTest: testId, externalId, observations: [] }, laboratory);
    expect([made.status, again.status, again.text]).toEqual([201, 200, made.text]);
    const elsewhere = await deliver({ diagnosticTest: testId, externalId }, south);
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.id).not.toBe(made.body.id);
    expect((await gateway.acme.get(test)).body.testResults).toHaveLength(2);
  });

  it('are made once when the same externalId comes in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => deliver({ diagnosticTest: testId, externalId: `P-${testId}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...answers.slice(1).map(() => 200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await gateway.acme.get(test)).body.testResults).toHaveLength(1);
  });

  it('find their test by the specimen code', async () => {
    await gateway.acme.post(`${test}/activate`, activationBody({ specimenCode: `S-${testId}` }));
    expect((await deliver({ specimenCode: `S-${testId}` })).body.diagnosticTest).toBe(test);
  });

  it('need the product where one specimen code serves several tests', async () => {
    const { testIds } = await placeOrder(gateway.acme, { productIds: ['lipid-panel', 'vitamin-d', 'vitamin-d'] });
    const iris = testIds.map((id) => `/v1/diagnostic_tests/${id}`);
    for (const iri of iris) await gateway.acme.post(`${iri}/specimens`, { specimenCode: 'SHARED' });
    const ambiguous = (diagnosticTests: string[]) => violation('specimenCode', 'Choice', { payload: { diagnosticTests } });
    expectViolations(await deliver({ specimenCode: 'SHARED' }), ambiguous(iris));
    expectViolations(await deliver({ specimenCode: 'SHARED', diagnosticProduct: 'vitamin-d' }), ambiguous(iris.slice(1)));
    expect((await deliver({ specimenCode: 'SHARED', diagnosticProduct: 'lipid-panel' })).body.diagnosticTest).toBe(iris[0]);
    expect((await gateway.acme.get(iris[1]!)).body).toMatchObject({ testResults: [], labIntakeAt: null });
  });

  it.each<[object, string, ConstraintName]>([
    [{ specimenCode: 'UNKNOWN' }, 'specimenCode', 'Choice'],
    [{ specimenCode: '' }, 'specimenCode', 'NotBlank'],
    [{ diagnosticTest: nowhere }, 'diagnosticTest', 'Choice'],
    [{ diagnosticTest: 'nothing' }, 'diagnosticTest', 'Choice'],
    [{ specimenCode: 'UNKNOWN', diagnosticProduct: 'nothing' }, 'diagnosticProduct', 'Choice'],
    [{}, 'diagnosticTest', 'NotBlank'],
  ])('are refused for the test of %j', async (overrides, place, constraint) => {
    expectViolations(await deliver(overrides), violation(place, constraint));
  });

  const bad = (overrides: object) => ({ observations: [observationBody(), observationBody({ ...overrides })] });
  const intervals = (one: object) => bad({ referenceRange: { intervals: [{ label: 'a', ...one }] } });

  it.each<[object, string, ConstraintName, ViolationDetails]>([
    [{ observations: undefined }, 'observations', 'NotBlank', {}],
    [bad({ loincNum: undefined }), 'observations[1].loincNum', 'NotBlank', {}],
    [bad({ loincNum: null }), 'observations[1].loincNum', 'NotNull', {}],
    [bad({ value: 'a\0' }), 'observations[1].value', 'Regex', {}],
    [bad({ referenceRange: {} }), 'observations[1].referenceRange.intervals', 'NotBlank', {}],
    [intervals({ label: null }), 'observations[1].referenceRange.intervals[0].label', 'NotNull', {}],
    [
      intervals({ lower: { operator: '<', value: 1 } }),
      'observations[1].referenceRange.intervals[0].lower.operator',
      'Choice',
      { hint: ['>', '>='] },
    ],
    [
      intervals({ upper: { operator: '>=', value: 1 } }),
      'observations[1].referenceRange.intervals[0].upper.operator',
      'Choice',
      { hint: ['<', '<='] },
    ],
    [intervals({ upper: {} }), 'observations[1].referenceRange.intervals[0].upper.operator', 'NotBlank', {}],
    [{ externalId: 'x'.repeat(256) }, 'externalId', 'TooLong', { payload: { max: 255 } }],
    [{ documents: [{ mimeType: 'a/b', content: '' }] }, 'documents[0].originalFileName', 'NotBlank', {}],
    [{ documents: [{ originalFileName: 'a', mimeType: 'pdf', content: '' }] }, 'documents[0].mimeType', 'Regex', {}],
    [{ documents: [{ originalFileName: 'a', mimeType: 'a/b' }] }, 'documents[0].content', 'NotBlank', {}],
  ])('are stored whole or not at all: %j', async (overrides, place, constraint, details) => {
    expectViolations(await deliver({ diagnosticTest: testId, ...overrides }), violation(place, constraint, details));
    expect((await gateway.acme.get(test)).body).toMatchObject({ testResults: [], labIntakeAt: null });
    expect((await gateway.acme.get(`/v1/test_results?diagnosticTest[]=${testId}`)).body).toEqual([]);
  });

  it.each<[object, string, string, string]>([
    [{ observations: {} }, 'observations', 'array', 'object'],
    [{ labNotes: 'note' }, 'labNotes', 'array', 'string'],
    [bad({ value: 2.6 }), 'observations[1].value', 'string', 'number'],
    [intervals({ lower: { operator: '>', value: '1' } }), 'observations[1].referenceRange.intervals[0].lower.value', 'number', 'string'],
    [{ documents: ['file'] }, 'documents[0]', 'object', 'string'],
  ])('have members of the right type: %j', async (overrides, place, expected, given) => {
    expectProblem(await deliver({ diagnosticTest: testId, ...overrides }), 400, wrongType(place, expected, given));
  });

  it('of another partner answer like missing ones', async () => {
    const { id } = await deliverResult(gateway.operator, testId);
    const foreign = await gateway.other.get(`/v1/test_results/${id}`);
    expectProblem(foreign, 404);
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(await gateway.other.get(`/v1/test_results/${nowhere}`), nowhere));
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(await gateway.acme.get('/v1/test_results/nothing')));
  });
});
