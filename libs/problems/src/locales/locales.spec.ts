import { constraintCodes, hintNames } from '../constraints';
import { languages } from '../language';
import { problemCatalogue } from '../catalogue';
import { problemKinds } from '../kinds';
import { localeOf } from '../texts';
import type { Locale } from './en';

/** All texts of a locale, by path. */
const textsOf = ({ title, wrongType, details, constraints, hints, kinds }: Locale): Record<string, string> => {
  const groups = { details, constraints, hints, kinds };
  const nested = Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
  );
  return Object.fromEntries([['title', title], ['wrongType', wrongType], ...nested]);
};

const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{[^}]*\}/g)].map(([placeholder]) => placeholder).sort();

const english = textsOf(localeOf('en'));

describe.each(languages)('the locale %s', (language) => {
  const texts = textsOf(localeOf(language));

  it('has every text, and none empty', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
  });

  it.each(Object.keys(english))('has the placeholders of %s', (name) => {
    expect(placeholdersOf(texts[name]!)).toEqual(placeholdersOf(english[name]!));
  });

  it('covers all problems, constraints, hints and kinds', () => {
    const { details, constraints, hints, kinds } = localeOf(language);
    expect(Object.keys(details).sort()).toEqual(Object.keys(problemCatalogue).sort());
    expect(Object.keys(constraints).sort()).toEqual(Object.keys(constraintCodes).sort());
    expect(Object.keys(hints).sort()).toEqual([...hintNames].sort());
    expect(Object.keys(kinds).sort()).toEqual(Object.keys(problemKinds).sort());
  });
});

/** Messages as Symfony's validator publishes them in the three languages. */
const published: Readonly<Record<string, readonly [en: string, de: string, fr: string]>> = {
  NotBlank: ['This value should not be blank.', 'Dieser Wert sollte nicht leer sein.', 'Cette valeur ne doit pas être vide.'],
  NotNull: ['This value should not be null.', 'Dieser Wert sollte nicht null sein.', 'Cette valeur ne doit pas être nulle.'],
  Type: ['This value should be of type {type}.', 'Dieser Wert sollte vom Typ {type} sein.', 'Cette valeur doit être de type {type}.'],
  Email: [
    'This value is not a valid email address.',
    'Dieser Wert ist keine gültige E-Mail-Adresse.',
    "Cette valeur n'est pas une adresse email valide.",
  ],
  Choice: [
    'The value you selected is not a valid choice.',
    'Sie haben einen ungültigen Wert ausgewählt.',
    "Cette valeur doit être l'un des choix proposés.",
  ],
  Regex: ['This value is not valid.', 'Dieser Wert ist nicht gültig.', "Cette valeur n'est pas valide."],
  TooLong: [
    'This value is too long. It should have {max} characters or less.',
    'Diese Zeichenkette ist zu lang. Sie sollte höchstens {max} Zeichen haben.',
    'Cette chaîne est trop longue. Elle doit avoir au maximum {max} caractères.',
  ],
  TooShort: [
    'This value is too short. It should have {min} characters or more.',
    'Diese Zeichenkette ist zu kurz. Sie sollte mindestens {min} Zeichen haben.',
    'Cette chaîne est trop courte. Elle doit avoir au minimum {min} caractères.',
  ],
  Range: [
    'This value should be between {min} and {max}.',
    'Dieser Wert sollte zwischen {min} und {max} sein.',
    'Cette valeur doit être comprise entre {min} et {max}.',
  ],
  Date: [
    'This value is not a valid date.',
    'Dieser Wert entspricht keiner gültigen Datumsangabe.',
    "Cette valeur n'est pas une date valide.",
  ],
  DateTimeFormat: [
    'This value is not a valid datetime.',
    'Dieser Wert entspricht keiner gültigen Datums- und Zeitangabe.',
    "Cette valeur n'est pas une date valide.",
  ],
  UuidCharacters: ['This value is not a valid UUID.', 'Dieser Wert ist keine gültige UUID.', "Cette valeur n'est pas un UUID valide."],
  Country: ['This value is not a valid country.', 'Dieser Wert entspricht keinem gültigen Land.', "Ce pays n'est pas valide."],
  Unique: ['This value is already used.', 'Dieser Wert wird bereits verwendet.', 'Cette valeur est déjà utilisée.'],
  ExtraField: ['This field was not expected.', 'Dieses Feld wurde nicht erwartet.', "Ce champ n'a pas été prévu."],
};

it.each(Object.entries(published))('%s reads as published', (name, messages) => {
  expect(languages.map((language) => localeOf(language).constraints[name as keyof typeof constraintCodes])).toEqual(messages);
});
