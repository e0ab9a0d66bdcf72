import { isObject, type JsonObject, objectsIn } from '@gateway/kernel';
import type { Member, Structures } from '../validation/structures';

/** References between the entries of a Bundle (https://hl7.org/fhir/R5/bundle.html#references). */
export type Resolve = (reference: string) => string | undefined;

/** Texts that can name another entry (https://hl7.org/fhir/R5/http.html#trules): references and addresses, but no canonical ones. */
const addressTypes: readonly string[] = ['uri', 'url', 'oid', 'uuid'];

const isLink = ({ element, type }: Member): boolean => element.path === 'Reference.reference' || addressTypes.includes(type);

/** Replaces links wherever the definitions have them. Nobody has checked the resource yet: what they do not know stays as it is. */
class Links {
  constructor(
    private readonly structures: Structures,
    private readonly resolve: Resolve,
  ) {}

  resource(resource: JsonObject): JsonObject {
    const { resourceType } = resource;
    return this.structures.isResourceType(resourceType) ? this.object(resource, resourceType) : resource;
  }

  private object(value: JsonObject, structure: string): JsonObject {
    const { members } = this.structures.structure(structure);
    return Object.fromEntries(
      Object.entries(value).map(([name, given]) => {
        const member = members.get(name);
        if (member !== undefined) return [name, each(given, (item) => this.value(item, member))];
        const isCompanion = name.startsWith('_') && members.get(name.slice(1))?.primitive !== undefined;
        return [name, isCompanion ? each(given, (item) => (isObject(item) ? this.object(item, 'Element') : item)) : given];
      }),
    );
  }

  private value(value: unknown, member: Member): unknown {
    if (typeof value === 'string') return isLink(member) ? (this.resolve(value) ?? value) : value;
    if (!isObject(value) || member.primitive !== undefined) return value;
    return member.type === 'Resource' ? this.resource(value) : this.object(value, member.type);
  }
}

const each = (value: unknown, map: (item: unknown) => unknown): unknown => (Array.isArray(value) ? value.map(map) : map(value));

/** The resource with every literal reference and address that `resolve` knows replaced. */
export const withReferences = (resource: JsonObject, resolve: Resolve, structures: Structures): JsonObject =>
  new Links(structures, resolve).resource(resource);

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
  structures: Structures,
): { readonly resource: JsonObject; readonly used: ReadonlySet<JsonObject> } {
  const inside = new Map<JsonObject, string>();
  let contained = objectsIn(request['contained']);
  const insideOf: Resolve = (reference) => {
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
  };
  const resource = withReferences(request, insideOf, structures);
  if (inside.size === 0) return { resource, used: new Set() };
  const own = objectsIn(resource['contained']);
  return { resource: { ...resource, contained: [...own, ...contained.slice(own.length)] }, used: new Set(inside.keys()) };
}
