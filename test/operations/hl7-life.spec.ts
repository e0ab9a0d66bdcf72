import { Hl7Scene, readMessageFile, segmentsIn } from '../support/hl7';

describe('what follows a message', () => {
  const scene = Hl7Scene.forTests();
  const { gateway } = scene;

  const accepted = async (message: string | Buffer): Promise<void> => {
    const [, acknowledged] = segmentsIn(await scene.send(message));
    expect(acknowledged).toMatch(/^MSA\|AA\|/);
  };

  const valuesOf = async (testId: string) =>
    (await scene.resultsOf(testId)).map(({ observations }) => observations.map(({ loincNum, value }: any) => `${loincNum} ${value}`));

  const statusesOf = async (testId: string): Promise<readonly string[]> =>
    (await gateway.acme.get(`/fhir/r5/diagnostic_reports?diagnosticTest[]=${testId}`)).body.map(({ status }: any) => status);

  const lipids = (specimenCode: string, change: (text: string) => string = (text) => text): string =>
    change(readMessageFile('lipids').toString().replace('SPM|1|lipids', `SPM|1|${specimenCode}`));

  it('a correction supersedes, by OBR-25 and by OBX-11; what is deleted is gone from the newest result', async () => {
    const testId = await scene.testWith('correction');
    for (const name of ['correction-before', 'correction-by-obr', 'correction-by-obx']) await accepted(readMessageFile(name));
    expect(await valuesOf(testId)).toEqual([['13457-7 2.60', '2085-9 1.0'], ['13457-7 3.60'], ['13457-7 3.70']]);
    expect((await scene.resultsOf(testId))[2].labNotes).toEqual(['HDL withdrawn: mix-up']);
    expect(await statusesOf(testId)).toEqual(['final', 'corrected', 'corrected']);
  });

  it('a correction of what was never told is one all the same', async () => {
    const testId = await scene.testWith('correction-first');
    await accepted(
      readMessageFile('correction-by-obr').toString().replace('SPM|1|correction', 'SPM|1|correction-first').replace('F-11', 'F-41'),
    );
    expect(await statusesOf(testId)).toEqual(['corrected']);
  });

  it('a preliminary result is partial, however much it holds', async () => {
    const testId = await scene.testWith('preliminary');
    await accepted(readMessageFile('preliminary'));
    expect(await statusesOf(testId)).toEqual(['partial']);
    await accepted(readMessageFile('preliminary').toString().replaceAll('|P\r', '|F\r').replace('|I\r', '|F\r').replace('M-13', 'M-13b'));
    expect(await statusesOf(testId)).toEqual(['partial', 'final']);
  });

  it('the specimen has arrived', async () => {
    const testId = await scene.testWith('arrival');
    await accepted(lipids('arrival'));
    expect((await gateway.acme.get(`/v1/diagnostic_tests/${testId}`)).body.labIntakeAt).toBe('2026-03-01T10:00:00.250Z');
  });

  it('the same message again changes nothing, nor the same result under another control id', async () => {
    const testId = await scene.testWith('again');
    await accepted(lipids('again'));
    await accepted(lipids('again'));
    await accepted(lipids('again', (text) => text.replace('M-01', 'M-01b').replace('20260228143000', '20260228150000')));
    expect(await valuesOf(testId)).toHaveLength(1);
  });

  it('twenty times at once makes one result', async () => {
    const testId = await scene.testWith('at-once');
    await Promise.all(Array.from({ length: 20 }, () => accepted(lipids('at-once'))));
    expect(await valuesOf(testId)).toHaveLength(1);
  });

  it('a correction back to the first value counts, since its report is of another time', async () => {
    const testId = await scene.testWith('to-and-fro');
    const report = (value: string, at: string) =>
      lipids('to-and-fro', (text) => text.replace('||2.60|', `||${value}|`).replace('20260228142000', at));
    await accepted(report('2.60', '20260228142000'));
    await accepted(report('9.90', '20260228152000'));
    await accepted(report('2.60', '20260228162000'));
    expect((await valuesOf(testId)).map(([first]) => first)).toEqual(['13457-7 2.60', '13457-7 9.90', '13457-7 2.60']);
  });

  it('without the time of the report, that of the message tells', async () => {
    const testId = await scene.testWith('undated');
    const report = (value: string, at: string) =>
      lipids('undated', (text) => text.replace('||2.60|', `||${value}|`).replace('20260228142000+0100', '').replace('20260228143000', at));
    for (const [value, at] of [
      ['2.60', '20260228143000'],
      ['2.60', '20260228143000'],
      ['9.90', '20260228144000'],
      ['2.60', '20260228145000'],
    ] as const)
      await accepted(report(value, at));
    expect(await valuesOf(testId)).toHaveLength(3);
  });

  it('with an Idempotency-Key comes the same acknowledgment, byte for byte', async () => {
    await scene.testWith('keyed');
    const message = Buffer.from(
      lipids('keyed', (text) => text.replace('UNICODE UTF-8', '8859/1').replace('|LIS|', '|LÄB|')),
      'latin1',
    );
    const send = () => scene.send(message, { 'Idempotency-Key': 'hl7-1', Accept: 'text/plain' });
    const [first, second] = [await send(), await send()];
    expect([first.status, segmentsIn(first, 'latin1')[0]]).toEqual([
      200,
      'MSH|^~\\&|GATEWAY|SERVICE|LÄB|LAB-NORD|TIME||ACK^R01^ACK|ID|P|2.5.1||||||8859/1',
    ]);
    expect([second.bytes, second.headers['content-type'], second.headers['idempotent-replayed']]).toEqual([
      first.bytes,
      'text/plain; charset=iso-8859-1',
      'true',
    ]);
  });

  it('is the laboratory’s: another one may use the same numbers', async () => {
    const testId = await scene.testWith('two-laboratories');
    await accepted(lipids('two-laboratories'));
    const south = await gateway.clientWith({ partner: null, laboratory: 'south' });
    await south.post('/lab/v1/hl7v2', lipids('two-laboratories'), { 'Content-Type': 'application/hl7-v2' });
    expect(await valuesOf(testId)).toHaveLength(2);
  });
});
