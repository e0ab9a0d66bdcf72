import { type AppError, WrongTypesError } from './app-error';
import type { Violation } from './constraints';
import type { Language } from './language';
import { de } from './locales/de';
import { en, type Locale } from './locales/en';
import { fr } from './locales/fr';

const locales = { en, de, fr } as const satisfies Record<Language, Locale>;

export const localeOf = (language: Language): Locale => locales[language];

type Values = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const fill = (template: string, values: Values): string =>
  template.replace(/\{([A-Za-z]+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return placeholder;
    return typeof value === 'object' ? value.join(', ') : String(value);
  });

/** What happened, in the asked language. */
export function detailOf(error: AppError, language: Language): string {
  const locale = locales[language];
  if (error instanceof WrongTypesError) {
    return error.wrongTypes.map((wrong) => fill(locale.wrongType, { ...wrong })).join('\n');
  }
  if (error.code === 'constraint_violation' || error.code === 'resource_invalid') {
    return error.violations.map((violation) => lineOf(violation, language)).join('\n');
  }
  return fill(locale.details[error.code], error.parameters);
}

/** A fault of the whole body has no place. */
const lineOf = (violation: Violation, language: Language): string =>
  [violation.propertyPath, messageOf(violation, language)].filter((part) => part !== '').join(': ');

export const messageOf = (violation: Violation, language: Language): string =>
  violation.messages?.[language] ?? fill(locales[language].constraints[violation.constraint], violation.payload ?? {});

export const hintOf = (violation: Violation, language: Language): string | undefined =>
  violation.hint === undefined ? undefined : fill(locales[language].hints[violation.hint], violation.payload ?? {});
