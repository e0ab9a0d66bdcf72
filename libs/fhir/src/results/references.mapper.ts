import type { ResultContext, SubjectEcho } from '@gateway/core';
import type { Reference } from '../types/datatypes';
import { toFhirTextIfAny } from './fhir-text';

/** A resource that we answer with ourselves, relative to the base of the release. */
export const referTo = (type: string, id: string): Reference => ({ reference: `${type}/${id}`, type });

/** Whether it leads into the request's own contained resources, which are not here (ref-1). */
const isLocal = (reference: unknown): boolean => typeof reference === 'string' && reference.startsWith('#');

/** The identifier as written, but for an assigner that was contained in the request. */
function toEchoedIdentifier(identifier: object): object {
  const { assigner, ...rest } = identifier as { readonly assigner?: { readonly reference?: unknown } };
  if (!isLocal(assigner?.reference)) return identifier;
  const { reference, ...named } = assigner!;
  return Object.keys(named).length === 0 ? rest : { ...rest, assigner: named };
}

/** The EHR's own reference again; undefined where it holds nothing. */
function toEchoed(echo: SubjectEcho | null): Reference | undefined {
  const reference = isLocal(echo?.reference) ? undefined : (echo?.reference ?? undefined);
  const type = echo?.type ?? undefined;
  const identifier = echo?.identifier ?? undefined;
  const display = echo?.display ?? undefined;
  // A type alone refers to nothing (ref-2).
  if (reference === undefined && identifier === undefined && display === undefined) return undefined;
  return {
    ...(reference !== undefined && { reference }),
    ...(type !== undefined && { type }),
    ...(identifier !== undefined && { identifier: toEchoedIdentifier(identifier) }),
    ...(display !== undefined && { display }),
  };
}

export function toSubject({ subject, testId, patientName }: ResultContext): Reference {
  const display = toFhirTextIfAny(patientName);
  return toEchoed(subject) ?? { ...referTo('Patient', testId), ...(display !== undefined && { display }) };
}

export const toEncounter = ({ encounter }: ResultContext): Reference | undefined => toEchoed(encounter);

/** The laboratory is known by its name only. */
export function toPerformers(laboratory: string): readonly Reference[] | undefined {
  const display = toFhirTextIfAny(laboratory);
  return display === undefined ? undefined : [{ type: 'Organization', display }];
}
