import { listIn, objectsIn, textIn } from '@gateway/kernel';
import { toComparedReference, typeInReference } from '../search/local-reference';
import { addressToken, codeTokens, presenceToken } from '../search/search-token';
import { around, type TimeRange, timeRangeOf, toRangeText } from '../search/time-range';
import { containedTarget } from './contained-target';
import type { NativeElement, NativeServiceRequest } from './native-service-request';

/**
 * What FHIR's search finds a request by (https://hl7.org/fhir/R5/servicerequest.html#search). The names of parameters are those of
 * R4B; where a release has another name for the same, its table of parameters says so.
 */
export interface RequestSearchValues {
  /** Coded values and references, as `search-token.ts` writes them. */
  readonly tokens: readonly string[];
  /** What people read of coded values, by parameter. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** As PostgreSQL's `tstzrange` reads it. */
  readonly authored: string | null;
  readonly occurrence: string | null;
  /** What reports show as their subject; null where that is the patient as recorded on the test. */
  readonly subjectReference: string | null;
}

export interface SearchSetting {
  readonly baseUrl: string;
  /** Of the wall clock that dates without an offset are read from. */
  readonly labTimeZone: string;
}

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? listIn(value) : [value]).flatMap((each) => textIn(each) ?? []);

/** A parameter is present where FHIRPath finds an element, even one without anything to search by. */
const present = (parameter: string, elements: readonly unknown[]): readonly string[] =>
  elements.length === 0 ? [] : [presenceToken(parameter)];

const codingTokens = (parameter: string, codings: readonly NativeElement[]): readonly string[] =>
  codings.flatMap(({ system, code }) => codeTokens(parameter, textIn(system), textIn(code)));

const conceptTokens = (parameter: string, concepts: readonly NativeElement[]): readonly string[] => [
  ...present(parameter, concepts),
  ...concepts.flatMap(({ coding }) => codingTokens(parameter, objectsIn(coding))),
];

const identifierTokens = (parameter: string, identifiers: readonly NativeElement[]): readonly string[] => [
  ...present(parameter, identifiers),
  ...identifiers.flatMap(({ system, value }) => codeTokens(parameter, textIn(system), textIn(value))),
];

const conceptTexts = (concepts: readonly NativeElement[]): readonly string[] =>
  concepts.flatMap(({ text, coding }) => [...textsOf(text), ...objectsIn(coding).flatMap(({ display }) => textsOf(display))]);

/** A code is found with the system of its value set too. */
const statusTokens = (parameter: string, system: string, code: string | undefined): readonly string[] =>
  code === undefined ? [] : [presenceToken(parameter), ...codeTokens(parameter, system, code)];

const addressTokens = (parameter: string, addresses: readonly string[]): readonly string[] =>
  addresses.flatMap((address) => [presenceToken(parameter), addressToken(parameter, address)]);

/** A canonical address is found with and without its version. */
const canonicalTokens = (parameter: string, addresses: readonly string[]): readonly string[] =>
  addressTokens(
    parameter,
    addresses.flatMap((address) => (address.includes('|') ? [address, address.slice(0, address.indexOf('|'))] : [address])),
  );

/** What leads into the request's own contained resources can only be asked for by its identifier. */
function referenceTokens(parameter: string, references: readonly NativeElement[], { baseUrl }: SearchSetting): readonly string[] {
  const addresses = references.flatMap(({ reference }) => textsOf(reference)).filter((address) => !address.startsWith('#'));
  const identifiers = references.flatMap(({ identifier }) => objectsIn(identifier));
  return [
    ...present(parameter, references),
    ...addresses.map((address) => addressToken(parameter, toComparedReference(address, baseUrl))),
    ...identifiers.flatMap(({ system, value }) => codeTokens(`${parameter}:identifier`, textIn(system), textIn(value))),
  ];
}

const isPatient = (request: NativeServiceRequest, reference: NativeElement): boolean => {
  const target = containedTarget(request, reference)?.['resourceType'];
  return (textIn(target) ?? typeInReference(textIn(reference['reference']) ?? '') ?? reference['type']) === 'Patient';
};

function subjectTokens(request: NativeServiceRequest, setting: SearchSetting): readonly string[] {
  const subjects = objectsIn(request.subject);
  const patients = subjects.filter((subject) => isPatient(request, subject));
  const contained = patients.flatMap((subject) => objectsIn(containedTarget(request, subject)?.['identifier']));
  return [
    ...referenceTokens('subject', subjects, setting),
    ...referenceTokens('patient', patients, setting),
    ...contained.flatMap(({ system, value }) => codeTokens('patient.identifier', textIn(system), textIn(value))),
  ];
}

function metaTokens({ meta, language }: NativeServiceRequest): readonly string[] {
  const [own = {}] = objectsIn(meta);
  const [tags, labels] = [objectsIn(own['tag']), objectsIn(own['security'])];
  return [
    ...addressTokens('_profile', textsOf(own['profile'])),
    ...canonicalTokens('_profile', textsOf(own['profile'])),
    ...addressTokens('_source', textsOf(own['source'])),
    ...[...present('_tag', tags), ...codingTokens('_tag', tags)],
    ...[...present('_security', labels), ...codingTokens('_security', labels)],
    ...statusTokens('_language', 'urn:ietf:bcp:47', language),
  ];
}

const periodRange = ({ start, end }: NativeElement, zone: string): TimeRange | undefined => {
  const [from, to] = [timeRangeOf(textIn(start) ?? '', zone), timeRangeOf(textIn(end) ?? '', zone)];
  return from === undefined && to === undefined ? undefined : { low: from?.low ?? null, high: to?.high ?? null };
};

/** Of a Timing only its outer limits count (https://hl7.org/fhir/R5/search.html#date). */
function timingRange({ event, repeat }: NativeElement, zone: string): TimeRange | undefined {
  const bounds = objectsIn(repeat).flatMap(({ boundsPeriod }) => objectsIn(boundsPeriod));
  const ranges = [...textsOf(event).map((each) => timeRangeOf(each, zone)), ...bounds.map((each) => periodRange(each, zone))];
  return around(ranges.filter((range) => range !== undefined));
}

function occurrenceOf(request: NativeServiceRequest, zone: string): TimeRange | undefined {
  const { occurrenceDateTime, occurrencePeriod, occurrenceTiming } = request;
  if (occurrenceDateTime !== undefined) return timeRangeOf(occurrenceDateTime, zone);
  if (occurrencePeriod !== undefined) return periodRange(occurrencePeriod, zone);
  return occurrenceTiming === undefined ? undefined : timingRange(occurrenceTiming, zone);
}

function subjectReference({ subject }: NativeServiceRequest, baseUrl: string): string | null {
  const reference = textIn(objectsIn(subject)[0]?.['reference']);
  return reference === undefined || reference.startsWith('#') ? null : toComparedReference(reference, baseUrl);
}

const orNull = (range: TimeRange | undefined): string | null => (range === undefined ? null : toRangeText(range));

/** Everything that a request is found by, but its id, status and versions, which are columns of their own. */
export function searchValuesOf(request: NativeServiceRequest, setting: SearchSetting): RequestSearchValues {
  const code = objectsIn(request.code);
  const concepts = {
    'body-site': objectsIn(request.bodySite),
    category: objectsIn(request.category),
    code: code.flatMap(({ concept }) => objectsIn(concept)),
    'performer-type': objectsIn(request.performerType),
  };
  const references = {
    'based-on': request.basedOn,
    'body-structure': request.bodyStructure,
    'code-reference': code.flatMap(({ reference }) => objectsIn(reference)),
    encounter: request.encounter,
    performer: request.performer,
    replaces: request.replaces,
    requester: request.requester,
    specimen: request.specimen,
  };
  const occurs = [request.occurrenceDateTime, request.occurrencePeriod, request.occurrenceTiming].filter((each) => each !== undefined);
  const tokens = [
    ...Object.entries(concepts).flatMap(([name, elements]) => conceptTokens(name, elements)),
    ...Object.entries(references).flatMap(([name, elements]) => referenceTokens(name, objectsIn(elements), setting)),
    ...subjectTokens(request, setting),
    ...identifierTokens('identifier', objectsIn(request.identifier)),
    ...identifierTokens('requisition', objectsIn(request.requisition)),
    ...statusTokens('intent', 'http://hl7.org/fhir/request-intent', request.intent),
    ...statusTokens('priority', 'http://hl7.org/fhir/request-priority', request.priority),
    ...present('status', request.status === undefined ? [] : [request.status]),
    ...canonicalTokens('instantiates-canonical', textsOf(request.instantiatesCanonical)),
    ...addressTokens('instantiates-uri', textsOf(request.instantiatesUri)),
    ...present('authored', request.authoredOn === undefined ? [] : [request.authoredOn]),
    ...present('occurrence', occurs),
    ...metaTokens(request),
  ];
  return {
    tokens: [...new Set(tokens)],
    texts: Object.fromEntries(
      Object.entries(concepts).flatMap(([name, elements]) => {
        const texts = conceptTexts(elements);
        return texts.length === 0 ? [] : [[name, texts]];
      }),
    ),
    authored: orNull(timeRangeOf(request.authoredOn ?? '', setting.labTimeZone)),
    occurrence: orNull(occurrenceOf(request, setting.labTimeZone)),
    subjectReference: subjectReference(request, setting.baseUrl),
  };
}
