import { stringifyJson } from '@gateway/kernel';
import { placeOrder, putProduct } from '../support/factories';
import { type DeliveredObservation, exampleText, readExample } from '../support/fhir-example-reports';
import { startGateway, type TestGateway } from '../support/gateway';
import type { TestAnswer } from '../support/test-client';

const numbered = (prefix: string, numbers: readonly number[]) => numbers.map((number) => `${prefix}${number}`);

const examples = [
  'Bundle-lipids',
  'Bundle-ghp',
  'Bundle-micro',
  ...numbered('Observation-f00', [1, 2, 3, 4, 5]),
  ...numbered('Observation-f', [202, 203, 204, 205, 206]),
];

const observation = (overrides: Partial<DeliveredObservation>): DeliveredObservation => ({
  loincNum: '600-7',
  value: '',
  unit: null,
  referenceRange: null,
  interpretation: null,
  labNotes: null,
  ...overrides,
});

/** The members of an observation that the laboratory decides, as JSON text. */
function textOf({ referenceRange, loincNum, value, unit, interpretation, labNotes }: DeliveredObservation): string {
  const range = referenceRange === null ? {} : { referenceRange };
  return stringifyJson({ loincNum, value, unit, ...range, interpretation, labNotes }).slice(1, -1);
}

/** The texts of the observations in a body that holds a list of them, without what the service adds to each. */
const textsIn = (text: string): string[] =>
  [...text.matchAll(/"testResult":"[^"]+",("loincNum":.*?),"createdAt":"[^"]+"\}/gs)].map((match) => match[1]!);

describe('what a laboratory delivers', () => {
  let gateway: TestGateway;
  let testId: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    testId = (await placeOrder(gateway.acme)).testIds[0]!;
  });

  afterAll(() => gateway.stop());

  /** Every way in which a partner can read the result. */
  async function readEverywhere(resultId: string): Promise<readonly TestAnswer[]> {
    const { acme } = gateway;
    return Promise.all([
      acme.get(`/v1/test_results/${resultId}`),
      acme.get(`/v1/test_results?testResult[]=${resultId}`),
      acme.get(`/v1/observations?testResult[]=${resultId}&itemsPerPage=100&sort[createdAt]=asc`),
    ]);
  }

  async function expectUnchanged(observations: readonly DeliveredObservation[]): Promise<void> {
    const delivered = await gateway.operator.post('/lab/v1/test_results', { diagnosticTest: testId, observations });
    expect(delivered).toMatchObject({ status: 201 });
    const expected = observations.map(textOf);
    for (const answer of [delivered, ...(await readEverywhere(delivered.body.id))]) expect(textsIn(answer.text)).toEqual(expected);
    for (const [index, { id }] of delivered.body.observations.entries()) {
      const single = await gateway.acme.get(`/v1/observations/${id}`);
      expect(textsIn(single.text)).toEqual([expected[index]]);
    }
  }

  describe('the official FHIR R4B examples', () => {
    it.each(examples)('%s comes back digit for digit', async (name) => {
      const observations = readExample(name);
      expect(observations.length).toBeGreaterThan(0);
      await expectUnchanged(observations);
    });

    it.each([
      ['Bundle-lipids', 4, ['"upper":{"operator":"<=","value":2.0}', '"upper":{"operator":"<=","value":3.0}', '"value":"6.3"']],
      ['Bundle-ghp', 48, ['"value":"5.0"', '"value":"1.009"', '"value":0.40}', '"value":11.0}', '"value":"<1"', '"value":"Negative"']],
      ['Bundle-micro', 22, ['"value":"<=0.0526"', '"value":">=8"', '"value":"Staphylococcus aureus"']],
      ['Observation-f003', 1, ['"loincNum":"11557-6","value":"6.2","unit":"kPa"', '"value":6.0}']],
      ['Observation-f205', 3, ['"loincNum":"48643-1","value":">60","unit":"mL/min/1.73m2"', 'non-black/african-american, >=18 yrs']],
      ['Observation-f206', 1, ['"loincNum":"600-7","value":"Staphylococcus aureus","unit":null,"interpretation":"POS"']],
    ])('%s has the figures that the package prints', (name, count, fragments) => {
      const observations = readExample(name);
      const text = observations.map(textOf).join('\n');
      expect(observations).toHaveLength(count);
      for (const fragment of fragments) expect(text).toContain(fragment);
    });

    it.each(examples)('no figure of %s is lost on the way here', (name) => {
      const figures = [...exampleText(name).matchAll(/"value"\s*:\s*(-?\d[\d.]*)/g)].map((match) => match[1]!);
      const text = readExample(name).map(textOf).join('\n');
      for (const figure of figures) expect(text).toMatch(new RegExp(`(?<![\\d.])${figure.replace('.', '\\.')}(?![\\d.])`));
    });
  });

  describe('values that are not numbers', () => {
    it.each([
      ['a comparator', '<0.5'],
      ['a titre', '1:80'],
      ['a word', 'positive'],
      ['nothing', ''],
      ['blanks', '  \t\n '],
      ['digits that a float would change', '0.10000000000000000555'],
      ['4,000 characters', 'Lorem ipsum — '.repeat(286).slice(0, 4000)],
      ['text from right to left', 'إيجابي (\u200fضعيف\u200f) שלילי'],
      ['emoji', '🧪👩🏽‍🔬 ok 👍'],
      ['combining characters, not normalized', 'e\u0301 \u00e9 \u1e9b\u0323'],
      ['markup, quotes, backslashes', '<b>"1\\2"</b> & \'x\' \u2028 --'],
    ])('%s comes back exactly', async (_, value) => {
      await expectUnchanged([observation({ value, unit: value === '' ? '' : null, interpretation: value, labNotes: [value, ''] })]);
    });

    it('a value that is missing is an empty text', async () => {
      const { body } = await gateway.operator.post('/lab/v1/test_results', {
        diagnosticTest: testId,
        observations: [{ loincNum: '600-7', value: null }, { loincNum: '600-7' }],
      });
      expect(body.observations).toEqual([expect.objectContaining({ value: '' }), expect.objectContaining({ value: '' })]);
    });
  });

  it('boundaries keep their digits and their operators', async () => {
    const interval = (lower: string, upper: string) =>
      `{"label":"","lower":{"operator":">","value":${lower}},"upper":{"operator":"<","value":${upper}}}`;
    const intervals = [interval('0.10', '12345678901234567890'), interval('-1.50', '2.0e3'), interval('0', '0.00')].join(',');
    const body = `{"diagnosticTest":"${testId}","observations":[{"loincNum":"2093-3","value":"5.10","referenceRange":{"intervals":[${intervals}]}}]}`;
    const delivered = await gateway.operator.post('/lab/v1/test_results', body);
    for (const answer of [delivered, ...(await readEverywhere(delivered.body.id))])
      expect(answer.text).toContain(`{"intervals":[${intervals}]}`);
  });
});
