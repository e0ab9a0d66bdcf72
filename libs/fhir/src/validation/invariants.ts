import { ExactNumber, type JsonObject } from '@gateway/kernel';
import { compile, FP_Decimal, type Model } from 'fhirpath';
import { makeFhirPathModel } from './fhirpath-model';
import type { Scope } from './scope';
import type { Structures } from './structures';

/** Rules that the walk itself holds, so that they cost nothing: fhirpath needs about 40 microseconds for each rule and element. */
const heldByTheWalk = new Set([
  // References to contained resources; contained resources (dom-2 to dom-5).
  'ref-1',
  'dom-2',
  'dom-3',
  'dom-4',
  'dom-5',
  // The XHTML of narratives.
  'txt-1',
  'txt-2',
  // SimpleQuantity.comparator has the cardinality 0..0.
  'sqty-1',
]);

const needsOtherResources = 'follows references to other resources (resolve), which are not here';
const needsTerminology = 'asks a terminology service (memberOf)';

/** Rules that cannot be evaluated, and why. The contract suite proves that the list is complete and that nothing on it could run. */
export const unevaluated: Readonly<Record<string, string>> = {
  'apd-1': needsOtherResources,
  'ctm-1': needsOtherResources,
  'dgr-1': needsOtherResources,
  'enc-2': needsOtherResources,
  'obs-9': needsOtherResources,
  'prc-1': needsOtherResources,
  'prov-1': needsOtherResources,
  'prov-2': needsOtherResources,
  'prov-3': needsOtherResources,
  'exs-1': needsTerminology,
  'opd-3': needsTerminology,
};

type Evaluate = (input: unknown, scope: { resource: unknown; rootResource: unknown }) => unknown[];

export type Outcome = 'holds' | 'broken' | 'unevaluated';

/** The rule's name in the standard: different rules of the same name are told apart by asterisks. */
export const ruleName = (invariant: string): string => invariant.replace(/\*+$/, '');

/** The invariants of a release, compiled when they are first needed (https://hl7.org/fhirpath/). */
export class Invariants {
  private readonly compiled = new Map<string, Evaluate>();
  private readonly evaluables = new Map<readonly string[], readonly string[]>();
  private model: Model | undefined;

  constructor(private readonly structures: Structures) {}

  /** Those of `names` that fhirpath has to evaluate. */
  evaluable(names: readonly string[]): readonly string[] {
    let found = this.evaluables.get(names);
    if (found === undefined) {
      found = names.filter((name) => !heldByTheWalk.has(ruleName(name)) && !(ruleName(name) in unevaluated));
      this.evaluables.set(names, found);
    }
    return found;
  }

  human(name: string): string {
    return this.structures.artefact.invariants[name]!.human;
  }

  /** @param path where the definitions have the element: a type, or `Observation.component` */
  check(name: string, path: string, value: unknown, scope: Scope): Outcome {
    try {
      const evaluate = this.evaluator(name, path);
      const exact = exactInputs(scope.root.resource);
      // A number without an element around it is taken as a decimal only in fhirpath's own form.
      const input = typeof value === 'number' ? FP_Decimal.getDecimal(value) : exact(value);
      const result = evaluate(input, { resource: exact(scope.resource), rootResource: exact(scope.root.resource) });
      // Nothing known, as when dates of different precision are compared, is no fault.
      return result[0] === false ? 'broken' : 'holds';
    } catch {
      return 'unevaluated';
    }
  }

  private evaluator(name: string, path: string): Evaluate {
    const key = `${path} ${name}`;
    const known = this.compiled.get(key);
    if (known !== undefined) return known;
    this.model ??= makeFhirPathModel(this.structures.artefact);
    const { expression } = this.structures.artefact.invariants[name]!;
    const options = { traceFn: () => undefined, preciseMath: true };
    const evaluate = compile({ base: path, expression }, this.model, options) as Evaluate;
    this.compiled.set(key, evaluate);
    return evaluate;
  }
}

type Translate = (value: unknown) => unknown;

const identity: Translate = (value) => value;

const translations = new WeakMap<JsonObject, Translate>();

/** Values of a document as fhirpath takes them: exact numbers become its own decimals. Made once for a document. */
function exactInputs(root: JsonObject): Translate {
  const known = translations.get(root);
  if (known !== undefined) return known;
  const copies = new Map<unknown, unknown>();
  const hasExact = copyExact(root, copies) !== root;
  const translate: Translate = hasExact ? (value) => copies.get(value) ?? value : identity;
  translations.set(root, translate);
  return translate;
}

/** A copy where something inside is exact, otherwise the value itself. */
function copyExact(value: unknown, copies: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy =
    value instanceof ExactNumber
      ? FP_Decimal.getDecimal(value.digits)
      : Array.isArray(value)
        ? copyList(value, copies)
        : copyObject(value as JsonObject, copies);
  if (copy !== value) copies.set(value, copy);
  return copy;
}

function copyList(list: readonly unknown[], copies: Map<unknown, unknown>): unknown {
  const copy = list.map((item) => copyExact(item, copies));
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

function copyObject(object: JsonObject, copies: Map<unknown, unknown>): unknown {
  const entries = Object.entries(object).map(([name, member]) => [name, copyExact(member, copies)] as const);
  return entries.some(([name, member]) => member !== object[name]) ? Object.fromEntries(entries) : object;
}
