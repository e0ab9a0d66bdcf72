import { ExactNumber } from '@gateway/kernel';
import { Hl7Scene, readMessageFile, segmentsIn } from '../support/hl7';

const observation = (loincNum: string, value: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
  loincNum,
  value,
  unit: null,
  interpretation: null,
  labNotes: null,
  ...overrides,
});

const result = (observations: readonly object[], labNotes: readonly string[] | null = null, documents: readonly object[] = []) => ({
  labNotes,
  observations,
  documents,
});

const exact = (digits: string): ExactNumber => new ExactNumber(digits);
const interval = (label: string, lower: unknown = null, upper: unknown = null) => ({ label, lower, upper });
const range = (...intervals: readonly object[]) => ({ referenceRange: { intervals } });
const from = (value: unknown, operator = '>=') => ({ operator, value });
const to = (value: unknown, operator = '<=') => ({ operator, value });

const [ldl, hdl, glucose, culture] = ['13457-7', '2085-9', '2339-0', '600-7'] as const;
const below3 = range(interval('', null, to(exact('3.0'), '<')));
const mmol = { unit: 'mmol/L' };
const plainLdl = result([observation(ldl, '2.6', mmol)]);
const measured = (extra: object) => observation(glucose, '5.10', { ...mmol, ...extra });
const flagged = (interpretation: string | null, labNotes: readonly string[] | null = null) =>
  observation(glucose, '5.1', { ...mmol, interpretation, labNotes });

const usual = (controlId: string, charset = 'UNICODE UTF-8'): readonly string[] => [
  `MSH|^~\\&|GATEWAY|SERVICE|LIS|LAB-NORD|TIME||ACK^R01^ACK|ID|P|2.5.1||||||${charset}`,
  `MSA|AA|${controlId}`,
];

type Case = readonly [name: string, acknowledgment: readonly string[], expected: object];

const cases: readonly Case[] = [
  [
    'lipids',
    usual('M-01'),
    result([
      observation(ldl, '2.60', { ...mmol, interpretation: 'N', ...below3 }),
      observation(hdl, '1.050', { ...mmol, interpretation: 'N', ...range(interval('', from(exact('1.0')), to(2.1))) }),
      observation('2093-3', '12345678901234567890.10', { ...mmol, interpretation: 'HH', ...range(interval('', from(3))) }),
    ]),
  ],
  [
    'custom-separators',
    ['MSH#@*!%#GATEWAY#SERVICE#LIS!F!1#LAB@NORD#TIME##ACK@R01@ACK#ID#P#2.5.1######UNICODE UTF-8', 'MSA#AA#M-02'],
    result([
      observation(ldl, '<0.5', { ...mmol, interpretation: 'L', labNotes: ['OBX-8: A'], ...below3 }),
      observation(culture, 'a|b^c~d\\e # @ % * !', { labNotes: ['first', 'second # third'] }),
    ]),
  ],
  [
    'repeating-obx',
    usual('M-03'),
    result([
      observation(culture, 'No growth after\nfive days.\nFinal.'),
      observation(culture, 'Second bottle: no growth.'),
      observation(glucose, '5.1', mmol),
      observation(glucose, '6.20', mmol),
      observation(glucose, 'high\nlow'),
    ]),
  ],
  [
    'escapes',
    usual('M-04'),
    result([
      observation(culture, 'a|b^c&d~e\\f'),
      observation(culture, 'Titre:\n1\n\n2 Aä'),
      observation(culture, 'C:\\data\\x 100% \\Zlocal\\ \\XZZ\\'),
    ]),
  ],
  [
    'latin-1',
    usual('M-05', '8859/1'),
    result([
      observation('14682-9', '62', {
        unit: 'µmol/L',
        interpretation: 'N',
        labNotes: ['Gerät außer Haus: Wert geprüft'],
        ...range(interval('', from(45), to(84))),
      }),
    ]),
  ],
  ['latin-9', usual('M-06', '8859/15'), result([observation(culture, 'œdème, coût 5 €')])],
  ['utf-8', usual('M-07'), result([observation(culture, 'إيجابي ≥ 1:80 🧪'), observation('14682-9', '62', { unit: 'µmol/L' })])],
  [
    'notes',
    usual('M-08'),
    result(
      [observation(ldl, '2.6', { ...mmol, labNotes: ['Line one', 'Line two', 'Line & three', 'Last'] }), observation(hdl, '1.0', mmol)],
      ['Patient fasting', 'Order by phone', 'Sample haemolytic', 'Please repeat', 'Tube half full'],
    ),
  ],
  [
    'pdf',
    usual('M-09'),
    result(
      [observation(ldl, '2.6', mmol)],
      ['Signed by the physician'],
      [{ originalFileName: 'Befund Müller 2026.pdf', mimeType: 'application/pdf', size: 69 }],
    ),
  ],
  ['pdf-hex', usual('M-10'), result([], null, [{ originalFileName: 'Laboratory report.pdf', mimeType: 'application/pdf', size: 69 }])],
  ['preliminary', usual('M-13'), result([observation(ldl, '2.60', mmol), observation(hdl, '', mmol)])],
  [
    'structured-numbers',
    usual('M-14'),
    result(['<5', '>=0.50', '1-2', '1:128', '2+', '7', '-1.5-1.5', '<>3', '0.5/7.10'].map((value) => observation('5196-1', value))),
  ],
  [
    'coded-values',
    usual('M-15'),
    result([
      observation('5196-1', 'nicht nachweisbar'),
      observation('882-1', 'A+'),
      observation(culture, 'Staphylococcus aureus\nEscherichia coli'),
      observation('5195-3', 'Positive'),
    ]),
  ],
  [
    'ranges',
    usual('M-16'),
    result([
      measured(range(interval('', from(exact('3.50')), to(exact('5.10'))))),
      measured(range(interval('', null, to(5, '<')))),
      measured(range(interval('', null, to(exact('5.0'))))),
      measured(range(interval('', from(3)))),
      measured(range(interval('', from(3, '>')))),
      measured(range(interval('', from(-1.5), to(1.5)))),
      ...['negative', '3,5-5,1', '5.1-3.5'].map((label) => measured(range(interval(label)))),
      measured(range(interval('', from(3.5), to(5.1)))),
      measured(range(interval('7'))),
      measured(range(interval('m: 3-5'), interval('f: 2-4'))),
      measured({}),
    ]),
  ],
  [
    'flags',
    usual('M-17'),
    result([
      flagged('H'),
      flagged('HH'),
      flagged('L', ['OBX-8: A']),
      flagged(null),
      flagged('POS'),
      flagged('++'),
      flagged('H', ['OBX-8: U', 'OBX-8: W']),
      flagged('N'),
      flagged(null),
    ]),
  ],
  ['line-feeds', usual('M-18'), plainLdl],
  ['carriage-return-line-feeds', usual('M-19'), plainLdl],
  ['mllp-frame', usual('M-20'), plainLdl],
  ['byte-order-mark', usual('M-21'), plainLdl],
  [
    'version-2-3',
    ['MSH|^~\\&|GW||LIS|LAB|TIME||ACK^R01^ACK|ID|P|2.3', 'MSA|AA|M-23'],
    result([observation(ldl, '2.6', { unit: 'mmol/l', ...below3 })]),
  ],
  ['alternate-codes', usual('M-24'), result([observation(ldl, '2.60', { ...mmol, ...below3 })])],
  [
    'statuses',
    usual('M-25'),
    result([observation(ldl, '', { ...mmol, labNotes: ['Sample clotted'] }), observation(hdl, ''), observation(glucose, '5.1', mmol)]),
  ],
  ['wrong-patient', usual('M-26'), result([], ['Posted for another patient'])],
  ['kitchen-sink', usual('M-27'), result([observation(ldl, '2.6', mmol), observation('66746-9', 'Serum')], ['General'])],
];

describe('a message of the corpus', () => {
  const scene = Hl7Scene.forTests();
  const { gateway } = scene;

  it.each(cases)('%s is applied and acknowledged', async (name, acknowledgment, expected) => {
    const testId = await scene.testWith(name);
    const answer = await scene.send(readMessageFile(name));
    expect([answer.status, segmentsIn(answer)]).toEqual([200, acknowledgment]);
    expect(await scene.resultsOf(testId)).toEqual([expected]);
  });

  it.each([
    ['latin-1', 'iso-8859-1'],
    ['latin-9', 'iso-8859-15'],
    ['utf-8', 'utf-8'],
    ['version-2-3', 'us-ascii'],
  ])('%s is answered as %s', async (name, charset) => {
    expect((await scene.send(readMessageFile(name))).headers['content-type']).toBe(`application/hl7-v2; charset=${charset}`);
  });

  it('with two orders makes a result of each', async () => {
    const [first, second] = [await scene.testWith('two-orders-1'), await scene.testWith('two-orders-2')];
    expect(segmentsIn(await scene.send(readMessageFile('two-orders')))).toEqual(usual('M-22'));
    expect(await scene.resultsOf(first)).toEqual([result([observation(ldl, '2.6', mmol)], ['First'])]);
    expect(await scene.resultsOf(second)).toEqual([result([observation(glucose, '5.1', { ...mmol, labNotes: ['Second'] })])]);
  });

  it('has its document as it was', async () => {
    const testId = await scene.testWith('pdf-again');
    await scene.send(readMessageFile('pdf').toString().replace('SPM|1|pdf', 'SPM|1|pdf-again'));
    const { body } = await gateway.acme.get(`/v1/test_results?diagnosticTest[]=${testId}`);
    const { bytes } = await gateway.acme.get(body[0].documents[0].downloadPath);
    expect(bytes.toString()).toBe('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  });
});
