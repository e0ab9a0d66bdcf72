import type { RequestStatus, ServiceRequestRow } from '@gateway/core';
import type { Language } from '@gateway/problems';
import { element, escaped, lines, nothing, toNarrative, type Xhtml } from '../results/xhtml';
import type { Narrative } from '../types/datatypes';

interface RequestWords {
  readonly title: string;
  readonly status: string;
  readonly patient: string;
  readonly specimens: string;
  readonly statuses: Readonly<Record<RequestStatus, string>>;
}

const words: Readonly<Record<Language, RequestWords>> = {
  en: {
    title: 'Laboratory request',
    status: 'Status',
    patient: 'Patient',
    specimens: 'Specimens',
    statuses: {
      draft: 'draft',
      active: 'active',
      'on-hold': 'on hold',
      revoked: 'revoked',
      completed: 'completed',
      'entered-in-error': 'entered in error',
      unknown: 'unknown',
    },
  },
  de: {
    title: 'Laboranforderung',
    status: 'Status',
    patient: 'Patient',
    specimens: 'Proben',
    statuses: {
      draft: 'Entwurf',
      active: 'aktiv',
      'on-hold': 'ausgesetzt',
      revoked: 'widerrufen',
      completed: 'abgeschlossen',
      'entered-in-error': 'irrtümlich erfasst',
      unknown: 'unbekannt',
    },
  },
  fr: {
    title: 'Demande de laboratoire',
    status: 'Statut',
    patient: 'Patient',
    specimens: 'Prélèvements',
    statuses: {
      draft: 'brouillon',
      active: 'active',
      'on-hold': 'suspendue',
      revoked: 'révoquée',
      completed: 'terminée',
      'entered-in-error': 'saisie par erreur',
      unknown: 'inconnu',
    },
  },
};

const fact = (name: string, text: string | undefined): Xhtml => (text === undefined || text === '' ? nothing : escaped(`${name}: ${text}`));

/** What a person reads of a request that was made from a test. */
export function toRequestNarrative({ content, status }: ServiceRequestRow, language: Language): Narrative {
  const { title, statuses, ...names } = words[language];
  const specimens = (content.specimen ?? []).map(({ display }) => display ?? '').join(', ');
  return toNarrative(
    language,
    element('h3', escaped(`${title}: ${content.code?.concept?.text ?? ''}`)),
    element(
      'p',
      lines(fact(names.status, statuses[status]), fact(names.patient, content.subject?.display), fact(names.specimens, specimens)),
    ),
  );
}
