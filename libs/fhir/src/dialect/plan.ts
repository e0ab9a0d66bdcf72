import type { FhirRelease } from '../release';
import type { Structure, Structures } from '../validation/structures';

/** What the dialect has to know of a release. */
export type DialectRelease = Pick<FhirRelease, 'path' | 'validator'>;

/** What FHIR has as a list, and the interface document as one value; by structure. A release counts where it has the list. */
const singleValues: Readonly<Record<string, readonly string[]>> = {
  Timing: ['event'],
  'Timing.repeat': ['dayOfWeek', 'when', 'timeOfDay'],
  ServiceRequest: ['patientInstruction'],
};

/** What the interface document calls otherwise than FHIR; by structure, FHIR's name first. */
const spellings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Identifier: { type: 'codeableConcept', assigner: 'reference' },
};

/** The structures that are FHIR in the dialect too, with everything in them. */
const untouched: ReadonlySet<string> = new Set(['Extension', 'Resource']);

/** What the dialect has to know of a member that an object may have. */
export interface Step {
  /** In FHIR. */
  readonly name: string;
  /** In the interface. */
  readonly written: string;
  /** The element, without the underscore of a companion. */
  readonly element: string;
  readonly isCompanion: boolean;
  readonly isPrimitive: boolean;
  readonly isElementId: boolean;
  /** A list that the interface shows as one value. */
  readonly isSingle: boolean;
  /** The same in both, whatever its value. */
  readonly isSame: boolean;
  /** The structure inside; undefined where there is none, or where all of it is FHIR. */
  readonly inside: string | undefined;
}

/** The members of a structure, by every name under which they may be sent. */
export type Plan = ReadonlyMap<string, Step>;

function makePlan({ name: structure, isResource, members }: Structure): Plan {
  const steps = new Map<string, Step>();
  for (const { name, type, primitive, element } of members.values()) {
    const isPrimitive = primitive !== undefined;
    const written = spellings[structure]?.[name] ?? name;
    const isElementId = name === 'id' && !isResource;
    const isSingle = element.isList && (singleValues[structure]?.includes(name) ?? false);
    const inside = isPrimitive || untouched.has(type) ? undefined : type;
    const isSame = inside === undefined && written === name && !isElementId && !isSingle;
    const step: Step = { name, written, element: name, isCompanion: false, isPrimitive, isElementId, isSingle, isSame, inside };
    steps.set(name, step);
    if (isPrimitive) {
      const companion = `_${name}`;
      const own = { name: companion, written: companion, isCompanion: true, isElementId: false, isSame: false, inside: 'Element' };
      steps.set(companion, { ...step, ...own });
    }
  }
  // `reference` is a name that the document gives to another element: no name of FHIR may be hidden by one of these.
  for (const step of [...steps.values()]) if (!steps.has(step.written)) steps.set(step.written, step);
  return steps;
}

/** The plans of a release, each made when it is first needed. */
export class Plans {
  private static readonly made = new WeakMap<Structures, Plans>();
  private readonly known = new Map<string, Plan>();

  private constructor(private readonly structures: Structures) {}

  static of(structures: Structures): Plans {
    const made = Plans.made.get(structures) ?? new Plans(structures);
    Plans.made.set(structures, made);
    return made;
  }

  plan(structure: string): Plan {
    const known = this.known.get(structure);
    if (known !== undefined) return known;
    const plan = makePlan(this.structures.structure(structure));
    this.known.set(structure, plan);
    return plan;
  }
}
