import type { JsonObject } from '@gateway/kernel';
import type { FhirRelease } from '../release';
import { idDiffers, typeUnexpected } from '../validation/target-faults';
import { InvalidResourceError } from './invalid-resource-error';

/** @param id of the path that the resource has to have; undefined where there is none. @throws InvalidResourceError */
export function assertValid(resource: JsonObject, type: string, { validator }: FhirRelease, id?: string): void {
  const given = resource['resourceType'];
  if (given !== type && validator.structures.isResourceType(given)) throw new InvalidResourceError([typeUnexpected(given, type)]);
  const faults = [...validator.validate(resource)];
  if (id !== undefined && resource['id'] !== id) faults.unshift(idDiffers(type));
  if (faults.some(({ severity }) => severity === 'error')) throw new InvalidResourceError(faults);
}
