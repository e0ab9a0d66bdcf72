import { officialUrl, plainValue } from '@gateway/fhir';
import type { JsonObject } from '@gateway/kernel';
import { instructionExtension } from './patient-instructions.mapper';
import { orderDetailExtension } from './order-details.mapper';

/** Elements of R5's ServiceRequest that R4B lacks or has in part (https://hl7.org/fhir/R5/versions.html#extensions). */
export const carriedNames = [
  'code',
  'orderDetail',
  'focus',
  'location',
  'reason',
  'supportingInfo',
  'bodyStructure',
  'patientInstruction',
] as const;

export type CarriedName = (typeof carriedNames)[number];

/** What an element has in common with its extension. */
interface CarriedForm {
  encode(value: JsonObject, baseUrl: string): JsonObject;
  decode(extension: JsonObject, baseUrl: string): JsonObject | undefined;
}

const urlOf = (name: CarriedName): string => officialUrl('5.0', `ServiceRequest.${name}`);

const asValue = (name: CarriedName, member: string): CarriedForm => ({
  encode: (value) => ({ url: urlOf(name), [member]: value }),
  decode: (extension) => plainValue(extension, member) as JsonObject | undefined,
});

const forms: Readonly<Record<CarriedName, CarriedForm>> = {
  code: asValue('code', 'valueCodeableReference'),
  orderDetail: {
    encode: (value, baseUrl) => orderDetailExtension.encode(urlOf('orderDetail'), value, baseUrl),
    decode: (extension, baseUrl) => orderDetailExtension.decode(extension, baseUrl),
  },
  focus: asValue('focus', 'valueReference'),
  location: asValue('location', 'valueCodeableReference'),
  reason: asValue('reason', 'valueCodeableReference'),
  supportingInfo: asValue('supportingInfo', 'valueCodeableReference'),
  bodyStructure: asValue('bodyStructure', 'valueReference'),
  patientInstruction: {
    encode: (value, baseUrl) => instructionExtension.encode(urlOf('patientInstruction'), value, baseUrl),
    decode: (extension, baseUrl) => instructionExtension.decode(extension, baseUrl),
  },
};

const nameByUrl = new Map(carriedNames.map((name) => [urlOf(name), name] as const));

export interface CarriedMember {
  readonly name: CarriedName;
  readonly value: JsonObject;
}

export const toCarriers = (name: CarriedName, values: readonly JsonObject[], baseUrl: string): readonly JsonObject[] =>
  values.map((value) => forms[name].encode(value, baseUrl));

/** Undefined where the extension is another, or not in its form. */
export function readCarrier(extension: JsonObject, baseUrl: string): CarriedMember | undefined {
  const name = nameByUrl.get(String(extension['url']));
  const value = name === undefined ? undefined : forms[name].decode(extension, baseUrl);
  return name === undefined || value === undefined ? undefined : { name, value };
}
