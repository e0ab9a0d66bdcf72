import { type JsonObject, objectsIn, textIn } from '@gateway/kernel';
import type { NativeServiceRequest } from './native-service-request';

/** The resource inside of the request that a reference leads to. */
export function containedTarget(request: NativeServiceRequest, reference: unknown): JsonObject | undefined {
  const address = textIn(objectsIn(reference)[0]?.['reference']);
  if (!address?.startsWith('#')) return undefined;
  return objectsIn(request.contained).find(({ id }) => id === address.slice(1));
}
