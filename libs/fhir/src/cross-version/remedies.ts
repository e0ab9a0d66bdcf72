import { isObject, type JsonObject, objectsIn } from '@gateway/kernel';
import type { Fault } from '../validation/fault';
import type { Structures } from '../validation/structures';
import { Carriers } from './carriers';
import { displayOf } from './contained-originals';
import { childKey, placeOf, type PrimitivePlace, type Step } from './fault-place';
import { type Reductions, substituteFor } from './reductions';

/** Something that could make the region of a fault valid. */
export interface Remedy {
  readonly name: string;
  readonly apply: () => void;
}

/** Members that an element keeps when all that it says is taken out. */
const kept: ReadonlySet<string> = new Set(['id', 'url', 'extension', 'modifierExtension', 'resourceType']);

/** What of a reference still helps when it leads nowhere. */
const keptOfReference: ReadonlySet<string> = new Set([...kept, 'identifier', 'display']);

/** Primitives that have no extensions of their own. */
const bareNames: ReadonlySet<string> = new Set(['id', 'url', 'div']);

const namesOf = (element: JsonObject): readonly string[] => Object.keys(element).map((name) => name.replace(/^_/, ''));

/** Finds what can be done about a fault: the smallest change first, then ever larger ones. */
export class Remedies {
  constructor(
    private readonly resource: JsonObject,
    private readonly structures: Structures,
    private readonly reductions: Reductions,
    private readonly carriers: Carriers,
    private readonly givesWay: Readonly<Record<string, string>>,
  ) {}

  of(fault: Fault): readonly Remedy[] {
    const { steps, unknown, primitive } = placeOf(fault, this.resource, this.structures);
    const last = steps.at(-1)!;
    const remedies: Remedy[] = [];
    if (unknown !== undefined) remedies.push(this.removeUnknown(last, unknown));
    if (last.structure.name === 'Reference') remedies.push(...this.ofReference(last, fault));
    if (primitive !== undefined) remedies.push(...this.ofPrimitive(last, primitive, fault));
    for (let at = steps.length - 1; at > 0; at -= 1) {
      remedies.push(this.strip(steps[at]!), this.remove(steps[at - 1]!, steps[at]!.member!.name));
    }
    const yielding = steps.length === 1 && fault.text === 'invariant' ? this.givesWay[String(fault.parameters['key'])] : undefined;
    if (yielding !== undefined) remedies.push(this.remove(last, yielding));
    return remedies;
  }

  private remove({ key }: Step, name: string): Remedy {
    return {
      name: `remove ${key} ${name}`,
      apply: () => {
        const reduction = this.reductions.ofElement(key);
        reduction.removed.add(name.replace(/^_/, ''));
        reduction.official = undefined;
      },
    };
  }

  private removeUnknown(step: Step, name: string): Remedy {
    const { key, structure } = step;
    return {
      name: `remove ${key} ${name}`,
      apply: () => {
        const reduction = this.reductions.ofElement(key);
        reduction.removed.add(name.replace(/^_/, ''));
        reduction.official = (original) => {
          const typed = Object.entries(original).map(([member, value]) => this.carriers.ofMember(`${structure.name}.${member}`, value));
          return typed.every((each) => each !== undefined) ? typed : undefined;
        };
      },
    };
  }

  private strip({ key, value, structure }: Step): Remedy {
    return {
      name: `strip ${key}`,
      apply: () => {
        const reduction = this.reductions.ofElement(key);
        const stays = structure.name === 'Reference' ? keptOfReference : kept;
        for (const name of namesOf(value)) if (!stays.has(name)) reduction.removed.add(name);
        reduction.instead = {};
        reduction.official = undefined;
      },
    };
  }

  private ofPrimitive(step: Step, { member, index }: PrimitivePlace, { text }: Fault): readonly Remedy[] {
    const held = step.value[member.name];
    const value = index === undefined || !Array.isArray(held) ? held : (held as unknown[])[index];
    const remove = this.remove(step, member.name);
    const companions = step.value[`_${member.name}`];
    const isOdd = Array.isArray(companions) && companions.every((companion) => companion === null);
    if (value === undefined || value === null || isObject(value) || Array.isArray(value) || isOdd || bareNames.has(member.name))
      return [remove];
    const key = childKey(step.key, member.name) + (index === undefined ? '' : `[${index}]`);
    const isCode = text === 'code_unknown' && typeof value === 'string' && Carriers.hasOfficialPath(member.element.path);
    const reduce: Remedy = {
      name: `reduce ${key}`,
      apply: () =>
        this.reductions.addPrimitive(key, {
          instead: substituteFor(member.type, value),
          ...(isCode && { official: this.carriers.ofCode(member.element.path, value) }),
        }),
    };
    return [reduce, remove];
  }

  private ofReference(step: Step, { text, parameters }: Fault): readonly Remedy[] {
    const { key, value, member } = step;
    const reduce = (name: string, removed: readonly string[], change: () => Partial<Pick<JsonObject, string>> | 'official'): Remedy => ({
      name: `${name} ${key}`,
      apply: () => {
        const reduction = this.reductions.ofElement(key);
        for (const each of removed) reduction.removed.add(each);
        const instead = change();
        if (instead !== 'official') reduction.instead = instead;
        else if (Carriers.hasOfficialPath(member!.element.path)) {
          reduction.official = (original) => [this.carriers.ofReference(member!.element.path, original)];
        }
      },
    });
    switch (text) {
      case 'reference_unresolved':
        return [reduce('unlink', ['reference'], () => this.insteadOf(step))];
      case 'reference_wrong_target':
      case 'reference_unknown_type':
      case 'reference_types_differ':
        return [reduce('untarget', ['reference', 'type'], () => 'official')];
      default:
        // An extension is enough for ref-2.
        return parameters['key'] === 'ref-2' && value['reference'] === undefined ? [reduce('explain', [], () => ({}))] : [];
    }
  }

  /** What a reference to a contained resource says when that is not here. */
  private insteadOf({ value, member }: Step): JsonObject {
    const id = String(value['reference']).slice(1);
    const target = objectsIn(this.resource['contained']).find((contained) => contained['id'] === id);
    if (target === undefined) return {};
    const type = String(target['resourceType']);
    const isAllowed = member?.targets === undefined || member.targets.includes(type);
    return {
      ...(value['type'] === undefined && value['_type'] === undefined && isAllowed && { type }),
      ...(value['display'] === undefined && value['_display'] === undefined && { display: displayOf(target) }),
    };
  }
}
