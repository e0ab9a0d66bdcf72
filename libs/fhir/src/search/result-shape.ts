import { isObject, type JsonObject } from '@gateway/kernel';
import type { SearchedType } from '@gateway/core';
import type { FhirRelease } from '../release';

/** Parts of resources instead of the whole (https://hl7.org/fhir/R5/search.html#summary, #elements). */
export const summaryModes = ['true', 'text', 'data', 'count', 'false'] as const;

export type SummaryMode = (typeof summaryModes)[number];

export const isSummaryMode = (value: string): value is SummaryMode => (summaryModes as readonly string[]).includes(value);

export interface ResultShape {
  readonly release: FhirRelease['name'];
  readonly summary: SummaryMode;
  /** Names of elements at the top of the resource; undefined for all. */
  readonly elements: readonly string[] | undefined;
}

type ByRelease = Readonly<Record<FhirRelease['name'], readonly string[]>>;

const both = (...names: readonly string[]): ByRelease => ({ R4B: names, R5: names });

/** Elements that are not part of the summary (isSummary in the official definitions), as far as we have them. */
const beyondSummary: Readonly<Record<SearchedType, ByRelease>> = {
  ServiceRequest: {
    R4B: ['insurance', 'supportingInfo', 'note', 'relevantHistory'],
    R5: ['insurance', 'supportingInfo', 'note', 'relevantHistory', 'patientInstruction'],
  },
  DiagnosticReport: {
    R4B: ['basedOn', 'specimen', 'result', 'conclusion', 'presentedForm'],
    R5: ['basedOn', 'specimen', 'result', 'conclusion', 'presentedForm', 'note'],
  },
  Observation: both('category', 'dataAbsentReason', 'interpretation', 'note', 'specimen', 'referenceRange'),
  Patient: both(),
  Specimen: both('request', 'collection'),
};

/** The same of every resource; what is contained stays as long as something refers to it. */
const beyondEverySummary: readonly string[] = ['language', 'text', 'extension'];

/** Elements that are always there, and those that change what the others mean; they stay whatever is left out. */
const indispensable: Readonly<Record<SearchedType, readonly string[]>> = {
  ServiceRequest: ['status', 'intent', 'subject', 'doNotPerform'],
  DiagnosticReport: ['status', 'code'],
  Observation: ['status', 'code'],
  Patient: [],
  Specimen: ['status'],
};

const alwaysKept: readonly string[] = ['resourceType', 'id', 'meta', 'implicitRules', 'modifierExtension'];

const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' };

/** `value` is `valueQuantity` too; the companion of a primitive goes with it. */
const isElement = (member: string, element: string): boolean => {
  const name = member.replace(/^_/, '');
  return name === element || (name.startsWith(element) && /^[A-Z]/.test(name.slice(element.length)));
};

const isNamed = (member: string, names: readonly string[]): boolean => names.some((name) => member.replace(/^_/, '') === name);

const marked = (resource: JsonObject): JsonObject => {
  const meta = isObject(resource['meta']) ? resource['meta'] : {};
  const tags: readonly unknown[] = Array.isArray(meta['tag']) ? meta['tag'] : [];
  return { ...resource, meta: { ...meta, tag: [...tags, subsetted] } };
};

const refersInside = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(refersInside);
  if (!isObject(value)) return false;
  const { reference } = value;
  return (typeof reference === 'string' && reference.startsWith('#')) || Object.values(value).some(refersInside);
};

/** What is contained stays as long as something that stays refers to it. */
function reduced(resource: JsonObject, keeps: (member: string) => boolean): JsonObject {
  const isKept = (member: string): boolean => isNamed(member, alwaysKept) || keeps(member);
  const needsContained = Object.entries(resource).some(([member, value]) => isKept(member) && refersInside(value));
  const kept = Object.entries(resource).filter(([member]) => isKept(member) || (member === 'contained' && needsContained));
  return kept.length === Object.keys(resource).length ? resource : marked(Object.fromEntries(kept));
}

/** R5's order details are in the summary but for what they are about. */
const withoutFocus = (detail: unknown): unknown => {
  if (!isObject(detail)) return detail;
  const { parameterFocus: _focus, ...rest } = detail;
  return rest;
};

function summarized(resource: JsonObject, type: SearchedType, release: FhirRelease['name']): JsonObject {
  const left = [...beyondSummary[type][release], ...beyondEverySummary, 'contained'];
  const summary = reduced(resource, (member) => !isNamed(member, left));
  const { orderDetail } = summary;
  return Array.isArray(orderDetail) ? { ...summary, orderDetail: orderDetail.map(withoutFocus) } : summary;
}

/** The resource as far as it is asked for; what was left out shows in a tag. */
export function shaped(resource: JsonObject, { release, summary, elements }: ResultShape): JsonObject {
  const type = resource['resourceType'] as SearchedType;
  const mandatory = indispensable[type];
  if (elements !== undefined) {
    const names = [...mandatory, ...elements.map((element) => element.replace(`${type}.`, ''))];
    return reduced(resource, (member) => names.some((name) => isElement(member, name)));
  }
  switch (summary) {
    case 'true':
      return summarized(resource, type, release);
    case 'text':
      return reduced(resource, (member) => isNamed(member, [...mandatory, 'text']));
    case 'data':
      return reduced(resource, (member) => !isNamed(member, ['text']));
    case 'count':
    case 'false':
      return resource;
  }
}
