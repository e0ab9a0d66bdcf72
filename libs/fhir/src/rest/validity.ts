import type { JsonObject } from '@gateway/kernel';
import type { FhirRelease } from '../release';
import type { Fault } from '../validation/fault';
import { InvalidResourceError } from './invalid-resource-error';

const structureFault = (type: string, text: 'resource_type_unexpected' | 'id_differs', place: string, parameters = {}): Fault => ({
  severity: 'error',
  code: text === 'id_differs' ? 'value' : 'structure',
  expression: place === '' ? type : `${type}.${place}`,
  path: place,
  text,
  parameters,
});

/** @param id of the path that the resource has to have; undefined where there is none. @throws InvalidResourceError */
export function assertValid(resource: JsonObject, type: string, { validator }: FhirRelease, id?: string): void {
  const given = resource['resourceType'];
  if (given !== type && validator.structures.isResourceType(given)) {
    throw new InvalidResourceError([structureFault(given, 'resource_type_unexpected', '', { type: given, expected: type })]);
  }
  const faults = [...validator.validate(resource)];
  if (id !== undefined && resource['id'] !== id) faults.unshift(structureFault(type, 'id_differs', 'id'));
  if (faults.some(({ severity }) => severity === 'error')) throw new InvalidResourceError(faults);
}
