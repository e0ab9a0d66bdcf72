import {
  extensionsOf,
  isSameJson,
  partition,
  type ReadRequest,
  type ReleaseMapping,
  requestMappersOf,
  withExtensions,
} from '@gateway/fhir';
import { type JsonObject, objectsIn } from '@gateway/kernel';
import { validator } from '../validator';
import { carriedNames, type CarriedMember, type CarriedName, readCarrier, toCarriers } from './carried-members.mapper';
import { joinList, type Slots, splitList } from './codeable-references.mapper';
import { isOneText, toInstructions, toInstructionText } from './patient-instructions.mapper';

/** Lists that R4B keeps apart by kind: the names of both kinds. */
const lists = {
  location: { concepts: 'locationCode', references: 'locationReference' },
  reason: { concepts: 'reasonCode', references: 'reasonReference' },
  supportingInfo: { concepts: undefined, references: 'supportingInfo' },
} as const satisfies Partial<Record<CarriedName, { concepts: string | undefined; references: string }>>;

type ListName = keyof typeof lists;

const listNames = Object.keys(lists) as ListName[];

/** What R5 allows as a reason and R4B does not. */
const newReason = 'DetectedIssue';

const typeOf = (reference: JsonObject, contained: readonly JsonObject[]): unknown => {
  const { reference: address, type } = reference;
  if (typeof address !== 'string') return type;
  if (address.startsWith('#')) return contained.find(({ id }) => id === address.slice(1))?.['resourceType'] ?? type;
  return /(?:^|\/)DetectedIssue\//.test(address) ? newReason : type;
};

function slotsOf(name: ListName, resource: JsonObject): Slots {
  const isReferable = (reference: unknown): boolean => {
    if (name !== 'reason') return true;
    const [object] = objectsIn(reference);
    return object === undefined || typeOf(object, objectsIn(resource['contained'])) !== newReason;
  };
  return { hasConcepts: lists[name].concepts !== undefined, isReferable };
}

const merged = (objects: readonly JsonObject[]): JsonObject => Object.fromEntries(objects.flatMap((object) => Object.entries(object)));

const nonEmpty = (name: string | undefined, values: readonly unknown[]): JsonObject =>
  name === undefined || values.length === 0 ? {} : { [name]: values };

function toResource(native: JsonObject, baseUrl: string): JsonObject {
  const { code, orderDetailConcept, orderDetail, focus, location, reason, supportingInfo, bodyStructure, patientInstruction, ...alike } =
    native;
  const split = (name: ListName, list: unknown) => splitList(objectsIn(list), slotsOf(name, native));
  const halves = {
    location: split('location', location),
    reason: split('reason', reason),
    supportingInfo: split('supportingInfo', supportingInfo),
  };
  const [codeObject] = objectsIn(code);
  const instructions = objectsIn(patientInstruction);
  const carried: Readonly<Record<CarriedName, readonly JsonObject[]>> = {
    code: codeObject !== undefined && Object.keys(codeObject).some((name) => name !== 'concept') ? [codeObject] : [],
    orderDetail: objectsIn(orderDetail),
    focus: objectsIn(focus),
    location: halves.location.carried,
    reason: halves.reason.carried,
    supportingInfo: halves.supportingInfo.carried,
    bodyStructure: objectsIn(bodyStructure),
    patientInstruction: isOneText(instructions) ? [] : instructions,
  };
  const resource: JsonObject = {
    resourceType: 'ServiceRequest',
    ...alike,
    ...(codeObject?.['concept'] !== undefined && { code: codeObject['concept'] }),
    ...(orderDetailConcept !== undefined && { orderDetail: orderDetailConcept }),
    ...merged(
      listNames.flatMap((name) => [
        nonEmpty(lists[name].concepts, halves[name].concepts),
        nonEmpty(lists[name].references, halves[name].references),
      ]),
    ),
    ...toInstructionText(instructions),
  };
  const carriers = carriedNames.flatMap((name) => toCarriers(name, carried[name], baseUrl));
  return carriers.length === 0 ? resource : withExtensions(resource, [...carriers, ...extensionsOf(resource)]);
}

/** Only one of these can be: a second one is none of ours. */
const singular: readonly CarriedName[] = ['code', 'bodyStructure'];

function readCarriers(resource: JsonObject, baseUrl: string) {
  const seen = new Set<CarriedName>();
  const [members, rest] = partition(extensionsOf(resource), (extension): CarriedMember | undefined => {
    const member = readCarrier(extension, baseUrl);
    if (member === undefined || (singular.includes(member.name) && seen.has(member.name))) return undefined;
    seen.add(member.name);
    return member;
  });
  const valuesOf = (name: CarriedName): readonly JsonObject[] => members.filter((member) => member.name === name).map(({ value }) => value);
  return { valuesOf, rest };
}

/** The code as it was carried, unless the concept has changed. */
function toCode(concept: unknown, carried: JsonObject | undefined): ReadRequest {
  const written = concept === undefined ? {} : { concept };
  if (carried === undefined) return { native: written, isOvertaken: false };
  const isOvertaken = Object.hasOwn(carried, 'concept') && !isSameJson(carried['concept'], concept);
  return { native: isOvertaken ? written : { ...carried, ...written }, isOvertaken };
}

function fromResource(resource: JsonObject, baseUrl: string): ReadRequest {
  const {
    resourceType: _type,
    code: concept,
    orderDetail: orderDetailConcept,
    locationCode,
    locationReference,
    reasonCode,
    reasonReference,
    supportingInfo,
    patientInstruction,
    _patientInstruction,
    ...alike
  } = resource;
  const { valuesOf, rest } = readCarriers(resource, baseUrl);
  const join = (name: ListName, concepts: unknown, references: unknown) =>
    joinList({ concepts: objectsIn(concepts), references: objectsIn(references), carried: valuesOf(name) }, slotsOf(name, resource));
  const joined = {
    location: join('location', locationCode, locationReference),
    reason: join('reason', reasonCode, reasonReference),
    supportingInfo: join('supportingInfo', undefined, supportingInfo),
  };
  const code = toCode(concept, valuesOf('code')[0]);
  const { instructions, isOvertaken } = toInstructions({ patientInstruction, _patientInstruction }, valuesOf('patientInstruction'));
  const [bodyStructure] = valuesOf('bodyStructure');
  const native: JsonObject = {
    ...withExtensions(alike, rest),
    ...(Object.keys(code.native).length > 0 && { code: code.native }),
    ...(orderDetailConcept !== undefined && { orderDetailConcept }),
    ...nonEmpty('orderDetail', valuesOf('orderDetail')),
    ...nonEmpty('focus', valuesOf('focus')),
    ...merged(listNames.map((name) => nonEmpty(name, joined[name].entries))),
    ...(bodyStructure !== undefined && { bodyStructure }),
    ...nonEmpty('patientInstruction', instructions),
  };
  return { native, isOvertaken: isOvertaken || code.isOvertaken || listNames.some((name) => joined[name].isOvertaken) };
}

const mapping: ReleaseMapping = {
  release: 'r4b',
  otherVersion: '5.0',
  validator,
  givesWay: { 'prr-1': 'orderDetail' },
  toResource,
  fromResource,
  isMember: (extension, baseUrl) => readCarrier(extension, baseUrl) !== undefined,
};

export const { toNative, toServiceRequest } = requestMappersOf(mapping);
