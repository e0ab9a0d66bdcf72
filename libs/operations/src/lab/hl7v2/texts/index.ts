import type { Language } from '@gateway/problems';
import { de } from './de';
import { en, type FaultText } from './en';
import { fr } from './fr';

export type { FaultText } from './en';

export const texts = { en, de, fr } as const satisfies Record<Language, Record<FaultText, string>>;

/** What is wrong with a message, in the asked language. */
export const faultText = (text: FaultText, parameters: Readonly<Record<string, string | number>>, language: Language): string =>
  texts[language][text].replace(/\{([a-z]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name]) : placeholder,
  );
