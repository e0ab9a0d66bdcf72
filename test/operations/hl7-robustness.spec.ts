import fc from 'fast-check';
import { Hl7Scene, readMessageFile, segmentsIn } from '../support/hl7';
import { changedMessages } from '../support/hl7-changes';

const header = 'MSH|^~\\&|LIS|LAB|GW|SVC|20260228143000||ORU^R01^ORU_R01|M-1|P|2.5.1||||||UNICODE UTF-8';
const ofSpecimen = (code: string, ...segments: readonly string[]): string =>
  [header, 'OBR|1||F-1|24331-1^Lipids^LN', ...segments, `SPM|1|${code}`, ''].join('\r');
const value = 'OBX|1|NM|13457-7^LDL^LN||2.6|mmol/L|||||F';

describe('whatever is sent', () => {
  const scene = Hl7Scene.forTests();

  beforeAll(() => scene.testWith('robust'));

  /** The code of the acknowledgment and the first reason. */
  const outcomeOf = async (message: string | Buffer): Promise<readonly (string | undefined)[]> => {
    const answer = await scene.send(message);
    expect(answer.status).toBe(200);
    const [, msa, error] = segmentsIn(answer, 'latin1');
    return [msa!.split('|')[1], error?.split('|')[2], error?.split('|')[5]?.replace('^^L', '')];
  };

  it('bytes never make the service fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, hasHeader) => {
        const { status } = await scene.send(Buffer.concat([Buffer.from(hasHeader ? `${header}\r` : ''), bytes]));
        expect([200, 400]).toContain(status);
        if (hasHeader) expect(status).toBe(200);
      }),
      { numRuns: 150 },
    );
  });

  it('a message with parts of it changed is acknowledged, or is none', async () => {
    const messages = ['lipids', 'custom-separators', 'pdf', 'notes', 'structured-numbers', 'coded-values'].map(readMessageFile);
    await fc.assert(
      fc.asyncProperty(changedMessages(messages), async (message) => {
        expect([200, 400]).toContain((await scene.send(message)).status);
      }),
      { numRuns: 150 },
    );
  });

  it.each<[string, string | Buffer, readonly (string | undefined)[]]>([
    ['NUL', ofSpecimen('robust', 'OBX|1|ST|1-8^x^LN||a\0b||||||F'), ['AE', 'OBX^1', 'characters']],
    ['NUL in a namespace', ofSpecimen('robust', value).replace('F-1', 'F-2^\\X00\\'), ['AA', undefined, undefined]],
    ['NUL, escaped', ofSpecimen('robust', 'OBX|1|ST|1-8^x^LN||a\\X00\\b||||||F'), ['AE', 'OBX^1^5', 'characters']],
    [
      'a surrogate in UTF-8',
      Buffer.from(ofSpecimen('robust', 'OBX|1|ST|1-8^x^LN||a\xed\xa0\x80||||||F'), 'latin1'),
      ['AR', 'MSH^1^18', 'charset_broken'],
    ],
    ['a code with blanks', ofSpecimen('robust', value.replace('13457-7', '13 457')), ['AE', 'OBX^1^3', 'pattern']],
    ['a long specimen code', ofSpecimen('x'.repeat(256), value), ['AE', 'SPM^1^2^1^1', 'max_length']],
    ['a long number of the order', ofSpecimen('robust', value).replace('F-1', 'x'.repeat(256)), ['AE', 'OBR^1^3', 'max_length']],
    ['a boundary too long', ofSpecimen('robust', value.replace('mmol/L|', `mmol/L|<${'9'.repeat(300)}`)), ['AA', undefined, undefined]],
    ['a long control id', ofSpecimen('robust', value).replace('M-1', 'x'.repeat(200)), ['AR', 'MSH^1^10', 'max_length']],
    ['101 notes', ofSpecimen('robust', value, ...Array.from({ length: 101 }, () => 'NTE|1||x')), ['AE', 'OBX^1', 'max_entries']],
    ['20,000 repetitions', ofSpecimen('robust', value, `NTE|1||${'x~'.repeat(20_000)}`), ['AE', 'OBX^1', 'max_entries']],
    ['51 ranges', ofSpecimen('robust', value.replace('mmol/L|', `mmol/L|${'1-2~'.repeat(51)}`)), ['AE', 'OBX^1^7', 'max_entries']],
    ['5,001 values', ofSpecimen('robust', `${value}\r`.repeat(5001)), ['AE', 'OBR^1', 'max_entries']],
    ['100,000 orders', `${header}\r${'OBR|1\r'.repeat(100_000)}`, ['AE', 'OBR^1^2', 'specimen_missing']],
    ['a million segments', `${header}\r${'NTE|1\r'.repeat(1_000_000)}`, ['AE', 'MSH^1', 'segments_too_many']],
    ['a million lines that are none', `${header}\r${'x\r'.repeat(1_000_000)}`, ['AE', 'MSH^1', 'segment_unreadable']],
    ['a million fields', ofSpecimen('robust', `${value}${'|'.repeat(1_000_000)}`), ['AA', undefined, undefined]],
    ['a million escapes', ofSpecimen('robust', `OBX|1|ST|1-8^x^LN||${'\\'.repeat(1_000_001)}||||||F`), ['AA', undefined, undefined]],
    ['2 MB of text', ofSpecimen('robust', `OBX|1|TX|1-8^x^LN||${'text \\T\\ '.repeat(220_000)}||||||F`), ['AA', undefined, undefined]],
  ])('%s has its answer, soon', async (_, message, expected) => {
    const begin = performance.now();
    expect(await outcomeOf(message)).toEqual(expected);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  it('a PDF of 20 MiB is taken, a longer one is not, and a body past the limit is refused', async () => {
    const testId = await scene.testWith('large');
    const document = (bytes: number): string => {
      const pdf = Buffer.alloc(bytes, 'x');
      pdf.write('%PDF-1.7');
      return ofSpecimen('large', `OBX|1|ED|PDF^Report^L||^AP^PDF^Base64^${pdf.toString('base64')}||||||F`);
    };
    const largest = 20 * 1024 * 1024;
    expect(await outcomeOf(document(largest))).toEqual(['AA', undefined, undefined]);
    expect((await scene.resultsOf(testId))[0].documents[0].size).toBe(largest);
    expect(await outcomeOf(document(largest + 1))).toEqual(['AE', 'OBX^1^5', 'file_too_large']);
    expect((await scene.send(Buffer.alloc(31 * 1024 * 1024, 'M'))).status).toBe(413);
  }, 60_000);
});
