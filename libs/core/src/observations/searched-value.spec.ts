import { type SearchedValue, searchedValueOf } from './searched-value';

const nothing = { valueNumbers: null, valueUnitCode: null, valueConceptCode: null };

describe('searchedValueOf', () => {
  it.each<[string, string | null, SearchedValue]>([
    ['5.10', 'mmol/L', { ...nothing, valueKind: 'quantity', valueNumbers: '[5.10,5.10]', valueUnitCode: 'mmol/L' }],
    ['5', 'drops', { ...nothing, valueKind: 'quantity', valueNumbers: '[5,5]' }],
    ['<0.5', null, { ...nothing, valueKind: 'quantity', valueNumbers: '(,0.5)' }],
    ['<= 0.5', null, { ...nothing, valueKind: 'quantity', valueNumbers: '(,0.5]' }],
    ['> 200', null, { ...nothing, valueKind: 'quantity', valueNumbers: '(200,)' }],
    ['≥1e2', null, { ...nothing, valueKind: 'quantity', valueNumbers: '[1e2,)' }],
    ['1:80', 'mmol/L', { ...nothing, valueKind: 'ratio' }],
    ['2-5', 'mmol/L', { ...nothing, valueKind: 'range' }],
    ['Positiv', null, { ...nothing, valueKind: 'concept', valueConceptCode: '10828004' }],
    ['grenzwertig', null, { ...nothing, valueKind: 'concept' }],
    ['5,10', 'mmol/L', { ...nothing, valueKind: 'text' }],
    [' ', 'mmol/L', { ...nothing, valueKind: 'absent' }],
  ])('%j %j', (value, unit, expected) => {
    expect(searchedValueOf({ value, unit })).toEqual(expected);
  });
});
