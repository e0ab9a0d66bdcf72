import type { ReportState } from '@gateway/core';
import type { Language } from '@gateway/problems';

/** The words of narratives, and of states. */
const en = {
  analyte: 'Analyte',
  value: 'Value',
  referenceRange: 'Reference range',
  interpretation: 'Interpretation',
  notes: 'Notes',
  documents: 'Documents',
  laboratory: 'Laboratory',
  collected: 'Collected',
  issued: 'Issued',
  status: 'Status',
  noValue: 'no value',
  more: 'Further observations, not shown here',
  partial: 'partial',
  final: 'final',
  corrected: 'corrected',
} as const;

export type NarrativeWord = Exclude<keyof typeof en, ReportState>;

type Words = Readonly<Record<NarrativeWord | ReportState, string>>;

const de: Words = {
  analyte: 'Analyt',
  value: 'Wert',
  referenceRange: 'Referenzbereich',
  interpretation: 'Bewertung',
  notes: 'Anmerkungen',
  documents: 'Dokumente',
  laboratory: 'Labor',
  collected: 'Entnommen',
  issued: 'Befundet',
  status: 'Status',
  noValue: 'kein Wert',
  more: 'Weitere Werte, hier nicht gezeigt',
  partial: 'Teilbefund',
  final: 'endgültig',
  corrected: 'korrigiert',
};

const fr: Words = {
  analyte: 'Analyte',
  value: 'Valeur',
  referenceRange: 'Intervalle de référence',
  interpretation: 'Interprétation',
  notes: 'Remarques',
  documents: 'Documents',
  laboratory: 'Laboratoire',
  collected: 'Prélevé',
  issued: 'Émis',
  status: 'Statut',
  noValue: 'aucune valeur',
  more: 'Autres observations, non affichées ici',
  partial: 'partiel',
  final: 'définitif',
  corrected: 'corrigé',
};

export const narrativeWords = { en, de, fr } as const satisfies Record<Language, Words>;
