import type { Artefact, ElementRow, TypeRow } from './artefact';
import { type BindingCheck, makeBindingCheck } from './bindings';
import { makePrimitiveCheck, type PrimitiveCheck } from './primitives';

/** One element of a type. A choice is one element with several members. */
export interface Element {
  /** As `identifier` or `value[x]`. */
  readonly name: string;
  /** Without `[x]`: the step of FHIRPath. */
  readonly step: string;
  readonly path: string;
  readonly isList: boolean;
  readonly isProhibited: boolean;
  readonly isChoice: boolean;
  readonly binding: BindingCheck | undefined;
  readonly invariants: readonly string[];
}

/** A name that an object of JSON may have, such as `valueQuantity`. */
export interface Member {
  readonly name: string;
  readonly element: Element;
  /** FHIRPath step, as `value.ofType(Quantity)`. */
  readonly step: string;
  readonly type: string;
  /** Resource types that a reference may lead to; undefined for any. */
  readonly targets: readonly string[] | undefined;
  /** Undefined for a type with children. */
  readonly primitive: PrimitiveCheck | undefined;
}

/** A type with all its elements, own and inherited. */
export interface Structure {
  readonly name: string;
  readonly isResource: boolean;
  readonly members: ReadonlyMap<string, Member>;
  /** The names of which one has to be there, by element. */
  readonly required: readonly (readonly [Element, readonly string[]])[];
  readonly invariants: readonly string[];
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const namePattern = /^([^(]+)(?:\((.+)\))?$/;

/** The definitions of a release, each type made ready when it is first met. */
export class Structures {
  private readonly known = new Map<string, Structure>();
  private readonly primitives = new Map<string, PrimitiveCheck>();
  private readonly bindings = new Map<string, BindingCheck>();
  private readonly concrete: ReadonlySet<string>;

  constructor(readonly artefact: Artefact) {
    const allowsWhitespaceInBase64 = artefact.fhirVersion.startsWith('4.');
    for (const [name, row] of Object.entries(artefact.primitives)) {
      this.primitives.set(name, makePrimitiveCheck(name, row, allowsWhitespaceInBase64));
    }
    for (const [name, row] of Object.entries(artefact.valueSets)) this.bindings.set(name, makeBindingCheck(name, row));
    this.concrete = new Set(Object.keys(artefact.types).filter((name) => this.row(name).kind === 'resource' && !this.row(name).abstract));
  }

  /** All resource types of the release, sorted. */
  get resourceTypes(): readonly string[] {
    return [...this.concrete].sort();
  }

  isResourceType(name: unknown): name is string {
    return typeof name === 'string' && this.concrete.has(name);
  }

  structure(name: string): Structure {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const structure = this.build(name);
    this.known.set(name, structure);
    return structure;
  }

  /** The type and what it derives from, itself first. */
  lineage(name: string): readonly string[] {
    const { base } = this.row(name);
    return base === undefined ? [name] : [name, ...this.lineage(base)];
  }

  private row(name: string): TypeRow {
    return this.artefact.types[name]!;
  }

  private build(name: string): Structure {
    const members = new Map<string, Member>();
    const required: (readonly [Element, readonly string[]])[] = [];
    const invariants: string[] = [];
    for (const ancestor of this.lineage(name).toReversed()) {
      const row = this.row(ancestor);
      invariants.push(...(row.invariants ?? []));
      for (const [elementName, element] of Object.entries(row.elements)) {
        const made = this.membersOf(`${ancestor}.${elementName}`, elementName, element);
        for (const member of made) members.set(member.name, member);
        if ((element.min ?? 0) > 0) required.push([made[0]!.element, made.map((member) => member.name)]);
      }
    }
    return { name, isResource: this.row(name).kind === 'resource', members, required, invariants };
  }

  private membersOf(path: string, name: string, row: ElementRow): readonly Member[] {
    const isChoice = name.endsWith('[x]');
    const step = isChoice ? name.slice(0, -3) : name;
    const element: Element = {
      name,
      step,
      path: isChoice ? path.slice(0, -3) : path,
      isList: row.max === '*',
      isProhibited: row.max === '0',
      isChoice,
      binding: row.binding === undefined ? undefined : this.bindings.get(row.binding),
      invariants: row.invariants ?? [],
    };
    return [row.type].flat().map((text): Member => {
      const [, type = '', targets] = namePattern.exec(text) ?? [];
      const shown = this.shownType(type);
      return {
        name: isChoice ? step + capitalized(shown) : step,
        element,
        step: isChoice ? `${step}.ofType(${shown})` : step,
        type,
        targets: targets?.split('|'),
        primitive: this.primitives.get(type),
      };
    });
  }

  /** The name of the type that a choice shows: that of the base for a constrained form. */
  private shownType(type: string): string {
    const row = this.artefact.types[type];
    return row?.profile === true ? row.base! : type;
  }
}
