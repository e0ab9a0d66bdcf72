import { interpretationCodes } from './interpretation-codes';
import { toInterpretation } from './interpretation.mapper';

const system = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';

describe('toInterpretation', () => {
  it.each(Object.entries(interpretationCodes))('knows the code %s in any case', (code, display) => {
    expect(toInterpretation(code)).toEqual({ coding: [{ system, code, display }], text: code });
    expect(toInterpretation(` ${code.toLowerCase()} `)).toEqual({ coding: [{ system, code, display }], text: ` ${code.toLowerCase()} ` });
  });

  it.each([
    ['High', 'H'],
    ['erhöht', 'H'],
    ['ÉLEVÉ', 'H'],
    ['↓', 'L'],
    ['niedrig', 'L'],
    ['critically high', 'HH'],
    ['kritisch niedrig', 'LL'],
    ['normale', 'N'],
    ['abnormal', 'A'],
    ['positiv', 'POS'],
    ['négatif', 'NEG'],
    ['nicht  nachweisbar', 'ND'],
    ['resistent', 'R'],
  ] as const)('knows the word %s', (text, code) => {
    expect(toInterpretation(text)).toEqual({ coding: [{ system, code, display: interpretationCodes[code] }], text });
  });

  it.each(['++', 'see note', 'H!', 'constructor', '*', 'x'.repeat(200)])('keeps %s as a text', (text) => {
    expect(toInterpretation(text)).toEqual({ text });
  });

  it.each([[null], [''], [' \n']])('makes nothing of %j', (text) => {
    expect(toInterpretation(text)).toBeUndefined();
  });
});
