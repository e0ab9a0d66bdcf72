import { isObject, type JsonObject } from '@gateway/kernel';
import type { Fault } from '../validation/fault';
import type { Member, Structure, Structures } from '../validation/structures';

/** An element on the way to a fault. */
export interface Step {
  /** Its path in the document; that of the resource is empty. */
  readonly key: string;
  readonly value: JsonObject;
  readonly structure: Structure;
  /** The member of the element around that holds it. */
  readonly member: Member | undefined;
}

/** Where a fault is: the elements around it from the resource on, and what in the innermost of them is wrong. */
export interface FaultPlace {
  readonly steps: readonly Step[];
  /** A member of the last step that the release does not know. */
  readonly unknown?: string;
  /** A primitive in the last step, or an item of a list of primitives. */
  readonly primitive?: PrimitivePlace;
}

export interface PrimitivePlace {
  readonly member: Member;
  readonly index: number | undefined;
}

const tokensOf = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? name! : Number(index)));

export const childKey = (key: string, name: string): string => (key === '' ? name : `${key}.${name}`);

/** Follows the path of a fault through the document, by the definitions, as far as both go. */
export function placeOf({ path }: Fault, resource: JsonObject, structures: Structures): FaultPlace {
  const steps: Step[] = [{ key: '', value: resource, structure: structures.structure('ServiceRequest'), member: undefined }];
  const tokens = [...tokensOf(path)];
  while (tokens.length > 0) {
    const { key, value, structure } = steps.at(-1)!;
    const name = String(tokens.shift());
    const member = structure.members.get(name);
    if (member === undefined) return { steps, unknown: name };
    const index = typeof tokens[0] === 'number' ? (tokens.shift() as number) : undefined;
    const isInCompanion = member.primitive !== undefined && tokens.length > 0;
    if (member.primitive !== undefined && !isInCompanion) return { steps, primitive: { member, index } };
    const shown = isInCompanion ? `_${name}` : name;
    const held = value[shown];
    const next = index === undefined ? held : Array.isArray(held) ? (held as unknown[])[index] : undefined;
    if (!isObject(next)) return { steps };
    const nextKey = childKey(key, shown) + (index === undefined ? '' : `[${index}]`);
    const type = isInCompanion ? 'Element' : member.type;
    steps.push({ key: nextKey, value: next, structure: structures.structure(type), member });
  }
  return { steps };
}
