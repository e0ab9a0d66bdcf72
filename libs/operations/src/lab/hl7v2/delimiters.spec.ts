import { delimitersOf } from './delimiters';

describe('delimitersOf', () => {
  it.each([
    ['MSH|^~\\&|LIS', { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }],
    ['MSH|^~\\&#|LIS', { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }],
    ['MSH#@*!%', { field: '#', component: '@', repetition: '*', escape: '!', subcomponent: '%' }],
    ['MSH|^~|LIS', { field: '|', component: '^', repetition: '~', escape: '', subcomponent: '' }],
    ['MSH,;', { field: ',', component: ';', repetition: '', escape: '', subcomponent: '' }],
  ])('%s', (header, delimiters) => {
    expect(delimitersOf(header)).toEqual(delimiters);
  });

  it.each(['', 'MSH', 'MSH|', 'MSH||', 'MSH|^~\\&#+|', 'MSH|^^\\&|', 'MSH ^~\\&', 'MSHa^~\\&', 'MSH|^~\\é|', 'PID|^~\\&|', 'MSH|^~ &|'])(
    '%j has none',
    (header) => {
      expect(delimitersOf(header)).toBeUndefined();
    },
  );
});
