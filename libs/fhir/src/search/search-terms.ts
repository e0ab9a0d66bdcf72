import { type Condition, fromRecords, searchedRecords, type SearchedType } from '@gateway/core';
import { badValue, type QueryPair } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import type { FhirRelease } from '../release';
import { anyOf, not } from './conditions';
import { searchParametersOf } from './parameters';
import type { SearchParameter, SearchSetting, SearchTerm } from './search-parameter';
import { separated } from './values/separated';

/** What a term needs to be understood. */
export interface TermContext {
  readonly release: FhirRelease;
  readonly setting: SearchSetting;
  /** Notes that a search looks at records of the type. */
  readonly touch: (type: SearchedType) => void;
}

const maximumValues = 100;
const maximumChain = 3;

interface Step {
  readonly name: string;
  readonly modifier: string | undefined;
}

const toStep = (text: string): Step => {
  const colon = text.indexOf(':');
  return colon < 0 ? { name: text, modifier: undefined } : { name: text.slice(0, colon), modifier: text.slice(colon + 1) };
};

const find = (type: SearchedType, { name }: Step, release: FhirRelease): SearchParameter | undefined =>
  searchParametersOf(type, release).find((parameter) => parameter.name === name);

/** A modifier that is not supported must not be passed over (https://hl7.org/fhir/R5/search.html#modifiers). */
function modifierError({ name }: QueryPair, { name: base, modifiers, type }: SearchParameter): AppError {
  const known = [...(type === 'composite' ? [] : ['missing']), ...modifiers].map((modifier) => `${base}:${modifier}`);
  return new AppError('query_unknown_parameter', { parameters: { name: name.slice(0, 200), known: [base, ...known].join(', ') } });
}

function readMissing(parameter: SearchParameter, { pair }: SearchTerm): Condition {
  if (pair.value !== 'true' && pair.value !== 'false') throw badValue(pair, 'true, false');
  return pair.value === 'true' ? (parameter.absence ?? not(parameter.presence)) : parameter.presence;
}

function readLast(parameter: SearchParameter, term: SearchTerm, setting: SearchSetting): Condition {
  const { modifier } = term;
  if (modifier === 'missing' && parameter.type !== 'composite') return readMissing(parameter, term);
  if (modifier !== undefined && !parameter.modifiers.includes(modifier)) throw modifierError(term.pair, parameter);
  return parameter.read(term, setting);
}

const idsWhere =
  (type: SearchedType, condition: Condition): Condition =>
  (bind, partner) => {
    const { alias } = searchedRecords[type];
    const where = `${alias}.partner_id = ${partner} AND ${condition(bind, partner)}`;
    return `SELECT ${alias}.id FROM ${fromRecords(type, where)} WHERE ${where}`;
  };

/** Follows a reference to our own records (https://hl7.org/fhir/R5/search.html#chaining). */
function readChain(
  parameter: SearchParameter,
  step: Step,
  rest: readonly Step[],
  term: SearchTerm,
  context: TermContext,
): Condition | undefined {
  const { link } = parameter;
  if (link === undefined) return undefined;
  const { modifier } = step;
  if (modifier !== undefined && !parameter.modifiers.includes(modifier)) throw modifierError(term.pair, parameter);
  const targets = link.targets.filter((type) => modifier === undefined || modifier === type);
  const conditions = targets.flatMap((type): Condition[] => {
    const inner = readSteps(type, rest, term, context);
    if (inner === undefined) return [];
    context.touch(type);
    return [(bind, partner) => link.leadsTo(type, idsWhere(type, inner)(bind, partner), bind, partner)];
  });
  if (conditions.length === 0) return undefined;
  const [next] = rest;
  const isIdentifier = rest.length === 1 && next!.name === 'identifier' && next!.modifier === undefined;
  return isIdentifier && link.identified !== undefined ? anyOf([...conditions, link.identified(term, context.setting)]) : anyOf(conditions);
}

function readSteps(type: SearchedType, steps: readonly Step[], term: SearchTerm, context: TermContext): Condition | undefined {
  const [step, ...rest] = steps;
  const parameter = step && find(type, step, context.release);
  if (parameter === undefined) return undefined;
  if (rest.length > 0) return readChain(parameter, step!, rest, term, context);
  return readLast(parameter, { ...term, modifier: step!.modifier }, context.setting);
}

/** @returns undefined for a parameter that is not known here. @throws AppError for a value or modifier that cannot be understood */
export function readTerm(type: SearchedType, pair: QueryPair, context: TermContext): Condition | undefined {
  const values = separated(pair.value, ',').filter((value) => value !== '');
  if (values.length > maximumValues) {
    throw new AppError('query_too_many_values', { parameters: { name: pair.name.slice(0, 200), max: maximumValues } });
  }
  const steps = pair.name.split('.').map(toStep);
  if (steps.length > maximumChain || values.length === 0) return undefined;
  return readSteps(type, steps, { pair, modifier: undefined, values }, context);
}
