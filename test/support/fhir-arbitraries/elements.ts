import type { Artefact } from '@gateway/fhir';
import fc, { type GeneratorValue } from 'fast-check';
import { blankedBase64, primitives } from './primitives';

type ElementRow = Artefact['types'][string]['elements'][string];

type Elements = readonly (readonly [string, ElementRow])[];

const elementsByType = new WeakMap<Artefact, Map<string, Elements>>();

export interface Surroundings {
  readonly artefact: Artefact;
  /** Ids and types of the contained resources that references may lead to. */
  readonly contained: readonly { readonly id: string; readonly type: string }[];
  /** Addresses of extensions. */
  readonly urls: readonly string[];
}

/** Below this only primitives and what has to be there. */
const deepest = 5;

/** Elements with children in one resource; past this only what has to be there. */
const maximumElements = 50;

/** Builds elements from the definitions of a release, valid but for what its invariants ask. */
export class ElementBuilder {
  private built = 0;

  constructor(
    private readonly draw: GeneratorValue,
    private readonly around: Surroundings,
  ) {}

  pick<Item>(items: readonly Item[]): Item {
    return items[this.draw(fc.nat, items.length - 1)]!;
  }

  chance(percent: number): boolean {
    return this.draw(fc.nat, 99) < percent;
  }

  /** @param chance in percent, of each element that may be absent */
  members(type: string, depth: number, chance: number): Record<string, unknown> {
    this.built += 1;
    const built: Record<string, unknown> = {};
    for (const [name, row] of this.elementsOf(type)) {
      if (row.max === '0' || name === 'id' || name === 'extension' || name === 'modifierExtension' || name === 'contained') continue;
      if ((row.min ?? 0) > 0 || this.chance(chance)) this.addElement(built, name, row, depth);
    }
    if (this.chance(6) && this.isElement(type)) built['id'] = this.pick(['1', 'x-1', 'a b']);
    if (type !== 'Extension' && this.chance(7)) built['extension'] = this.extensions(depth);
    if (this.hasElement(type, 'modifierExtension') && this.chance(4)) built['modifierExtension'] = this.extensions(depth);
    return built;
  }

  extensions(depth: number): unknown[] {
    return Array.from({ length: 1 + this.draw(fc.nat, 1) }, () => this.extension(depth));
  }

  private extension(depth: number): Record<string, unknown> {
    const url = this.pick(this.around.urls);
    if (depth < deepest && this.chance(15) && this.built < maximumElements) return { url, extension: this.extensions(depth + 1) };
    const extension: Record<string, unknown> = { url };
    const row = this.around.artefact.types['Extension']!.elements['value[x]']!;
    this.addElement(extension, 'value[x]', row, depth);
    return extension;
  }

  private addElement(built: Record<string, unknown>, name: string, row: ElementRow, depth: number): void {
    const types = [row.type].flat();
    const candidates =
      depth < deepest && this.built < maximumElements
        ? types
        : types.filter((type) => this.isPrimitive(type) || type.startsWith('Reference'));
    if (candidates.length === 0 && (row.min ?? 0) === 0) return;
    const text = this.pick(candidates.length > 0 ? candidates : types);
    const [, type = '', targets] = /^([^(]+)(?:\((.+)\))?$/.exec(text)!;
    const member = name.endsWith('[x]') ? name.slice(0, -3) + this.shown(type) : name;
    if (type === 'Resource') return;
    const count = row.max === '*' ? 1 + this.draw(fc.nat, 2) : 1;
    if (this.isPrimitive(type)) return this.addPrimitive(built, member, row, type, row.max === '*' ? count : undefined);
    const item = (): unknown => this.complex(type, targets?.split('|'), row, depth + 1);
    const items = Array.from({ length: count }, item).filter((value) => Object.keys(value as object).length > 0);
    if (items.length > 0) built[member] = row.max === '*' ? items : items[0];
  }

  private complex(type: string, targets: readonly string[] | undefined, row: ElementRow, depth: number): Record<string, unknown> {
    const chance = depth > deepest || this.built > maximumElements ? 0 : 40 - depth * 7;
    const built = type === 'Reference' ? this.reference(targets, depth) : this.members(type, depth, chance);
    if (type === 'CodeableReference' && targets !== undefined && built['reference'] !== undefined)
      built['reference'] = this.reference(targets, depth);
    if (row.binding !== undefined) Object.assign(built, this.bound(type, row.binding));
    return Object.keys(built).length > 0 ? built : this.fallback(type, targets, depth);
  }

  private fallback(type: string, targets: readonly string[] | undefined, depth: number): Record<string, unknown> {
    if (type === 'Reference') return this.reference(targets, depth);
    return { extension: [{ url: 'http://example.org/only', valueBoolean: true }] };
  }

  reference(targets: readonly string[] | undefined, depth: number): Record<string, unknown> {
    const isAllowed = (type: string): boolean => targets === undefined || targets.includes(type);
    const contained = this.around.contained.filter(({ type }) => isAllowed(type));
    const type = targets === undefined ? this.pick(['Patient', 'DetectedIssue', 'Observation', 'Organization']) : this.pick(targets);
    const built: Record<string, unknown> & { reference?: string } = {};
    if (contained.length > 0 && this.chance(60)) built.reference = `#${this.pick(contained).id}`;
    else if (this.chance(75))
      built.reference = this.pick([`${type}/1`, `http://example.org/fhir/${type}/a-b`, 'urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7']);
    if (built.reference === undefined || (this.chance(20) && built.reference.includes(type))) built['type'] = type;
    if (this.chance(25)) built['display'] = this.draw(() => primitives['string']!);
    if (depth < deepest && this.chance(8)) built['identifier'] = this.complex('Identifier', undefined, { type: 'Identifier' }, depth + 1);
    if (this.chance(5)) built['extension'] = this.extensions(depth);
    if (this.chance(4)) built['_display'] = this.companion();
    return built;
  }

  private addPrimitive(built: Record<string, unknown>, name: string, row: ElementRow, type: string, count: number | undefined): void {
    const value = (): unknown => this.primitive(type, row);
    if (count === undefined) {
      if (this.chance(95) || name === 'url') built[name] = value();
      if (built[name] === undefined || (this.chance(6) && name !== 'url' && name !== 'div')) built[`_${name}`] = this.companion();
      return;
    }
    const hasCompanions = this.chance(15);
    const values = Array.from({ length: count }, () => (hasCompanions && this.chance(20) ? null : value()));
    if (values.some((item) => item !== null)) built[name] = values;
    if (hasCompanions) built[`_${name}`] = values.map((item) => (item === null || this.chance(30) ? this.companion() : null));
  }

  private companion(): Record<string, unknown> {
    const extension = this.chance(10) ? this.extensions(deepest) : [{ url: this.pick(this.around.urls), valueCode: 'unknown' }];
    return this.chance(20) ? { id: 'p', extension } : { extension };
  }

  private primitive(type: string, row: ElementRow): unknown {
    if (row.binding !== undefined) return this.code(row.binding).code;
    const blanks = type === 'base64Binary' && this.around.artefact.fhirVersion.startsWith('4.') && this.chance(30);
    return this.draw(() => (blanks ? blankedBase64 : primitives[type]!));
  }

  private bound(type: string, valueSet: string): Record<string, unknown> {
    const coding = this.code(valueSet);
    if (type === 'CodeableConcept') return { coding: [coding] };
    if (type === 'CodeableReference') return { concept: { coding: [coding] } };
    return coding;
  }

  private code(valueSet: string): { system?: string; code: string } {
    const { systems, external } = this.around.artefact.valueSets[valueSet]!;
    const entries = Object.entries(systems).filter(([, codes]) => codes === null || codes.length > 0);
    const samples = {
      'mime-type': 'text/plain',
      language: 'de-CH',
      currency: 'EUR',
      unit: 'mmol/L',
      color: 'red',
      'time-zone': 'Europe/Berlin',
    };
    const sample = typeof external === 'string' ? samples[external] : 'x';
    if (entries.length === 0) return { code: sample };
    const [system, codes] = this.pick(entries);
    return { system, code: codes === null ? sample : this.pick(codes) };
  }

  private isPrimitive(type: string): boolean {
    return type in this.around.artefact.primitives;
  }

  private shown(type: string): string {
    const row = this.around.artefact.types[type];
    const name = row?.profile === true ? row.base! : type;
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  private elementsOf(type: string): Elements {
    let elements = elementsByType.get(this.around.artefact)?.get(type);
    if (elements === undefined) {
      const row = this.around.artefact.types[type]!;
      elements = [...new Map([...(row.base === undefined ? [] : this.elementsOf(row.base)), ...Object.entries(row.elements)])];
      const byType = elementsByType.get(this.around.artefact) ?? new Map<string, Elements>();
      elementsByType.set(this.around.artefact, byType.set(type, elements));
    }
    return elements;
  }

  private hasElement(type: string, name: string): boolean {
    return this.elementsOf(type).some(([element]) => element === name);
  }

  private isElement(type: string): boolean {
    return this.around.artefact.types[type]!.kind !== 'resource';
  }
}
