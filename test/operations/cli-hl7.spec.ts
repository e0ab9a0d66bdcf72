import { TestTerminal } from '../support/cli';
import { Hl7Scene, readMessageFile } from '../support/hl7';

describe('lab hl7', () => {
  const scene = Hl7Scene.forTests();
  let terminal: TestTerminal;

  beforeAll(() => {
    terminal = new TestTerminal({ baseUrl: scene.gateway.url, token: scene.gateway.operator.token });
  });

  const run = (name: string, ...options: readonly string[]) =>
    terminal.run(['lab', 'hl7', 'message.hl7', ...options], { 'message.hl7': readMessageFile(name) });

  it('delivers the bytes of the file, in whatever character set', async () => {
    const testId = await scene.testWith('latin-1');
    const { code, out } = await run('latin-1');
    expect([code, out.split('\n')[1]]).toEqual([0, 'MSA|AA|M-05']);
    expect((await scene.resultsOf(testId))[0].observations[0].labNotes).toEqual(['Gerät außer Haus: Wert geprüft']);
    const { acknowledgmentCode, acknowledgment } = JSON.parse((await run('latin-1', '--json')).out);
    expect([acknowledgmentCode, acknowledgment.split('\r')[1]]).toEqual(['AA', 'MSA|AA|M-05']);
  });

  it('tells what is wrong, in the asked language', async () => {
    const { code, out, err } = await run('refused-unknown-specimen', '--language', 'de');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^The service kept the message, but did not apply it:\n {2}MSH\|.*\n {2}MSA\|AE\|R-01\|Sie haben .*\n {2}ERR\|\|SPM\^1\^2\^1\^1\|204/,
    );
  });

  it('of a file that is no message says so, and of one that is not there', async () => {
    const none = await terminal.run(['lab', 'hl7', 'x'], { x: 'PID|1' });
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('must begin with a segment MSH')]);
    expect((await terminal.run(['lab', 'hl7', 'missing'])).code).toBe(2);
  });
});
