import type { Language } from '@gateway/problems';
import type { Fault } from '../fault';
import { de } from './de';
import { en, type FaultText } from './en';
import { fr } from './fr';

const texts = { en, de, fr } as const satisfies Record<Language, Record<FaultText, string>>;

/** What is wrong, in the asked language. The texts of invariants are the standard's own, in English. */
export const faultText = ({ text, parameters }: Pick<Fault, 'text' | 'parameters'>, language: Language): string =>
  texts[language][text].replace(/\{([A-Za-z]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name]) : placeholder,
  );
