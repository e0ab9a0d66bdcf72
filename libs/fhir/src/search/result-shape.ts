import { badValue, isObject, type JsonObject, objectsIn, type QueryPair } from '@gateway/kernel';
import type { SearchedType } from '@gateway/core';
import type { FhirRelease } from '../release';

/** Parts of resources instead of the whole (https://hl7.org/fhir/R5/search.html#summary, #elements). */
const summaryModes = ['true', 'text', 'data', 'count', 'false'] as const;

type SummaryMode = (typeof summaryModes)[number];

export interface ResultShape {
  readonly release: FhirRelease['name'];
  readonly summary: SummaryMode;
  /** Names of elements at the top of the resource; undefined for all. */
  readonly elements: readonly string[] | undefined;
}

/** From `_summary`, of which the last counts, and `_elements`. @throws AppError for a mode that is none of `modes` */
export function readShape(
  pairs: readonly QueryPair[],
  { name: release }: Pick<FhirRelease, 'name'>,
  modes: readonly SummaryMode[] = summaryModes,
): ResultShape {
  const given = pairs.findLast(({ name }) => name === '_summary');
  const summary = given === undefined ? 'false' : modes.find((mode) => mode === given.value);
  if (summary === undefined) throw badValue(given!, modes.join(', '));
  const names = pairs.filter(({ name }) => name === '_elements').flatMap(({ value }) => value.split(','));
  const elements = names.map((name) => name.trim()).filter((name) => name !== '');
  return { release, summary, elements: elements.length === 0 ? undefined : elements };
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

/** Those of the contained resources that the values refer to, and those that these refer to in turn (dom-3). */
function referredTo(contained: readonly JsonObject[], values: readonly unknown[]): readonly JsonObject[] {
  const known = new Map(contained.map((each) => [`#${String(each['id'])}`, each]));
  const referred = new Set<JsonObject>();
  const follow = (value: unknown): void => {
    const target = typeof value === 'string' ? known.get(value) : undefined;
    if (target !== undefined && !referred.has(target)) {
      referred.add(target);
      follow(target);
    } else if (Array.isArray(value)) value.forEach(follow);
    else if (isObject(value)) Object.values(value).forEach(follow);
  };
  values.forEach(follow);
  return contained.filter((each) => referred.has(each));
}

/** What is contained stays as long as something that stays refers to it. */
function reduced(resource: JsonObject, keeps: (member: string) => boolean): JsonObject {
  const isKept = (member: string): boolean => isNamed(member, alwaysKept) || keeps(member);
  const members = Object.entries(resource);
  const all = objectsIn(resource['contained']);
  const kept = members.filter(([member]) => isKept(member)).map(([, value]) => value);
  const contained = isKept('contained') ? all : referredTo(all, kept);
  const left = members.flatMap(([member, value]): [string, unknown][] => {
    if (member === 'contained') return contained.length === 0 ? [] : [[member, contained]];
    return isKept(member) ? [[member, value]] : [];
  });
  return left.length === members.length && contained.length === all.length ? resource : marked(Object.fromEntries(left));
}

/** R5's order details are in the summary but for what they are about. */
function withoutFocus(resource: JsonObject): JsonObject {
  const details = objectsIn(resource['orderDetail']);
  if (!details.some((detail) => 'parameterFocus' in detail)) return resource;
  return { ...resource, orderDetail: details.map(({ parameterFocus: _focus, ...detail }) => detail) };
}

function summarized(resource: JsonObject, type: SearchedType, release: FhirRelease['name']): JsonObject {
  const left = [...beyondSummary[type][release], ...beyondEverySummary, 'contained'];
  const focused = withoutFocus(resource);
  const summary = reduced(focused, (member) => !isNamed(member, left));
  return summary === focused && focused !== resource ? marked(summary) : summary;
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
