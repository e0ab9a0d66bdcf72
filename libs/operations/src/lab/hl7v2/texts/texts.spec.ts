import { languages } from '@gateway/problems';
import { errorNames, fault, faultMessage, spellPlace } from '../faults';
import { type FaultText, texts } from '.';

const names = Object.keys(texts.en) as FaultText[];
const placeholdersOf = (text: string): readonly string[] => [...text.matchAll(/\{[^}]*\}/g)].map(([placeholder]) => placeholder);

describe.each(languages)('the texts in %s', (language) => {
  it.each(names)('%s says something, of the same', (name) => {
    const text = texts[language][name];
    expect(text).toMatch(/^\p{Lu}.*\.$/su);
    expect(placeholdersOf(text)).toEqual(placeholdersOf(texts.en[name]));
  });
});

const place = { segment: 'OBX', sequence: 2 } as const;

it.each([
  [place, 'OBX[2]'],
  [{ ...place, field: 5 }, 'OBX[2]-5'],
  [{ ...place, field: 5, component: 1 }, 'OBX[2]-5.1'],
  [{ ...place, field: 8, repetition: 2 }, 'OBX[2]-8(2)'],
])('a place reads %#', (given, text) => {
  expect(spellPlace(given)).toBe(text);
});

it('placeholders are filled, with nothing that the text does not name', () => {
  const given = fault(place, '103', 'value_unsupported', { supported: 'PDF', other: 1 });
  expect(languages.map((language) => faultMessage(given, language))).toEqual([
    'Allowed here: PDF.',
    'Hier erlaubt: PDF.',
    'Permis ici : PDF.',
  ]);
  expect(Object.keys(errorNames)).toContain(given.code);
});
