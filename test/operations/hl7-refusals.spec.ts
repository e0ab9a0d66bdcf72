import { Hl7Scene, readMessageFile, segmentsIn } from '../support/hl7';
import { expectProblem } from '../support/problems';

/** ERR without what every one of them has. */
const err = (location: string, code: string, reason: string, text: string): string => {
  const names: Readonly<Record<string, string>> = {
    100: 'Segment sequence error',
    101: 'Required field missing',
    102: 'Data type error',
    103: 'Table value not found',
    200: 'Unsupported message type',
    201: 'Unsupported event code',
    202: 'Unsupported processing id',
    203: 'Unsupported version id',
    204: 'Unknown key identifier',
  };
  return `ERR||${location}|${code}^${names[code]}^HL70357|E|${reason}^^L|||${text}`;
};

const [header, charset] = ['MSH|^~\\&|GATEWAY|SERVICE|LIS|LAB-NORD|TIME||ACK^R01^ACK|ID|P|2.5.1', '||||||UNICODE UTF-8'];
const usual = header + charset;
const textOf = (line: string): string => line.slice(line.lastIndexOf('|') + 1);
const refusal = (code: string, id: string, ...errors: readonly string[]) => [`MSA|${code}|${id}|${textOf(errors[0]!)}`, ...errors];

const unknown = 'The value you selected is not a valid choice. No diagnostic test has this specimen code.';
const onlyResults = 'Only results are taken: ORU\\S\\R01.';
const broken = 'The message is not written in the character set that it names.';
const charsets = 'The character set is not supported. Supported: ASCII, UNICODE UTF-8, 8859/1 - 8859/11, 8859/13 - 8859/15.';
const versions = 'This version is not supported. Supported: 2.3, 2.3.1, 2.4, 2.5, 2.5.1, 2.6, 2.7, 2.7.1, 2.8, 2.8.1, 2.8.2.';
const unreadable = 'The line after this segment begins with no segment name; a line break in a value is written as \\E\\.br\\E\\.';
const unplaced = 'This segment belongs to an OBR segment before it.';
const inParts = 'Messages in several parts are not taken.';
const required = 'This field is required.';

const allowed = (location: string, values: string): string => err(location, '103', 'value_unsupported', `Allowed here: ${values}.`);
const repeated = 'This value cannot repeat.';

const cases: readonly (readonly [name: string, segments: readonly string[]])[] = [
  ['unknown-specimen', [usual, ...refusal('AE', 'R-01', err('SPM^1^2^1^1', '204', 'specimen_unknown', unknown))]],
  [
    'several-faults',
    [
      usual,
      ...refusal(
        'AE',
        'R-02',
        err('OBX^1^3', '101', 'loinc_missing', 'A LOINC code is required, with the coding system LN.'),
        err('OBX^2^5', '102', 'number_expected', 'A number is expected.'),
        allowed('OBX^3^2', 'NM, SN, ST, TX, FT, CE, CWE, ED'),
        err('OBX^4^5^2', '102', 'value_repeated', repeated),
        err('OBX^5^5^1^1', '102', 'value_unsupported', 'Allowed here: < <= > >= = <>.'),
        err('OBX^6^2', '101', 'field_missing', required),
        allowed('OBX^7^11', 'A, B, C, D, F, I, N, O, P, R, S, U, V, W, X'),
        allowed('OBX^8^5^1^3', 'PDF'),
        allowed('OBX^9^5^1^4', 'Base64, Hex'),
        err('OBX^10^5^1^5', '102', 'document_unreadable', 'The document is no PDF, or its encoding is damaged.'),
        err('OBX^11^5', '101', 'status_without_value', 'With this status the value is required.'),
        err('OBX^12^5^2', '102', 'value_repeated', repeated),
      ),
    ],
  ],
  ['admission', [usual.replace('R01', 'A01'), ...refusal('AR', 'R-03', err('MSH^1^9^1^1', '200', 'message_unsupported', onlyResults))]],
  [
    'header',
    [
      usual.replace('R01', 'R32').replace('P|2.5.1', 'T|9.9'),
      ...refusal(
        'AR',
        '',
        err('MSH^1^9^1^2', '201', 'message_unsupported', onlyResults),
        err('MSH^1^10', '101', 'field_missing', required),
        err('MSH^1^11', '202', 'processing_unsupported', 'Only messages of production are taken: P.'),
        err('MSH^1^12', '203', 'version_unsupported', versions),
      ),
    ],
  ],
  ['charset', [`${header}||||||BIG-5`, ...refusal('AR', 'R-05', err('MSH^1^18', '103', 'charset_unknown', charsets))]],
  ['broken-utf-8', [usual, ...refusal('AR', 'R-06', err('MSH^1^18', '102', 'charset_broken', broken))]],
  ['umlaut-in-ascii', [header, ...refusal('AR', 'R-07', err('MSH^1^18', '102', 'charset_broken', broken))]],
  ['line-break-in-value', [usual, ...refusal('AE', 'R-08', err('OBX^1', '100', 'segment_unreadable', unreadable))]],
  [
    'several-specimens',
    [
      usual,
      ...refusal(
        'AE',
        'R-09',
        err('SPM^2^2^1^1', '102', 'specimens_several', 'One result is of one specimen: the SPM segments name several.'),
      ),
    ],
  ],
  [
    'misplaced',
    [
      usual,
      ...refusal(
        'AE',
        'R-10',
        err('OBX^1', '100', 'segment_unplaced', unplaced),
        err('SPM^1', '100', 'segment_unplaced', unplaced),
        err('ADD^1', '100', 'segment_unsupported', inParts),
        err('MSH^2', '100', 'message_second', 'One message at a time is taken.'),
        err('DSC^1', '100', 'segment_unsupported', inParts),
        err('OBR^1', '100', 'result_missing', 'The message has no result: an OBR segment is required.'),
      ),
    ],
  ],
  [
    'empty-orders',
    [
      usual,
      ...refusal(
        'AE',
        'R-11',
        allowed('OBR^1^25', 'A, C, F, P, R, X'),
        err('OBR^1^2', '101', 'specimen_missing', 'The code of the specimen is required: in SPM-2, OBR-2 or OBR-3.'),
        err('OBR^1', '100', 'observations_missing', 'The result has no OBX segment.'),
      ),
    ],
  ],
];

describe('a message that is not applied', () => {
  const scene = Hl7Scene.forTests();
  const { gateway } = scene;

  it.each(cases)('%s is told with every place', async (name, segments) => {
    const answer = await scene.send(readMessageFile(`refused-${name}`));
    expect([answer.status, segmentsIn(answer)]).toEqual([200, segments]);
  });

  it.each([
    ['de', 'Sie haben einen ungültigen Wert ausgewählt. Kein Test hat diesen Probencode.'],
    ['fr', "Cette valeur doit être l'un des choix proposés. Aucun test n'a ce code d'échantillon."],
  ])('is explained in %s, in the sender’s character set', async (language, text) => {
    const message = readMessageFile('refused-unknown-specimen').toString();
    const send = (charsetName: string) => scene.send(message.replace('UNICODE UTF-8', charsetName), { 'Accept-Language': language });
    expect(textOf(segmentsIn(await send('UNICODE UTF-8'))[2]!)).toBe(text);
    const latin = await send('8859/1');
    expect([latin.headers['content-language'], textOf(segmentsIn(latin, 'latin1')[2]!)]).toEqual([language, text]);
    const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
    expect(textOf(segmentsIn(await send('ASCII'))[2]!)).toBe(plain);
  });

  it('is explained in ASCII where its character set is not known', async () => {
    const answer = await scene.send(readMessageFile('refused-charset'), { 'Accept-Language': 'de' });
    expect(textOf(segmentsIn(answer, 'latin1')[1]!)).toMatch(/^Der Zeichensatz wird nicht unterstutzt\. Unterstutzt: ASCII, /);
  });

  it('with two orders leaves nothing of either', async () => {
    const testId = await scene.testWith('two-orders-1');
    const [, , ...errors] = segmentsIn(await scene.send(readMessageFile('two-orders')));
    expect(errors).toEqual([err('SPM^2^2^1^1', '204', 'specimen_unknown', unknown)]);
    expect(await scene.resultsOf(testId)).toEqual([]);
    expect((await gateway.acme.get(`/v1/diagnostic_tests/${testId}`)).body.labIntakeAt).toBeNull();
  });

  it('of a specimen that serves several tests says so; the laboratory names the product in OBR-4', async () => {
    const testIds = [await scene.testWith('shared'), await scene.testWith('shared')];
    const message = readMessageFile('lipids').toString().replace('SPM|1|lipids', 'SPM|1|shared');
    const iris = testIds.map((id) => `/v1/diagnostic_tests/${id}`);
    const text = 'The value you selected is not a valid choice. Several diagnostic tests have this specimen code: name one.';
    expect(segmentsIn(await scene.send(message))[2]).toBe(
      err('SPM^1^2^1^1', '204', 'specimen_ambiguous', text).replace('|||The', `|${iris.join('~')}||The`),
    );
    const { body } = await gateway.operator.get('/lab/v1/rejected_messages?controlId[]=M-01');
    expect(body[0].errors[0].payload).toEqual({ diagnosticTests: iris });
    await gateway.operator.put('/admin/v1/diagnostic_products/shared-panel', { name: { en: 'Shared' } });
    const other = await scene.testWith('shared', 'shared-panel');
    const named = message.replace('24331-1^Lipid panel^LN', 'shared-panel^Shared^99LAB');
    expect(segmentsIn(await scene.send(named))[1]).toBe('MSA|AA|M-01');
    expect([(await scene.resultsOf(other)).length, (await scene.resultsOf(testIds[0]!)).length]).toEqual([1, 0]);
  });

  it.each(['', 'x', 'MSH', 'MSH|', 'MSH|||', 'MSH|^^^^|', 'MSHabcd|', '{"a":1}', 'PID|1\rMSH|^~\\&|', 'FHS|^~\\&|LIS'])(
    'is none: %j is a problem',
    async (body) => {
      const detail = 'The request body is no HL7 v2 message: it must begin with a segment MSH and its delimiters.';
      expectProblem(await scene.send(body), 400, detail);
    },
  );

  it('comes as HL7 v2 or as text', async () => {
    const message = readMessageFile('refused-unknown-specimen');
    const answer = await scene.send(message, { 'Content-Type': 'text/plain', Accept: 'text/plain' });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect((await scene.send(message, { 'Content-Type': 'application/json' })).status).toBe(415);
    expect((await scene.send(message, { 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await scene.send(message, { Accept: 'application/json' })).status).toBe(406);
  });

  it('may leave its character set to the media type', async () => {
    const message = readMessageFile('refused-umlaut-in-ascii');
    const answer = await scene.send(message, { 'Content-Type': 'application/hl7-v2; charset="ISO-8859-1"' });
    expect([answer.headers['content-type'], segmentsIn(answer)[1]]).toEqual([
      'application/hl7-v2; charset=iso-8859-1',
      'MSA|AE|R-07|The result has no OBX segment.',
    ]);
  });
});
