import { isJsonNumber, isObject, type JsonObject, objectsIn } from '@gateway/kernel';

/** References between the entries of a Bundle (https://hl7.org/fhir/R5/bundle.html#references). */
export type Resolve = (reference: string) => string | undefined;

function mapped(value: unknown, resolve: Resolve): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, resolve));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'reference' && typeof member === 'string') return [name, resolve(member) ?? member];
      return [name, isJsonNumber(member) ? member : mapped(member, resolve)];
    }),
  );
}

/** The resource with every literal reference that `resolve` knows replaced. */
export const withReferences = (resource: JsonObject, resolve: Resolve): JsonObject => mapped(resource, resolve) as JsonObject;

/** What a reference of an entry can be called in the Bundle: as it stands, or relative to the base of the entry's own address. */
export function addressesOf(reference: string, fullUrl: string | undefined): readonly string[] {
  const base = /^(https?:\/\/.*\/)[A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/.exec(fullUrl ?? '')?.[1];
  return base !== undefined && /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/.test(reference) ? [reference, base + reference] : [reference];
}

/** An id that no contained resource has. */
function freeId(contained: readonly JsonObject[], wanted: string): string {
  const taken = new Set(contained.map(({ id }) => id));
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

/**
 * The request with the Patients of the Bundle that it refers to inside of it: what an EHR sends beside a request stays with it.
 * @param patients by every address under which they are known
 */
export function withPatientsInside(
  request: JsonObject,
  patients: ReadonlyMap<string, JsonObject>,
  fullUrl: string | undefined,
): { readonly resource: JsonObject; readonly used: ReadonlySet<JsonObject> } {
  const inside = new Map<JsonObject, string>();
  let contained = objectsIn(request['contained']);
  const resource = withReferences(request, (reference) => {
    const patient = addressesOf(reference, fullUrl)
      .map((address) => patients.get(address))
      .find((found) => found !== undefined);
    if (patient === undefined) return undefined;
    if (!inside.has(patient)) {
      const id = freeId(contained, 'patient');
      inside.set(patient, id);
      const { meta: _meta, ...content } = patient;
      contained = [...contained, { ...content, id }];
    }
    return `#${inside.get(patient)!}`;
  });
  if (inside.size === 0) return { resource, used: new Set() };
  const own = objectsIn(resource['contained']);
  return { resource: { ...resource, contained: [...own, ...contained.slice(own.length)] }, used: new Set(inside.keys()) };
}
