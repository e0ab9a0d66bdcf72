import { HeaderList } from './header-list';

describe('a list of headers', () => {
  const begin = ['Vary', 'Accept', 'Accept', 'Vary'] as const;

  it('has what it began with, and what is set', () => {
    const headers = new HeaderList(begin);
    headers.set('ETag', 'W/"1"');
    expect(headers.flat).toEqual([...begin, 'ETag', 'W/"1"']);
    expect(begin).toHaveLength(4);
  });

  it('has each name once, with the last value', () => {
    const headers = new HeaderList(begin);
    headers.setAll({ Vary: 'Origin', Link: '<a>' });
    headers.set('Link', '<b>');
    expect(headers.flat).toEqual(['Vary', 'Origin', 'Accept', 'Vary', 'Link', '<b>']);
    expect(['Vary', 'Link', 'Accept', 'Age'].map((name) => headers.get(name))).toEqual(['Origin', '<b>', 'Vary', undefined]);
  });

  it('takes no value for a name', () => {
    const headers = new HeaderList(['Vary', 'Accept']);
    headers.set('Accept', 'Vary');
    expect(headers.flat).toEqual(['Vary', 'Accept', 'Accept', 'Vary']);
  });
});
