import type { JsonObject } from '@gateway/kernel';
import { unknownElement } from '../unknown-element';

const isAbsent = (resource: JsonObject, name: string): boolean => resource[name] === undefined && resource[`_${name}`] === undefined;

/**
 * A ServiceRequest with what the standard requires and the interface paths do not: their defaults of status and intent, and a subject
 * that says it is unknown. The request itself where nothing is missing.
 */
export function withRequiredElements(resource: JsonObject): JsonObject {
  const missing: JsonObject = {
    ...(isAbsent(resource, 'status') && { status: 'draft' }),
    ...(isAbsent(resource, 'intent') && { intent: 'proposal' }),
    ...(isAbsent(resource, 'subject') && { subject: unknownElement }),
  };
  return Object.keys(missing).length > 0 ? { ...resource, ...missing } : resource;
}
