import type { ReportState } from './report-row';
import { stateOf } from './report-state';

const values = (...observations: [loincNum: string, value: string][]) => ({
  observations: observations.map(([loincNum, value]) => ({ loincNum, value })),
  documents: [],
});

describe('stateOf', () => {
  it.each<[string, Parameters<typeof stateOf>, ReportState]>([
    ['everything that the product has', [values(['1-8', '5'], ['2-6', '6']), ['1-8', '2-6'], false], 'final'],
    ['more than the product has', [values(['1-8', '5'], ['9-1', '6']), ['1-8'], false], 'final'],
    ['an analyte is missing', [values(['1-8', '5']), ['1-8', '2-6'], false], 'partial'],
    ['an analyte has no value yet', [values(['1-8', '5'], ['2-6', '']), ['1-8', '2-6'], false], 'partial'],
    ['a product that names no analytes', [values(['1-8', '5']), [], false], 'final'],
    ['nothing for a product that names none', [values(), [], false], 'final'],
    ['a document alone', [{ observations: [], documents: [{}] }, ['1-8'], false], 'final'],
    ['a document beside part of the values', [{ ...values(['1-8', '5']), documents: [{}] }, ['1-8', '2-6'], false], 'partial'],
    ['all of it, which the laboratory calls partial', [{ ...values(['1-8', '5']), stage: 'partial' }, ['1-8'], false], 'partial'],
    ['what the laboratory calls a correction', [{ ...values(['1-8', '5']), stage: 'corrected' }, ['1-8'], false], 'corrected'],
    ['part after a complete result', [{ ...values(['1-8', '5']), stage: 'partial' }, ['1-8'], true], 'corrected'],
    ['all again after a complete result', [values(['1-8', '5']), ['1-8'], true], 'corrected'],
    ['the corrected analyte alone', [values(['1-8', '5']), ['1-8', '2-6'], true], 'corrected'],
  ])('%s', (_, parameters, state) => {
    expect(stateOf(...parameters)).toBe(state);
  });
});
