import { analytes } from './analytes';
import { type Outcome, reportsOf } from './outcome';

const tests = Array.from({ length: 50 }, (_, index) => `test ${index}`);

describe.each(Object.entries(analytes).filter(([, analyte]) => 'unit' in analyte))('the simulated values of %s', (loincNum) => {
  /** Where the value lies, as the report itself says. */
  const placeOf = (outcome: Outcome, testId: string): string => {
    const [{ value, referenceRange } = { value: '', referenceRange: null }] = reportsOf(outcome, testId, [loincNum])[0]!.observations;
    const { lower, upper } = referenceRange!.intervals[0];
    if (lower !== null && Number(value) < lower.value) return 'L';
    return upper !== null && Number(value) > upper.value ? 'H' : 'N';
  };

  it('lie where their interpretation says', () => {
    for (const outcome of ['normal', 'abnormal', 'critical'] as const) {
      for (const testId of tests) {
        const interpretation = reportsOf(outcome, testId, [loincNum])[0]!.observations[0]!.interpretation!;
        expect(placeOf(outcome, testId)).toBe(interpretation.slice(0, 1));
        expect(interpretation === 'N').toBe(outcome === 'normal');
      }
    }
  });

  it('are the same for the same test', () => {
    expect(reportsOf('abnormal', 'test 1', [loincNum])).toEqual(reportsOf('abnormal', 'test 1', [loincNum]));
  });
});
