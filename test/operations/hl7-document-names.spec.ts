import { Hl7Scene, segmentsIn } from '../support/hl7';

describe('a PDF in a message', () => {
  const scene = Hl7Scene.forTests();
  const content = Buffer.from('%PDF-1.7').toString('base64');
  let messages = 0;

  /** The name of the document under which partners read what the laboratory calls by OBX-3. */
  const nameOf = async (called: string): Promise<unknown> => {
    const specimen = `name-${(messages += 1)}`;
    const testId = await scene.testWith(specimen);
    const segments = [
      `MSH|^~\\&|LIS|LAB-NORD|GATEWAY|SERVICE|20260228143000+0100||ORU^R01^ORU_R01|M-${specimen}|P|2.5.1||||||UNICODE UTF-8`,
      'PID|1||P-4711^^^LAB-NORD||Mustermann^Erika^^^^^L||19840229|F',
      `OBR|1||F-${specimen}^LAB-NORD|24331-1^Lipid panel^LN|||20260227074500+0100|||||||||||||||20260228142000+0100|||F`,
      `OBX|1|ED|${called}||LIS^Application^PDF^Base64^${content}||||||F`,
      `SPM|1|${specimen}||BLD^Whole blood^HL70487`,
    ];
    const [, acknowledged] = segmentsIn(await scene.send(segments.join('\r')));
    expect(acknowledged).toBe(`MSA|AA|M-${specimen}`);
    const results = await scene.resultsOf(testId);
    expect(results).toEqual([
      { labNotes: null, observations: [], documents: [{ originalFileName: expect.any(String), mimeType: 'application/pdf', size: 8 }] },
    ]);
    return results[0].documents[0].originalFileName;
  };

  it.each([
    ['nothing to take away', 'PDF^Befund Müller', 'Befund Müller.pdf'],
    ['characters that join', 'PDF^👩\u200d⚕️ 2026', '👩\u200d⚕️ 2026.pdf'],
    ['a mark that turns the extension round', 'PDF^Befund\u202efdp.exe', 'Befundfdp.exe.pdf'],
    ['every mark', `PDF^a\u061cb\u200ec\u200fd\u202ae\u202bf\u202cg\u202dh\u202ei\u2066j\u2067k\u2068l\u2069m`, 'abcdefghijklm.pdf'],
    ['a mark around the whole', 'PDF^\u2067تقرير.pdf\u2069', 'تقرير.pdf'],
    ['a mark and a control character', 'PDF^a\u200e \u0001 b', 'a b.pdf'],
    ['nothing but marks in the text', 'PDF^\u202e\u202c^L^X^Other', 'Other.pdf'],
    ['nothing but marks in text and code', '\u200e^\u200f^L', 'report.pdf'],
  ])('with %s is named without marks of direction', async (_, called, name) => {
    expect(await nameOf(called)).toBe(name);
  });
});
