import { type JsonObject, objectsIn } from '@gateway/kernel';
import { type Placement, placementViolations } from '@gateway/core';
import { hintOf, type Language } from '@gateway/problems';

/** Says in the answer to a create or update whether the request placed an order, and what is missing for one. */
const placementExtensionUrl = (baseUrl: string): string => `${baseUrl}/fhir/StructureDefinition/order-placement`;

const toPlacementExtension = ({ state, gaps }: Placement, baseUrl: string, language: Language): JsonObject => ({
  url: placementExtensionUrl(baseUrl),
  extension: [
    { url: 'state', valueCode: state },
    ...placementViolations(gaps).map((violation) => ({ url: 'missing', valueString: hintOf(violation, language) })),
  ],
});

export const withPlacement = (resource: JsonObject, placement: Placement, baseUrl: string, language: Language): JsonObject => ({
  ...resource,
  extension: [...objectsIn(resource['extension']), toPlacementExtension(placement, baseUrl, language)],
});

/** A client may send an answer back as it is: what we said of the placement is not the request's own. */
export function withoutPlacement(resource: JsonObject, baseUrl: string): JsonObject {
  const { extension, ...rest } = resource;
  if (!Array.isArray(extension)) return resource;
  const own = extension.filter((each) => objectsIn(each)[0]?.['url'] !== placementExtensionUrl(baseUrl));
  if (own.length === extension.length) return resource;
  return own.length === 0 ? rest : { ...rest, extension: own };
}
