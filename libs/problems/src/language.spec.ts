import fc from 'fast-check';
import { type Language, languages, negotiateLanguage } from './language';

describe('negotiateLanguage', () => {
  it.each<[string | undefined, Language]>([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['fr', 'fr'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['fr-CA-x-private', 'fr'],
    ['de-AT;q=0.9, en;q=0.5', 'de'],
    ['en;q=0.5, de-AT;q=0.9', 'de'],
    ['en;q=0.5,de', 'de'],
    ['de,fr', 'de'],
    ['fr;q=0.8,de;q=0.8', 'fr'],
    ['it', 'en'],
    ['it, fr;q=0.2', 'fr'],
    ['zh-Hans-CN, ja', 'en'],
    ['deu', 'en'],
    ['de;q=0', 'en'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['*', 'en'],
    ['en;q=0, *', 'de'],
    ['en;q=0, de;q=0, *', 'fr'],
    ['en;q=0.1, *;q=0.5', 'de'],
    ['fr;q=0.5, *;q=0.1', 'fr'],
    ['de ; q=0.3 , fr ; q=0.4', 'fr'],
    ['de;Q=0.3,fr;Q=0.4', 'fr'],
    ['de;q=oops, fr;q=0.1', 'fr'],
    [',,;;==,', 'en'],
    ['*/*', 'en'],
  ])('makes of %j: %s', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language);
  });

  it('always answers with one of the languages', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z*,;=.0-9 q-]*$/)), (header) =>
        languages.includes(negotiateLanguage(header)),
      ),
    );
  });

  it('prefers the highest weight', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...languages], { minLength: 1 }), (order) => {
        const header = order.map((language, index) => `${language};q=${(0.9 - index / 10).toFixed(1)}`).reverse();
        expect(negotiateLanguage(header.join(', '))).toBe(order[0]);
      }),
    );
  });
});
