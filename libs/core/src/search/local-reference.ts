/** A reference of a FHIR resource, in the form in which references are compared. */

const releaseBases = ['/fhir/r4b/', '/fhir/r5/'];

const withoutVersion = (reference: string): string => reference.replace(/\/_history\/[^/]*$/, '');

/** Without a version, and relative where it leads to this service. */
export function toComparedReference(reference: string, baseUrl: string): string {
  const base = releaseBases.map((path) => baseUrl + path).find((each) => reference.startsWith(each));
  return withoutVersion(base === undefined ? reference : reference.slice(base.length));
}

/** The type that the address of a resource names: `Patient` of `http://ehr.example/fhir/Patient/1`. */
export const typeInReference = (reference: string): string | undefined =>
  /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}$/.exec(withoutVersion(reference))?.[1];
