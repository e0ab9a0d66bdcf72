import type { JsonObject } from '@gateway/kernel';
import { insuranceMembers } from './insurance-members.mapper';
import { isGiven, mapMembers, mapObjects } from './members';
import { toMeta } from './meta.mapper';
import { type DialectRelease, type Plan, Plans, type Step } from './plan';
import { SentBody } from './sent-body';
import { isServerText, toIdText } from './whole-number';

export interface FromInterfaceShape {
  readonly resource: JsonObject;
  /** The path of a fault of the validator, as the client wrote it. */
  readonly sentPath: (fhirPath: string) => string;
  /** Of an unknown member: its element's other spelling, when the client gave both. */
  readonly otherSpelling: (fhirPath: string) => string | undefined;
}

/** Reads the dialect of a release. Whatever is of the wrong type stays as it is. */
class Reading {
  constructor(private readonly plans: Plans) {}

  readonly object = (value: JsonObject, plan: Plan): JsonObject =>
    mapMembers(value, (name, given) => {
      const step = plan.get(name);
      if (step === undefined) return 'same';
      if (given === null) return undefined;
      // Given under both names, the document's stays, and FHIR does not know it.
      const isSpelledTwice = step.name !== name && isGiven(value, step.name);
      return [isSpelledTwice ? name : step.name, this.member(step, given)];
    });

  private member(step: Step, given: unknown): unknown {
    if (step.isElementId) return toIdText(given);
    const read = step.inside === undefined ? given : this.inside(given, step.inside);
    return step.isSingle && !Array.isArray(read) ? [read] : read;
  }

  private inside(value: unknown, structure: string): unknown {
    const plan = this.plans.plan(structure);
    return mapObjects(value, (each) => this.object(each, plan));
  }
}

/** The members of the resource itself that are the interface's own. */
const toResourceMembers = (body: JsonObject, { path }: DialectRelease): JsonObject =>
  mapMembers(body, (name, given) => {
    if (name === 'meta') {
      const meta = toMeta(given);
      return meta === undefined ? undefined : [name, meta];
    }
    const isServers = name === 'id' ? isServerText(given) : path === 'r5' && insuranceMembers.has(name);
    return isServers ? undefined : 'same';
  });

const hasElement = (resource: JsonObject, name: string): boolean => Object.hasOwn(resource, name) || Object.hasOwn(resource, `_${name}`);

/** A ServiceRequest as a partner sends it, in FHIR. It need not be valid: what is wrong in it is still wrong in the result. */
export function fromInterfaceShape(body: JsonObject, release: DialectRelease): FromInterfaceShape {
  const plans = Plans.of(release.validator.structures);
  const read = new Reading(plans).object(toResourceMembers(body, release), plans.plan('ServiceRequest'));
  const { resourceType, ...members } = read;
  const sent = new SentBody(body, plans);
  return {
    resource: {
      resourceType: resourceType ?? 'ServiceRequest',
      ...members,
      ...(!hasElement(members, 'status') && { status: 'draft' }),
      ...(!hasElement(members, 'intent') && { intent: 'proposal' }),
    },
    sentPath: (fhirPath) => sent.path(fhirPath),
    otherSpelling: (fhirPath) => sent.otherSpelling(fhirPath),
  };
}
