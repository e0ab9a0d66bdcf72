import { isObject, type JsonObject } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import type { Fault } from '../validation/fault';
import { idDiffers, typeUnexpected } from '../validation/target-faults';
import type { Validator } from '../validation/validator';

/** The operation $validate (https://hl7.org/fhir/R5/resource-operation-validate.html), without profiles. */
export interface ValidateTarget {
  readonly type: string;
  /** Of the path; undefined at the type. */
  readonly id: string | undefined;
}

/** The parts of a Parameters resource, by name. */
const partsOf = (body: JsonObject): ReadonlyMap<unknown, JsonObject> => {
  const { parameter } = body;
  const parts: readonly unknown[] = Array.isArray(parameter) ? parameter : [];
  return new Map(parts.flatMap((part) => (isObject(part) ? [[part['name'], part] as const] : [])));
};

const asksFor = (body: JsonObject, { type }: ValidateTarget): { readonly resource: unknown; readonly hasProfile: boolean } => {
  const parts = body['resourceType'] === 'Parameters' ? partsOf(body) : new Map<unknown, JsonObject>();
  const part = parts.get('resource');
  if (part !== undefined) return { resource: part['resource'], hasProfile: parts.has('profile') };
  if (body['resourceType'] === 'Parameters' && type !== 'Parameters') return { resource: undefined, hasProfile: false };
  return { resource: body, hasProfile: false };
};

const resourceMissing: Fault = {
  severity: 'error',
  code: 'required',
  expression: 'Parameters.parameter',
  path: 'parameter',
  text: 'element_required',
  parameters: { name: 'resource' },
};

const profileIgnored: Fault = {
  severity: 'information',
  code: 'not-supported',
  expression: '',
  path: '',
  text: 'profile_ignored',
  parameters: {},
};

/** What is wrong with the resource in the body. @throws AppError when the type is not of the release */
export function validateInput(validator: Validator, target: ValidateTarget, body: JsonObject): readonly Fault[] {
  const { type, id } = target;
  if (!validator.structures.isResourceType(type)) throw AppError.recordNotFound();
  const { resource, hasProfile } = asksFor(body, target);
  if (resource === undefined) return [resourceMissing];
  const faults = [...validator.validate(resource)];
  const given = isObject(resource) ? resource : {};
  if (validator.structures.isResourceType(given['resourceType']) && given['resourceType'] !== type) {
    faults.unshift(typeUnexpected(given['resourceType'], type));
  } else if (id !== undefined && given['id'] !== undefined && given['id'] !== id) {
    faults.unshift(idDiffers(type));
  }
  if (hasProfile) faults.push(profileIgnored);
  return faults;
}
