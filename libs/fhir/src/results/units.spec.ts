import fc from 'fast-check';
import { toUnit } from './units';

const system = 'http://unitsofmeasure.org';

describe('toUnit', () => {
  it.each([
    ['mmol/L', 'mmol/L'],
    ['mmol/l', 'mmol/l'],
    [' mmol/L ', 'mmol/L'],
    ['\u00b5mol/L', 'umol/L'],
    ['\u03bcg/l', 'ug/l'],
    ['%', '%'],
    ['1', '1'],
    ['U/l', 'U/l'],
    ['mU/l', 'mU/l'],
    ['[IU]/mL', '[IU]/mL'],
    ['10*9/L', '10*9/L'],
    ['/uL', '/uL'],
    ['/\u00b5L', '/uL'],
    ['mm[Hg]', 'mm[Hg]'],
    ['{score}', '{score}'],
    ['mL/min/{1.73_m2}', 'mL/min/{1.73_m2}'],
    ['mg/(24.h)', 'mg/(24.h)'],
    ["[GPL'U]/mL", "[GPL'U]/mL"],
  ])('gives %j the UCUM code %s, and keeps it as written', (unit, code) => {
    expect(toUnit(unit)).toEqual({ unit, system, code });
  });

  it.each([
    ['G/l', '10*9/L'],
    ['G/L', '10*9/L'],
    ['T/l', '10*12/L'],
    ['T/L', '10*12/L'],
    ['K/uL', '10*3/uL'],
    ['K/\u00b5L', '10*3/uL'],
    ['pH', '[pH]'],
  ])('does not fall for the false friend %s', (unit, code) => {
    expect(toUnit(unit)).toEqual({ unit, system, code });
  });

  it.each([
    // UCUM reads these, but as something else than a laboratory means.
    ['MG/L'],
    ['G'],
    ['T'],
    ['u/l'],
    ['mu/l'],
    ['AU/ml'],
    ['ct'],
    ['Pt/l'],
    ['C'],
    ['ML'],
    ['U/ML'],
    ['EU/mL'],
    ['MU/L'],
    ['K'],
    // These it does not read.
    ['IU/L'],
    ['mmHg'],
    ['mm Hg'],
    ['degrees C'],
    ['°C'],
    ['Vol%'],
    ['ml/min/1.73m2'],
    ['10E9/L'],
    ['Index'],
    ['S/CO'],
    ['10'],
    ['gram'],
    ['(mg'],
    ['mg/'],
    ['g'.repeat(65)],
    // Names that every plain object has.
    ['constructor'],
    ['mg/toString'],
    ['__proto__'],
  ])('gives %s no code', (unit) => {
    expect(toUnit(unit)).toEqual({ unit });
  });

  it.each([[null], [''], ['  '], ['\u00a0']])('makes nothing of %j', (unit) => {
    expect(toUnit(unit)).toEqual({});
  });

  it('gives the same answer again, and codes without white space alone', () => {
    const letters = fc.constantFrom(...'mgLlUT/.()[]{}10*^-+%\u00b5 kGd'.split(''), 'mol', 'IU', '{x}');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 10 }), (parts) => {
        const unit = parts.join('');
        const first = toUnit(unit);
        expect(toUnit(unit)).toEqual(first);
        if (first.code !== undefined) expect(first.code).toMatch(/^[!-~]+$/);
      }),
      { numRuns: 500 },
    );
  });

  it('writes nothing to the console', () => {
    const log = jest.spyOn(console, 'log').mockReturnValue();
    for (const unit of ['degrees C', '{+"}0', '1valueOf', "U()'(", 'mg/)(', '']) toUnit(unit);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});
