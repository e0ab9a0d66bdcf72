import type { ObservationRow, ReferenceInterval } from '@gateway/core';
import { type Concept, interpretations, type Quantity, type Range } from './example-elements';
import { observationRow } from './report-rows';

/** Official example Observations as a laboratory would have sent them, and what can be compared of a resource. */

export interface OfficialObservation {
  readonly code: Concept;
  readonly valueQuantity?: Quantity;
  readonly valueRatio?: { readonly numerator: Quantity; readonly denominator: Quantity };
  readonly valueRange?: { readonly low: Quantity; readonly high: Quantity };
  readonly valueString?: string;
  readonly valueCodeableConcept?: Concept;
  readonly interpretation?: readonly Concept[];
  readonly referenceRange?: readonly Range[];
  readonly note?: readonly { readonly text: string }[];
}

const values = ['valueQuantity', 'valueRatio', 'valueRange', 'valueString', 'valueCodeableConcept'];

/** Whether a laboratory value can say it: no other type of value, and not only components. */
export const isLaboratoryValue = (example: object): example is OfficialObservation =>
  Object.keys(example).every((key) => !key.startsWith('value') || values.includes(key));

/** SNOMED CT's fully specified names end in the kind of thing they name, which nobody writes. */
const termOf = (display: string | undefined): string | undefined => display?.replace(/ \((?:qualifier value|finding)\)$/, '');

const textOf = (concept: Concept | undefined): string | undefined =>
  concept?.text ?? termOf(concept?.coding?.[0]?.display) ?? concept?.coding?.[0]?.code;

const unitOf = (quantity: Quantity | undefined): string | undefined => quantity?.unit ?? quantity?.code;

function valueText({ valueQuantity, valueRatio, valueRange, valueString, valueCodeableConcept }: OfficialObservation): string {
  if (valueQuantity !== undefined) return `${valueQuantity.comparator ?? ''}${String(valueQuantity.value)}`;
  if (valueRatio !== undefined) return `${String(valueRatio.numerator.value)}:${String(valueRatio.denominator.value)}`;
  if (valueRange !== undefined) return `${String(valueRange.low.value)}-${String(valueRange.high.value)}`;
  return valueString ?? textOf(valueCodeableConcept) ?? '';
}

const toInterval = (range: Range): ReferenceInterval => ({
  label: textOf(range.type) ?? range.text ?? '',
  lower: range.low?.value === undefined ? null : { operator: '>=', value: range.low.value },
  upper: range.high?.value === undefined ? null : { operator: '<=', value: range.high.value },
});

const codeIn = (concept: Concept | undefined): string | undefined =>
  concept?.coding?.find(({ system }) => system === interpretations)?.code;

/** The form in which a laboratory would have sent it. */
export function toNative(example: OfficialObservation): ObservationRow {
  const { valueQuantity, valueRatio, valueRange, interpretation = [], referenceRange = [], note } = example;
  const [first] = interpretation;
  const bounds = referenceRange.flatMap(({ low, high }) => [low, high]);
  const measured = [valueQuantity, valueRatio?.numerator, valueRange?.low, ...bounds].find((quantity) => quantity !== undefined);
  return observationRow({
    loincNum: example.code.coding?.find(({ system }) => system === 'http://loinc.org')?.code ?? example.code.coding?.[0]?.code ?? 'none',
    value: valueText(example),
    unit: unitOf(measured) ?? null,
    referenceRange: referenceRange.length === 0 ? null : { intervals: referenceRange.map(toInterval) },
    interpretation: codeIn(first) ?? textOf(first) ?? null,
    labNotes: note?.map(({ text }) => text) ?? null,
  });
}

const ucum = 'http://unitsofmeasure.org';

/** Every element that is compared, by its path; undefined elements are left out. */
function quantityElements(path: string, quantity: Quantity | undefined): Record<string, string | undefined> {
  return {
    [`${path}.value`]: quantity?.value === undefined ? undefined : String(quantity.value),
    [`${path}.comparator`]: quantity?.comparator,
    [`${path}.unit`]: unitOf(quantity),
    [`${path}.code`]: quantity?.system === ucum ? quantity.code : undefined,
  };
}

/** What a resource says of the value, its range and its interpretation; the original's and ours are compared by this. */
export function elementsOf(resource: OfficialObservation): Readonly<Record<string, string | undefined>> {
  const {
    valueQuantity,
    valueRatio,
    valueRange,
    valueString,
    valueCodeableConcept,
    interpretation = [],
    referenceRange = [],
    note = [],
  } = resource;
  const snomed = valueCodeableConcept?.coding?.find(({ system }) => system === 'http://snomed.info/sct')?.code;
  return {
    ...quantityElements('valueQuantity', valueQuantity),
    ...quantityElements('valueRatio.numerator', valueRatio?.numerator),
    ...quantityElements('valueRatio.denominator', valueRatio?.denominator),
    ...quantityElements('valueRange.low', valueRange?.low),
    ...quantityElements('valueRange.high', valueRange?.high),
    valueString,
    'valueCodeableConcept.text': textOf(valueCodeableConcept),
    'valueCodeableConcept.code': snomed,
    'interpretation.code': codeIn(interpretation[0]),
    'interpretation.text': interpretation[0] === undefined ? undefined : (codeIn(interpretation[0]) ?? textOf(interpretation[0])),
    'referenceRange.count': String(referenceRange.length),
    ...Object.assign(
      {},
      ...referenceRange.map(({ low, high, type, text }, index) => ({
        ...quantityElements(`referenceRange[${index}].low`, low),
        ...quantityElements(`referenceRange[${index}].high`, high),
        [`referenceRange[${index}].type`]: textOf(type),
        ...(low === undefined && high === undefined && { [`referenceRange[${index}].text`]: text?.trim() }),
      })),
    ),
    note: note.map(({ text }) => text).join('\n'),
  };
}
