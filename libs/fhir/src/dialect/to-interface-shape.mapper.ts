import type { JsonObject } from '@gateway/kernel';
import { isGiven, mapMembers, mapObjects } from './members';
import { toMetaList } from './meta.mapper';
import { type DialectRelease, type Plan, Plans, type Step } from './plan';
import { isWholeNumber } from './whole-number';

const toNumberIfWhole = (id: unknown): unknown => (isWholeNumber(id) ? Number(id) : id);

/** Whether a list has one entry and no gap, and its companion as well: then the entry stands alone. */
const isAlone = (owner: JsonObject, element: string): boolean =>
  [owner[element], owner[`_${element}`]].every(
    (list) => list === undefined || (Array.isArray(list) && list.length === 1 && list[0] !== null),
  );

/** Turns the resources of a release into the interface's shape. */
class Writing {
  constructor(private readonly plans: Plans) {}

  readonly object = (value: JsonObject, plan: Plan): JsonObject =>
    mapMembers(value, (name, given) => {
      const step = plan.get(name);
      return step === undefined || step.isSame ? 'same' : [step.written, this.member(step, given, value)];
    });

  private member(step: Step, given: unknown, owner: JsonObject): unknown {
    if (step.isElementId) return toNumberIfWhole(given);
    const written = step.inside === undefined ? given : this.inside(given, step.inside);
    return step.isSingle && Array.isArray(written) && isAlone(owner, step.element) ? (written[0] as unknown) : written;
  }

  private inside(value: unknown, structure: string): unknown {
    const plan = this.plans.plan(structure);
    return mapObjects(value, (each) => this.object(each, plan));
  }
}

/**
 * A valid ServiceRequest, DiagnosticReport or Observation as the interface document lists it: meta as an array, ids that are whole
 * numbers as numbers, the document's names and single values.
 */
export function toInterfaceShape(resource: JsonObject, { validator }: DialectRelease): JsonObject {
  const type = String(resource['resourceType']);
  const plans = Plans.of(validator.structures);
  const written = new Writing(plans).object(resource, plans.plan(type));
  const isNumbered = type === 'ServiceRequest' && isWholeNumber(written['id']);
  if (!isNumbered && !isGiven(written, 'meta')) return written;
  return mapMembers(written, (name, value) => {
    if (name === 'id' && isNumbered) return [name, Number(value)];
    return name === 'meta' ? [name, toMetaList(value)] : 'same';
  });
}
