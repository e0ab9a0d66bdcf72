import { isObject, type JsonObject } from '@gateway/kernel';
import { isGiven } from './members';
import { placeInMeta } from './meta.mapper';
import type { Plan, Plans, Step } from './plan';

/** One step of a path, such as `coding[0]`. */
interface PathStep {
  readonly text: string;
  readonly name: string;
  readonly index: number | undefined;
}

const toPathStep = (text: string): PathStep => {
  const [, name = text, index] = /^(.+)\[(\d+)\]$/.exec(text) ?? [];
  return { text, name, index: index === undefined ? undefined : Number(index) };
};

const indexText = (index: number | undefined): string => (index === undefined ? '' : `[${index}]`);

/** A place in the body: what stands there, and what the dialect knows of it. */
interface Place {
  readonly value: unknown;
  readonly plan: Plan | undefined;
  readonly path: string;
}

/** Finds in the body of a client what a path of the FHIR resource made from it speaks of. Asked only when something is wrong. */
export class SentBody {
  constructor(
    private readonly body: JsonObject,
    private readonly plans: Plans,
  ) {}

  path(fhirPath: string): string {
    return this.follow(fhirPath === '' ? [] : fhirPath.split('.')).path;
  }

  otherSpelling(fhirPath: string): string | undefined {
    const texts = fhirPath.split('.');
    const name = texts.pop()!;
    const { plan } = this.follow(texts);
    const step = plan?.get(name);
    return step === undefined || step.name === name ? undefined : step.name;
  }

  private follow(texts: readonly string[]): Place {
    const steps = texts.map(toPathStep);
    const root: Place = { value: this.body, plan: this.plans.plan('ServiceRequest'), path: '' };
    if (steps[0]?.name !== 'meta' || !Array.isArray(this.body['meta'])) return this.descend(root, steps);
    const { entry, index } = placeInMeta(this.body['meta'], steps[1]?.name, steps[1]?.index);
    const meta: Place = { value: this.body['meta'][entry] as unknown, plan: this.plans.plan('Meta'), path: `meta[${entry}]` };
    return this.descend(
      meta,
      steps.slice(1).map((step, position) => (position === 0 ? { ...step, index } : step)),
    );
  }

  private descend(from: Place, steps: readonly PathStep[]): Place {
    return steps.reduce<Place>((at, step, position) => this.next(at, step, steps[position + 1] !== undefined), from);
  }

  private next({ value, plan, path }: Place, { name, index, text }: PathStep, isLeftFor: boolean): Place {
    const join = (member: string): string => (path === '' ? member : `${path}.${member}`);
    const step = plan?.get(name);
    if (step === undefined || !isObject(value)) return { value: undefined, plan: undefined, path: join(text) };
    const written = this.writtenName(value, step, name, isLeftFor);
    const given = value[written];
    const isAlone = step.isSingle && !Array.isArray(given);
    const item = index !== undefined && Array.isArray(given) ? (given[index] as unknown) : given;
    const inside = plan?.get(written)?.inside;
    return {
      value: item,
      plan: inside === undefined ? undefined : this.plans.plan(inside),
      path: join(written + (isAlone ? '' : indexText(index))),
    };
  }

  /** The name that the client used, of those that mean the element: FHIR's, the document's, or that of the companion. */
  private writtenName(owner: JsonObject, step: Step, name: string, isLeftFor: boolean): string {
    const companion = `_${name}`;
    if (step.isPrimitive && !step.isCompanion && isGiven(owner, companion) && (isLeftFor || !isGiven(owner, name))) return companion;
    if (isGiven(owner, name)) return name;
    return isGiven(owner, step.written) ? step.written : name;
  }
}
