/** Stands for an element that has to be there and is not known (https://hl7.org/fhir/extensions/StructureDefinition-data-absent-reason.html). */
export const unknownElement = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};
