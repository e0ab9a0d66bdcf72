import type { Violation } from '@gateway/problems';
import type { Delivery, DeliveryPlaces } from './delivery.mapper';
import type { ErrorCode, Hl7Fault, Place } from './faults';

/** Where the members of an observation come from. */
const observationFields: Readonly<Record<string, number>> = { loincNum: 3, value: 5, unit: 6, referenceRange: 7, interpretation: 8 };

const documentFields: Readonly<Record<string, number>> = { content: 5, mimeType: 5, originalFileName: 3 };

/** Where in the message that stands which a delivery in JSON would call by this path. */
function placeOf(path: string, places: DeliveryPlaces): Place {
  if (path === 'specimenCode' || path === 'diagnosticTest') return places.specimen;
  if (path === 'externalId') return places.externalId;
  if (path === 'diagnosticProduct') return places.result.place(4);
  const [, list, index, member = ''] = /^(observations|documents)\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  if (list === 'observations') return places.observations[Number(index)]!.place(observationFields[member]);
  if (list === 'documents') return places.documents[Number(index)]!.place(documentFields[member]);
  return places.result.place();
}

const codeOf = ({ constraint, hint }: Violation): ErrorCode => {
  if (hint === 'specimen_unknown' || hint === 'specimen_ambiguous' || hint === 'product_unknown') return '204';
  if (constraint === 'NotBlank' || constraint === 'NotNull') return '101';
  return constraint === 'TooMany' || constraint === 'TooFew' ? '100' : '102';
};

/** What the rules of results found wrong, at its place in the message. */
export const toHl7Faults = (violations: readonly Violation[], { places }: Delivery): readonly Hl7Fault[] =>
  violations.map((violation): Hl7Fault => ({
    place: placeOf(violation.propertyPath, places),
    code: codeOf(violation),
    reason: { violation },
  }));
