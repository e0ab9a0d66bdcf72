import { isObject, type JsonObject } from '@gateway/kernel';
import { isSameJson } from './json-equality';
import { ownUrl, readJsonExtension, toJsonExtension } from './extensions';

/** An element without a type of its own, as an extension whose extensions are its members. */
export interface BackboneForm {
  /** Members that occur once; `value[x]`: any type. */
  readonly single: readonly string[];
  /** Members that are lists of elements of a form. */
  readonly lists?: Readonly<Record<string, BackboneForm>>;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The member of a choice that the element has, with the type as it stands in the name. */
function chosen(element: JsonObject, name: string): readonly [string, string] | undefined {
  const step = name.replace('[x]', '');
  const member = Object.keys(element).find((key) => key.startsWith(step) && /^[A-Z]/.test(key.slice(step.length)));
  return member === undefined ? undefined : [member, member.slice(step.length)];
}

function partOf(element: JsonObject, name: string, types: Readonly<Record<string, string>>): readonly JsonObject[] {
  const [member, type] = name.endsWith('[x]') ? (chosen(element, name) ?? []) : [name, types[name]];
  if (member === undefined || !Object.hasOwn(element, member)) return [];
  return [{ url: name.replace('[x]', ''), [`value${capitalized(type ?? '')}`]: element[member] }];
}

/** @param types of the single members that are no choice */
export class BackboneExtension {
  constructor(
    private readonly form: BackboneForm,
    private readonly types: Readonly<Record<string, string>>,
  ) {}

  /** The members in their official form; where that is not all, the element itself as JSON beside them. */
  encode(url: string, element: JsonObject, baseUrl: string): JsonObject {
    const parts = this.partsOf(this.form, element);
    if (parts.length > 0 && isSameJson(this.elementOf(this.form, parts), element)) return { url, extension: parts };
    return { url, extension: [...parts, toJsonExtension(baseUrl, 'element', element)] };
  }

  /** Undefined where it is not in our form. What the parts say counts more than the JSON beside them. */
  decode(extension: JsonObject, baseUrl: string): JsonObject | undefined {
    const list = extension['extension'];
    if (Object.keys(extension).length !== 2 || !Array.isArray(list)) return undefined;
    const parts = (list as unknown[]).filter((part): part is JsonObject => isObject(part) && part['url'] !== ownUrl(baseUrl, 'element'));
    const [whole] = (list as unknown[]).slice(parts.length);
    if (parts.length === list.length) return this.elementOf(this.form, parts);
    if (list.length !== parts.length + 1 || !isObject(whole)) return undefined;
    const element = readJsonExtension(whole, baseUrl, 'element');
    if (!isObject(element)) return undefined;
    return isSameJson(this.partsOf(this.form, element), parts) ? element : this.elementOf(this.form, parts);
  }

  private partsOf({ single, lists = {} }: BackboneForm, element: JsonObject): readonly JsonObject[] {
    const ofList = (name: string, form: BackboneForm): readonly JsonObject[] =>
      (Array.isArray(element[name]) ? (element[name] as unknown[]) : [])
        .filter(isObject)
        .map((item): JsonObject => ({ url: name, extension: this.partsOf(form, item) }))
        .filter(({ extension }) => (extension as readonly unknown[]).length > 0);
    return [
      ...single.flatMap((name) => partOf(element, name, this.types)),
      ...Object.entries(lists).flatMap(([name, form]) => ofList(name, form)),
    ];
  }

  private elementOf(form: BackboneForm, parts: readonly unknown[]): JsonObject | undefined {
    const element: Record<string, unknown> = {};
    for (const part of parts) {
      if (!isObject(part) || !this.takePart(form, part, element)) return undefined;
    }
    return Object.keys(element).length > 0 ? element : undefined;
  }

  private takePart({ single, lists = {} }: BackboneForm, part: JsonObject, element: Record<string, unknown>): boolean {
    const { url, extension, ...values } = part;
    const nested = typeof url === 'string' && Object.hasOwn(lists, url) ? lists[url] : undefined;
    if (nested !== undefined) {
      const item = Array.isArray(extension) && Object.keys(values).length === 0 ? this.elementOf(nested, extension) : undefined;
      if (item === undefined) return false;
      element[url as string] = [...((element[url as string] as unknown[] | undefined) ?? []), item];
      return true;
    }
    const name = single.find((candidate) => candidate.replace('[x]', '') === url);
    const [member] = Object.keys(values);
    if (name === undefined || extension !== undefined || Object.keys(values).length !== 1 || !member?.startsWith('value')) return false;
    const type = member.slice('value'.length);
    const known = this.types[name];
    if (known !== undefined && capitalized(known) !== type) return false;
    const target = name.endsWith('[x]') ? `${name.slice(0, -3)}${type}` : name;
    if (Object.hasOwn(element, target)) return false;
    element[target] = values[member];
    return true;
  }
}
