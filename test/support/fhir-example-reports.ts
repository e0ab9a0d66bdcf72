import { readFileSync } from 'node:fs';
import { type JsonNumber, parseStoredJson } from '@gateway/kernel';
import { type Concept, interpretations, type Quantity, type Range } from './example-elements';

/** Reads official FHIR R4B examples (package hl7.fhir.r4b.examples) as a laboratory's results: bodies of POST /lab/v1/test_results. */

interface Measurement {
  readonly code: Concept;
  readonly valueQuantity?: Quantity;
  readonly valueCodeableConcept?: Concept;
  readonly valueString?: string;
  readonly interpretation?: readonly Concept[];
  readonly referenceRange?: readonly Range[];
}

interface Observation extends Measurement {
  readonly resourceType: 'Observation';
  readonly note?: readonly { readonly text: string }[];
  readonly component?: readonly Measurement[];
  readonly hasMember?: readonly unknown[];
}

interface Bundle {
  readonly resourceType: 'Bundle';
  readonly entry: readonly { readonly resource: { readonly resourceType: string } }[];
}

type Boundary = { readonly operator: string; readonly value: JsonNumber } | null;

/** An observation as the laboratory sends it, and as it has to come back. */
export interface DeliveredObservation {
  readonly loincNum: string;
  readonly value: string;
  readonly unit: string | null;
  readonly referenceRange: { readonly intervals: readonly { label: string; lower: Boundary; upper: Boundary }[] } | null;
  readonly interpretation: string | null;
  readonly labNotes: readonly string[] | null;
}

const loinc = 'http://loinc.org';

/** The code of the system, else the first one. */
const codeOf = ({ coding = [] }: Concept, system: string): string | undefined =>
  (coding.find((candidate) => candidate.system === system) ?? coding[0])?.code;

const textOf = ({ text, coding }: Concept): string => text ?? coding?.[0]?.display ?? coding?.[0]?.code ?? '';

const quantityText = ({ comparator = '', value }: Quantity): string => `${comparator}${String(value)}`;

function valueOf({ valueQuantity, valueCodeableConcept, valueString }: Measurement): string {
  if (valueQuantity !== undefined) return quantityText(valueQuantity);
  return valueCodeableConcept === undefined ? (valueString ?? '') : textOf(valueCodeableConcept);
}

const ageText = ({ low, high }: NonNullable<Range['age']>): string =>
  [low && `>=${quantityText(low)} ${low.unit}`, high && `<=${quantityText(high)} ${high.unit}`].filter(Boolean).join(' ');

const labelOf = ({ text, type, appliesTo = [], age }: Range): string =>
  [text, type && textOf(type), ...appliesTo.map(textOf), age && ageText(age)].filter((part) => part !== undefined).join(', ');

const boundary = (operator: string, quantity: Quantity | undefined): Boundary =>
  quantity?.value === undefined ? null : { operator, value: quantity.value };

function toObservation(measurement: Measurement, notes: Observation['note'] = []): DeliveredObservation {
  const { code, valueQuantity, interpretation = [], referenceRange = [] } = measurement;
  const [first] = interpretation;
  const intervals = referenceRange.map((range) => ({
    label: labelOf(range),
    lower: boundary('>=', range.low),
    upper: boundary('<=', range.high),
  }));
  return {
    loincNum: codeOf(code, loinc)!,
    value: valueOf(measurement),
    unit: valueQuantity?.unit ?? null,
    referenceRange: intervals.length === 0 ? null : { intervals },
    interpretation: first === undefined ? null : (codeOf(first, interpretations) ?? textOf(first)),
    labNotes: notes.length === 0 ? null : notes.map((note) => note.text),
  };
}

/** Components become observations of their own. A panel that only names its members has nothing to deliver. */
const observationsOf = (observation: Observation): DeliveredObservation[] =>
  observation.hasMember !== undefined
    ? []
    : [toObservation(observation, observation.note), ...(observation.component ?? []).map((component) => toObservation(component))];

const isObservation = (resource: { resourceType: string }): resource is Observation => resource.resourceType === 'Observation';

/** The file's own text: what a number's digits are compared with. */
export const exampleText = (name: string): string => readFileSync(require.resolve(`hl7.fhir.r4b.examples/${name}.json`), 'utf8');

/** What the example reports, in its order. */
export function readExample(name: string): DeliveredObservation[] {
  const resource = parseStoredJson(exampleText(name)) as Bundle | Observation;
  const resources = isObservation(resource) ? [resource] : resource.entry.map((entry) => entry.resource);
  return resources.filter(isObservation).flatMap(observationsOf);
}
