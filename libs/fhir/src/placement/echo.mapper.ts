import { type JsonObject, objectsIn, textIn } from '@gateway/kernel';
import type { NativeServiceRequest, RequestEcho } from '@gateway/core';
import { patientOf } from './order-wish.mapper';

const echoed = ['reference', 'type', 'identifier', 'display'] as const;

/** A reference without what belongs to the request alone: a contained target, the element's id and extensions. */
function toEchoedReference(reference: JsonObject): JsonObject {
  const isLocal = textIn(reference['reference'])?.startsWith('#') ?? false;
  const kept = echoed.filter((name) => reference[name] !== undefined && !(isLocal && name === 'reference'));
  return Object.fromEntries(kept.map((name) => [name, reference[name]]));
}

const orNull = (reference: JsonObject): JsonObject | null => (Object.keys(reference).length === 0 ? null : reference);

/** What the reports of a request repeat of it. A contained patient is told by its first identifier. */
export function toRequestEcho(request: NativeServiceRequest): RequestEcho {
  const [subject = {}] = objectsIn(request.subject);
  const [encounter = {}] = objectsIn(request.encounter);
  const own = objectsIn(patientOf(request)?.['identifier'])[0];
  const echo = toEchoedReference(subject);
  return {
    subject: orNull(own === undefined || echo['identifier'] !== undefined ? echo : { ...echo, identifier: own }),
    encounter: orNull(toEchoedReference(encounter)),
  };
}
