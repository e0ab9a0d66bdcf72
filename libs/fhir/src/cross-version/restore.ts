import { isJsonNumber, isObject, type JsonObject } from '@gateway/kernel';
import type { Carriers } from './carriers';
import { isSameJson } from './json-equality';
import { extensionsOf, withExtensions } from './extensions';
import { setMember } from './set-member';

/** Puts the content that carriers hold back in its place, unless somebody has written there since. */
export class Restore {
  /** Something was written since where a carrier's content would have gone. */
  isOvertaken = false;

  constructor(private readonly carriers: Carriers) {}

  resource(resource: JsonObject): JsonObject {
    const { contained, ...rest } = resource;
    const restored = this.element(rest, true);
    return contained === undefined ? restored : { ...restored, contained };
  }

  private value(value: unknown): unknown {
    if (Array.isArray(value)) return (value as unknown[]).map((item) => this.value(item));
    return typeof value === 'object' && value !== null && !isJsonNumber(value) ? this.element(value as JsonObject) : value;
  }

  private element(element: JsonObject, isResource = false): JsonObject {
    const restored: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(element)) restored[name] = this.value(member);
    for (const name of Object.keys(element)) if (name.startsWith('_')) this.primitive(restored, name.slice(1));
    return this.ofElement(restored, isResource);
  }

  private ofElement(element: JsonObject, isResource: boolean): JsonObject {
    const rest: unknown[] = [];
    let restored: Record<string, unknown> | undefined;
    for (const extension of extensionsOf(element)) {
      const content = isObject(extension) ? this.carriers.readOfElement(extension, isResource) : undefined;
      if (content === undefined) {
        rest.push(extension);
        continue;
      }
      restored ??= { ...element };
      this.putBack(restored, content.original, content.instead);
    }
    if (restored === undefined) return element;
    const { extension: _carriers, ...others } = restored;
    // Extensions that were taken out themselves come before those that were added since.
    const own = restored['extension'] === element['extension'] ? [] : extensionsOf(restored);
    const whole = withExtensions(others, [...own, ...rest]);
    // An element that is nothing but its carrier was not made by us.
    return Object.keys(whole).length > 0 ? whole : element;
  }

  private putBack(element: Record<string, unknown>, original: JsonObject, instead: JsonObject): void {
    const names = new Set([...Object.keys(original), ...Object.keys(instead)].filter((name) => name !== 'extension'));
    if (![...names].every((name) => isSameJson(element[name], instead[name]))) {
      this.isOvertaken = true;
      return;
    }
    for (const name of Object.keys(instead)) setMember(element, name, undefined);
    Object.assign(element, original);
  }

  /** The value of the primitive `name`, or the items of its list, that their companions carry. */
  private primitive(element: Record<string, unknown>, name: string): void {
    const companion = element[`_${name}`];
    if (isObject(companion)) {
      const [value, rest] = this.ofPrimitive(name, element[name], companion);
      setMember(element, name, value);
      setMember(element, `_${name}`, rest);
    } else if (Array.isArray(companion)) {
      this.list(element, name, companion as unknown[]);
    }
  }

  private list(element: Record<string, unknown>, name: string, companions: readonly unknown[]): void {
    const values = Array.isArray(element[name]) ? [...(element[name] as unknown[])] : companions.map(() => null);
    const rests = companions.map((companion, index) => {
      if (!isObject(companion)) return companion;
      const [value, rest] = this.ofPrimitive(name, values[index] ?? undefined, companion);
      if (rest === companion) return companion;
      values[index] = value ?? null;
      return rest ?? null;
    });
    if (rests.every((rest, index) => rest === companions[index])) return;
    setMember(element, name, values.some((value) => value !== null) ? values : undefined);
    setMember(element, `_${name}`, rests.some((rest) => rest !== null) ? rests : undefined);
  }

  private ofPrimitive(name: string, value: unknown, companion: JsonObject): readonly [unknown, JsonObject | undefined] {
    let restored = value;
    const rest = extensionsOf(companion).filter((extension) => {
      const content = isObject(extension) ? this.carriers.readOfPrimitive(extension, name) : undefined;
      if (content === undefined) return true;
      if (isSameJson(restored, content.instead)) restored = content.original;
      else this.isOvertaken = true;
      return false;
    });
    if (rest.length === extensionsOf(companion).length) return [value, companion];
    const left = withExtensions(companion, rest);
    return [restored, Object.keys(left).length > 0 ? left : undefined];
  }
}
