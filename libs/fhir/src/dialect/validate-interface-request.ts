import type { JsonObject } from '@gateway/kernel';
import { AppError, languages, type Language, type Violation } from '@gateway/problems';
import type { Fault } from '../validation/fault';
import { typeUnexpected } from '../validation/target-faults';
import { faultText } from '../validation/texts';
import { toConstraint } from './fault-constraints';
import type { DialectRelease } from './plan';
import { type FromInterfaceShape, fromInterfaceShape } from './from-interface-shape.mapper';

/** As many as any other answer of the interface tells. */
const maximumFaults = 100;

const textsOf = (fault: Fault): Readonly<Record<Language, string>> =>
  Object.fromEntries(languages.map((language) => [language, faultText(fault, language)])) as Record<Language, string>;

/** The interface lets the subject be absent, FHIR does not. */
const isAllowed = ({ path, text }: Fault): boolean => path === 'subject' && text === 'element_required';

/** A note has to say something here; of other texts the standard advises it (https://hl7.org/fhir/R5/datatypes.html#string). */
const isBlankNote = ({ path, text }: Fault): boolean => text === 'text_blank' && /^note\[\d+\]\.text$/.test(path);

/** Of what is said about the type of the whole resource, the place is the member that names it. */
const resourceTypeTexts: ReadonlySet<Fault['text']> = new Set([
  'resource_type_missing',
  'resource_type_unknown',
  'resource_type_unexpected',
]);

function faultsOf(resource: JsonObject, { validator }: DialectRelease): readonly Fault[] {
  const { resourceType } = resource;
  const { structures } = validator;
  if (resourceType !== 'ServiceRequest' && structures.isResourceType(resourceType)) return [typeUnexpected(resourceType, 'ServiceRequest')];
  return validator.validate(resource).filter((fault) => (fault.severity === 'error' || isBlankNote(fault)) && !isAllowed(fault));
}

/** An element that was given under both of its names: FHIR does not know one of them. */
function inWordsOfInterface(fault: Fault, { otherSpelling }: FromInterfaceShape): Fault {
  const first = fault.text === 'element_unknown' ? otherSpelling(fault.path) : undefined;
  return first === undefined ? fault : { ...fault, text: 'spelling_repeated', parameters: { ...fault.parameters, first } };
}

const placeOf = ({ path, text }: Fault, { sentPath }: FromInterfaceShape): string =>
  path === '' && resourceTypeTexts.has(text) ? 'resourceType' : sentPath(path);

/**
 * The ServiceRequest of FHIR that a partner means with a body on the interface's paths.
 * @throws AppError a 400 with the first faults, each at its place in the body
 */
export function validateInterfaceRequest(body: JsonObject, release: DialectRelease): { readonly resource: JsonObject } {
  const read = fromInterfaceShape(body, release);
  const faults = faultsOf(read.resource, release).slice(0, maximumFaults);
  if (faults.length === 0) return { resource: read.resource };
  const violations = faults.map((found): Violation => {
    const fault = inWordsOfInterface(found, read);
    const { artefact } = release.validator.structures;
    return { propertyPath: placeOf(fault, read), messages: textsOf(fault), ...toConstraint(fault, artefact) };
  });
  throw AppError.invalidResource(...violations);
}
