import { BackboneExtension } from '@gateway/fhir';

/** R5's groups of parameters, which R4B has no element for. */
export const orderDetailExtension = new BackboneExtension(
  { single: ['parameterFocus'], lists: { parameter: { single: ['code', 'value[x]'] } } },
  { parameterFocus: 'CodeableReference', code: 'CodeableConcept' },
);
