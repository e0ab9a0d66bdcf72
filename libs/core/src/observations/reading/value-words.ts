import type { Language } from '@gateway/problems';

export interface WordConcept {
  /** SNOMED CT (http://snomed.info/sct), where one code means just this. */
  readonly code?: string | undefined;
  readonly display: string;
}

interface Word extends WordConcept {
  readonly words: Readonly<Record<Language, readonly string[]>>;
}

/** The words with which laboratories report what is no number. */
const words: readonly Word[] = [
  {
    code: '10828004',
    display: 'Positive',
    words: { en: ['positive', 'pos', 'pos.'], de: ['positiv'], fr: ['positif', 'positive'] },
  },
  {
    code: '260385009',
    display: 'Negative',
    words: { en: ['negative', 'neg', 'neg.'], de: ['negativ'], fr: ['négatif', 'négative', 'negatif'] },
  },
  {
    code: '260408008',
    display: 'Weakly positive',
    words: {
      en: ['weakly positive', 'weak positive'],
      de: ['schwach positiv', 'schwach-positiv'],
      fr: ['faiblement positif', 'faiblement positive'],
    },
  },
  {
    code: '260373001',
    display: 'Detected',
    words: { en: ['detected'], de: ['nachgewiesen', 'nachweisbar'], fr: ['détecté', 'détectée', 'mis en évidence'] },
  },
  {
    code: '260415000',
    display: 'Not detected',
    words: {
      en: ['not detected', 'undetected'],
      de: ['nicht nachgewiesen', 'nicht nachweisbar'],
      fr: ['non détecté', 'non détectée', 'non mis en évidence'],
    },
  },
  {
    code: '11214006',
    display: 'Reactive',
    words: { en: ['reactive'], de: ['reaktiv'], fr: ['réactif', 'réactive'] },
  },
  {
    code: '131194007',
    display: 'Non-Reactive',
    words: {
      en: ['non-reactive', 'non reactive', 'nonreactive', 'not reactive'],
      de: ['nicht reaktiv', 'nicht-reaktiv'],
      fr: ['non réactif', 'non réactive', 'non-réactif', 'non-réactive'],
    },
  },
  {
    code: '82334004',
    display: 'Indeterminate',
    words: { en: ['indeterminate'], de: ['indeterminiert', 'unbestimmt'], fr: ['indéterminé', 'indéterminée'] },
  },
  {
    code: '419984006',
    display: 'Inconclusive',
    words: { en: ['inconclusive'], de: ['nicht konklusiv'], fr: ['non concluant', 'non concluante'] },
  },
  { code: '42425007', display: 'Equivocal', words: { en: ['equivocal'], de: ['äquivok'], fr: ['équivoque'] } },
  { code: '52101004', display: 'Present', words: { en: ['present'], de: ['vorhanden'], fr: ['présent', 'présente'] } },
  {
    code: '2667000',
    display: 'Absent',
    words: { en: ['absent', 'not present'], de: ['nicht vorhanden'], fr: ['absent', 'absente'] },
  },
  { code: '17621005', display: 'Normal', words: { en: ['normal'], de: ['normal'], fr: ['normal', 'normale'] } },
  { code: '263654008', display: 'Abnormal', words: { en: ['abnormal'], de: ['abnormal', 'anormal'], fr: ['anormal', 'anormale'] } },
  { display: 'Borderline', words: { en: ['borderline'], de: ['grenzwertig'], fr: ['limite'] } },
  {
    display: 'Strongly positive',
    words: { en: ['strongly positive'], de: ['stark positiv'], fr: ['fortement positif', 'fortement positive'] },
  },
  { display: 'Questionable', words: { en: ['questionable'], de: ['fraglich', 'nicht eindeutig'], fr: ['douteux', 'douteuse'] } },
  { display: 'Traces', words: { en: ['trace', 'traces'], de: ['spuren', 'spur'], fr: ['trace', 'traces'] } },
  { display: 'Unremarkable', words: { en: ['unremarkable'], de: ['unauffällig'], fr: ['sans particularité'] } },
  { display: 'Remarkable', words: { en: ['remarkable'], de: ['auffällig'], fr: [] } },
  {
    display: 'Pathological',
    words: { en: ['pathological', 'pathologic'], de: ['pathologisch'], fr: ['pathologique'] },
  },
  { display: 'Invalid', words: { en: ['invalid'], de: ['ungültig'], fr: ['invalide'] } },
];

const concepts: ReadonlyMap<string, WordConcept> = new Map(
  words.flatMap(({ code, display, words: spellings }) =>
    Object.values(spellings)
      .flat()
      .map((spelling) => [spelling, { code, display }] as const),
  ),
);

/** More than the longest of the words. */
const maximumLength = 100;

/** Case and the amount of white space do not count; letters may be composed or not. */
const normalized = (text: string): string => text.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase();

/** What the word means; undefined for what is none of the words. */
export const conceptOfWord = (text: string): WordConcept | undefined =>
  text.length > maximumLength ? undefined : concepts.get(normalized(text));
