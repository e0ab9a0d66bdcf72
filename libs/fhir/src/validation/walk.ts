import { isObject, type JsonObject, jsonTypeOf } from '@gateway/kernel';
import { checkContained } from './containment';
import { Findings } from './findings';
import { type Fault, quoted } from './fault';
import { type Invariants, ruleName } from './invariants';
import type { Location } from './location';
import { checkNarrative } from './narrative';
import { checkReference } from './references';
import { Scope } from './scope';
import type { Element, Member, Structure, Structures } from './structures';

/** One pass over one resource and everything in it. */
export class Walk {
  private readonly found = new Findings();

  constructor(
    private readonly structures: Structures,
    private readonly invariants: Invariants,
    private rulesLeft: number,
  ) {}

  get faults(): readonly Fault[] {
    return this.found.faults;
  }

  /** @param expected the only type that may stand here; undefined for any */
  resource(value: unknown, expected: readonly string[] | undefined, at: Location, around: Scope | undefined, isContained = false): void {
    if (!isObject(value)) return this.found.add(at, { code: 'structure', text: 'not_an_object' });
    const type = value['resourceType'];
    if (type === undefined) return this.found.add(at, { code: 'required', text: 'resource_type_missing' });
    if (!this.structures.isResourceType(type)) {
      const parameters = {
        type: typeof type === 'string' ? quoted(type) : jsonTypeOf(type),
        version: this.structures.artefact.fhirVersion,
      };
      return this.found.add(at, { code: 'structure', text: 'resource_type_unknown', parameters });
    }
    if (expected !== undefined && !expected.includes(type)) {
      return this.found.add(at, {
        code: 'structure',
        text: 'resource_type_unexpected',
        parameters: { type, expected: expected.join(', ') },
      });
    }
    const scope = isContained && around !== undefined ? around.inside(value) : Scope.of(value, around);
    this.object(value, this.structures.structure(type), at, scope);
    checkContained(value, scope, at, this.found);
  }

  /** @param hasValue elsewhere, so that an id alone is enough here (ele-1) */
  private object(value: JsonObject, structure: Structure, at: Location, scope: Scope, hasValue = false): void {
    let content = 0;
    let choices: Map<Element, string> | undefined;
    for (const name in value) {
      if (name === 'resourceType' && structure.isResource) continue;
      if (name !== 'id') content += 1;
      const member = this.memberOf(structure, name, value);
      if (member === undefined) {
        this.found.add(at.child(name), {
          code: 'structure',
          text: 'element_unknown',
          parameters: { name: quoted(name), type: structure.name },
        });
      } else if (member !== 'companion') {
        if (member.element.isChoice) {
          choices ??= new Map<Element, string>();
          const first = choices.get(member.element);
          choices.set(member.element, first ?? member.name);
          if (first !== undefined && first !== member.name) {
            this.found.add(at.child(member.name, member.element.step), {
              code: 'structure',
              text: 'choice_repeated',
              parameters: { name: member.element.name, first },
            });
          }
        }
        this.member(member, value, at, scope);
      }
    }
    if (content === 0 && !hasValue && !structure.isResource)
      this.found.add(at, { code: 'invariant', text: 'element_empty', parameters: { key: 'ele-1' } });
    this.assertRequired(value, structure, at);
    if (structure.name === 'Extension') this.extension(value, at);
    this.rules(structure.invariants, structure.name, value, at, scope);
  }

  /** `companion`: the `_name` of a primitive that is there itself. */
  private memberOf(structure: Structure, name: string, value: JsonObject): Member | 'companion' | undefined {
    const member = structure.members.get(name);
    if (member !== undefined) return member;
    if (!name.startsWith('_')) return undefined;
    const owner = structure.members.get(name.slice(1));
    if (owner?.primitive === undefined) return undefined;
    return Object.hasOwn(value, owner.name) ? 'companion' : owner;
  }

  private assertRequired(value: JsonObject, structure: Structure, at: Location): void {
    for (const [element, names] of structure.required) {
      if (names.some((name) => Object.hasOwn(value, name) || Object.hasOwn(value, `_${name}`))) continue;
      this.found.add(at.child(element.name, element.step), {
        code: 'required',
        text: 'element_required',
        parameters: { name: element.name },
      });
    }
  }

  private extension(value: JsonObject, at: Location): void {
    const hasValue = Object.keys(value).some((name) => /^_?value[A-Z]/.test(name));
    if (hasValue === 'extension' in value)
      this.found.add(at, { code: 'invariant', text: 'extension_content', parameters: { key: 'ext-1' } });
  }

  private member(member: Member, owner: JsonObject, parent: Location, scope: Scope): void {
    const { element, name } = member;
    const at = parent.child(name, member.step);
    if (element.isProhibited) return this.found.add(at, { code: 'structure', text: 'element_prohibited', parameters: { name } });
    const value = Object.hasOwn(owner, name) ? owner[name] : undefined;
    const companion = member.primitive === undefined ? undefined : owner[`_${name}`];
    if (element.isList) return this.list(member, value, companion, at, scope);
    if (Array.isArray(value) || Array.isArray(companion)) {
      return this.found.add(at, { code: 'structure', text: 'single_expected', parameters: { name } });
    }
    this.value(member, value, companion, at, scope);
  }

  private list(member: Member, value: unknown, companion: unknown, at: Location, scope: Scope): void {
    const { name } = member;
    for (const list of [value, companion]) {
      if (list === undefined) continue;
      if (!Array.isArray(list)) return this.found.add(at, { code: 'structure', text: 'list_expected', parameters: { name } });
      if (list.length === 0) return this.found.add(at, { code: 'structure', text: 'list_empty' });
    }
    const [values, companions] = [value, companion] as [readonly unknown[] | undefined, readonly unknown[] | undefined];
    if (values !== undefined && companions !== undefined && values.length !== companions.length) {
      this.found.add(at, { code: 'structure', text: 'lists_unequal', parameters: { name } });
    }
    const length = Math.max(values?.length ?? 0, companions?.length ?? 0);
    for (let index = 0; index < length; index += 1) {
      // A gap of one array is filled by the other.
      const [item, beside] = [values?.[index], companions?.[index] ?? undefined];
      this.value(member, item === null && beside !== undefined ? undefined : item, beside, at.item(index), scope);
    }
  }

  private value(member: Member, value: unknown, companion: unknown, at: Location, scope: Scope): void {
    if (value === null || companion === null || (value === undefined && companion === undefined)) {
      return this.found.add(at, { code: 'structure', text: 'null_value' });
    }
    if (member.primitive === undefined) this.complex(member, value, at, scope);
    else this.primitive(member, value, companion, at, scope);
  }

  private primitive({ primitive, element, type }: Member, value: unknown, companion: unknown, at: Location, scope: Scope): void {
    if (companion !== undefined) {
      if (isObject(companion))
        this.object(companion, this.structures.structure('Element'), at, scope, value !== undefined && 'id' in companion);
      else this.found.add(at, { code: 'structure', text: 'not_an_object' });
    }
    if (value === undefined) return;
    const finding = primitive!(value);
    if (finding !== undefined) this.found.add(at, finding);
    if (finding?.severity !== undefined || finding === undefined) this.primitiveRules(element, type, value, at, scope);
  }

  private primitiveRules(element: Element, type: string, value: unknown, at: Location, scope: Scope): void {
    if (element.binding !== undefined) this.found.addIfAny(at, element.binding(type, value));
    if (type === 'xhtml') this.found.addIfAny(at, checkNarrative(value as string));
    // canonical, uri and url can name a contained resource too (dom-3).
    if (typeof value === 'string' && value.startsWith('#')) {
      if (value === '#') scope.refersToContainer = true;
      else scope.root.usedIds.add(value.slice(1));
    }
    this.rules(element.invariants, element.path, value, at, scope);
  }

  private complex(member: Member, value: unknown, at: Location, scope: Scope): void {
    const { type, targets, element } = member;
    if (type === 'Resource') return this.resource(value, targets, at, scope, element.path === 'DomainResource.contained');
    if (!isObject(value)) return this.found.add(at, { code: 'structure', text: 'not_an_object' });
    this.object(value, this.structures.structure(type), at, scope);
    if (element.binding !== undefined) this.found.addIfAny(at, element.binding(type, value));
    if (type === 'Reference') this.reference(value, targets, at, scope);
    // The reference inside is known to nothing but this element.
    if (type === 'CodeableReference' && targets !== undefined && isObject(value['reference'])) {
      this.reference(value['reference'], targets, at.child('reference'), scope);
    }
    this.rules(element.invariants, element.path, value, at, scope);
  }

  private reference(value: JsonObject, targets: readonly string[] | undefined, at: Location, scope: Scope): void {
    const found = checkReference(value, targets, scope, this.structures);
    if (found !== undefined) this.found.add(found.member === undefined ? at : at.child(found.member), found.finding);
  }

  private rules(names: readonly string[], path: string, value: unknown, at: Location, scope: Scope): void {
    for (const name of this.invariants.evaluable(names)) {
      this.rulesLeft -= 1;
      if (this.rulesLeft === -1) this.found.add(at, { severity: 'warning', code: 'incomplete', text: 'rules_many' });
      if (this.rulesLeft < 0) return;
      const outcome = this.invariants.check(name, path, value, scope);
      const key = ruleName(name);
      if (outcome === 'broken') {
        this.found.add(at, { code: 'invariant', text: 'invariant', parameters: { key, human: this.invariants.human(name) } });
      } else if (outcome === 'unevaluated' && !this.found.hasErrors) {
        this.found.add(at, { severity: 'warning', code: 'not-supported', text: 'invariant_not_evaluated', parameters: { key } });
      }
    }
  }
}
