import { isJsonNumber, isObject, type JsonObject } from '@gateway/kernel';
import type { Carriers } from './carriers';
import { extensionsOf, withExtensions } from './extensions';
import { childKey } from './fault-place';
import { setMember } from './set-member';

/** What is taken out of an element, or out of the list of a primitive, and what stands there instead. */
export interface ElementReduction {
  readonly removed: Set<string>;
  instead: JsonObject;
  /** What was taken out in official extensions, where they can say it all. */
  official?: (original: JsonObject) => readonly JsonObject[] | undefined;
}

export interface PrimitiveReduction {
  readonly instead: unknown;
  readonly official?: JsonObject;
}

/** Reductions of a resource by the paths of its elements. They are always applied to the resource as it was. */
export class Reductions {
  private readonly elements = new Map<string, ElementReduction>();
  private readonly primitives = new Map<string, PrimitiveReduction>();
  /** Paths that have a reduction at or below them. */
  private readonly touched = new Set<string>(['']);

  /** @param isFirst whether carriers stand before the extensions that are there */
  constructor(
    private readonly carriers: Carriers,
    private isFirst = false,
  ) {}

  ofElement(key: string): ElementReduction {
    let reduction = this.elements.get(key);
    if (reduction === undefined) {
      reduction = { removed: new Set(), instead: {} };
      this.elements.set(key, reduction);
      this.touch(key);
    }
    return reduction;
  }

  addPrimitive(key: string, reduction: PrimitiveReduction): void {
    this.primitives.set(key, reduction);
    this.touch(key);
  }

  /** @param carriers before the extensions that stand there already, or after them, where they do not shift their indexes */
  apply(resource: JsonObject, carriers: 'before' | 'after'): JsonObject {
    this.isFirst = carriers === 'before';
    return this.element(resource, '');
  }

  private withCarriers(element: JsonObject, carriers: readonly JsonObject[]): JsonObject {
    const there = extensionsOf(element);
    return withExtensions(element, this.isFirst ? [...carriers, ...there] : [...there, ...carriers]);
  }

  private touch(key: string): void {
    for (let part = key; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('.'), part.lastIndexOf('['), 0)))
      this.touched.add(part);
  }

  private value(value: unknown, key: string): unknown {
    if (!this.touched.has(key)) return value;
    if (Array.isArray(value)) return (value as unknown[]).map((item, index) => this.value(item, `${key}[${index}]`));
    return isObject(value) ? this.element(value, key) : value;
  }

  private element(element: JsonObject, key: string): JsonObject {
    const reduction = this.elements.get(key);
    const kept: Record<string, unknown> = {};
    const original: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(element)) {
      if (reduction?.removed.has(name.replace(/^_/, ''))) original[name] = member;
      else kept[name] = this.value(member, childKey(key, name));
    }
    for (const name of Object.keys(element)) {
      if (!name.startsWith('_') && Object.hasOwn(kept, name)) this.primitive(kept, element, name, childKey(key, name));
    }
    if (reduction === undefined) return kept;
    const { instead, official } = reduction;
    return this.withCarriers({ ...kept, ...instead }, this.carriersOf(original, instead, official));
  }

  private carriersOf(original: JsonObject, instead: JsonObject, official: ElementReduction['official']): readonly JsonObject[] {
    const typed = Object.keys(instead).length === 0 ? official?.(original) : undefined;
    if (typed !== undefined) return typed;
    return [this.carriers.ofContent({ original, ...(Object.keys(instead).length > 0 && { instead }) })];
  }

  /** Takes the value of a primitive, or of items of its list, out of `kept`, and puts the carrier into its companion. */
  private primitive(kept: Record<string, unknown>, element: JsonObject, name: string, key: string): void {
    if (!this.touched.has(key)) return;
    const value = element[name];
    if (!Array.isArray(value)) {
      const reduction = this.primitives.get(key);
      if (reduction === undefined) return;
      kept[`_${name}`] = this.companion(kept[`_${name}`], value, reduction);
      setMember(kept, name, reduction.instead);
      return;
    }
    const values = [...(value as unknown[])];
    const companions = Array.isArray(kept[`_${name}`]) ? [...(kept[`_${name}`] as unknown[])] : values.map(() => null);
    if (!values.some((_, index) => this.primitives.has(`${key}[${index}]`))) return;
    values.forEach((item, index) => {
      const reduction = this.primitives.get(`${key}[${index}]`);
      if (reduction === undefined) return;
      companions[index] = this.companion(companions[index], item, reduction);
      values[index] = reduction.instead ?? null;
    });
    kept[`_${name}`] = companions;
    setMember(kept, name, values.some((item) => item !== null) ? values : undefined);
  }

  private companion(companion: unknown, original: unknown, { instead, official }: PrimitiveReduction): JsonObject {
    const carrier = official ?? this.carriers.ofContent({ original, ...(instead !== undefined && { instead }) });
    const element = isObject(companion) ? companion : {};
    return this.withCarriers(element, [carrier]);
  }
}

const maximumInteger = 2_147_483_647;

/** A value that says the same in the type that the release has; undefined where there is none. */
export function substituteFor(type: string, value: unknown): unknown {
  if (type === 'base64Binary') return typeof value === 'string' ? value.replace(/[ \t\r\n]+/g, '') : undefined;
  if (type === 'integer64') return isJsonNumber(value) && /^-?\d+$/.test(String(value)) ? String(value) : undefined;
  if (type !== 'unsignedInt' && type !== 'positiveInt' && type !== 'integer') return undefined;
  return typeof value === 'string' && /^(?:0|-?[1-9]\d{0,9})$/.test(value) && Math.abs(Number(value)) <= maximumInteger
    ? Number(value)
    : undefined;
}
