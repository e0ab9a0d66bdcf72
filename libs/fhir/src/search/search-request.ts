import { type Condition, beginning, type Cursor, decodeCursor, type SearchedType, type SearchSort, toListSorts } from '@gateway/core';
import { badValue, type QueryPair, withoutIgnored } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import type { FhirRelease } from '../release';
import { readFormat } from '../rest/rest-query';
import { type Include, readInclude } from './includes';
import { searchParametersOf } from './parameters';
import type { SearchSetting } from './search-parameter';
import { readTerm, type TermContext } from './search-terms';
import { sortKeys, toSorts, unsortedBy } from './sort-keys';
import { readShape, type ResultShape } from './result-shape';

/** A search as it was understood (https://hl7.org/fhir/R5/search.html). */
export interface SearchRequest {
  readonly type: SearchedType;
  readonly conditions: readonly Condition[];
  readonly sorts: readonly SearchSort[];
  /** 0: only the total. */
  readonly count: number;
  readonly cursor: Cursor;
  readonly wantsTotal: boolean;
  readonly shape: ResultShape;
  readonly includes: readonly Include[];
  /** What was understood, in the order in which links repeat it. */
  readonly honoured: readonly QueryPair[];
  /** Names of what was not. */
  readonly ignored: readonly string[];
  /** Types whose records the answer depends on. */
  readonly types: ReadonlySet<SearchedType>;
  /** The media type that `_format` asks for. */
  readonly format: string | undefined;
}

export interface SearchContext {
  readonly release: FhirRelease;
  readonly setting: SearchSetting;
  /** What is not known is an error. */
  readonly isStrict: boolean;
}

const defaultCount = 30;
const maximumCount = 100;
const maximumTerms = 50;
const maximumIncludes = 20;

export const cursorParameter = '_cursor';

/** Parameters that shape the result, in the order of links. */
export const resultParameters = [
  '_sort',
  '_count',
  '_total',
  '_summary',
  '_elements',
  '_include',
  '_revinclude',
  '_format',
  '_pretty',
  cursorParameter,
] as const;

type ResultParameter = (typeof resultParameters)[number];

const isResultParameter = (name: string): name is ResultParameter => (resultParameters as readonly string[]).includes(name);

/** All pairs of a name; of those that have one value, clients that follow a link may add another, which counts. */
const lastOf = (pairs: readonly QueryPair[], name: ResultParameter): QueryPair | undefined => pairs.findLast((pair) => pair.name === name);

function readCount(pair: QueryPair | undefined): number {
  if (pair === undefined) return defaultCount;
  if (!/^\d{1,9}$/.test(pair.value)) throw badValue(pair, `0..${maximumCount}`);
  return Math.min(Number(pair.value), maximumCount);
}

function readTotal(pair: QueryPair | undefined): boolean {
  if (pair === undefined) return false;
  if (!['none', 'estimate', 'accurate'].includes(pair.value)) throw badValue(pair, 'none, estimate, accurate');
  return pair.value !== 'none';
}

function readCursor(pair: QueryPair | undefined, sorts: readonly SearchSort[]): Cursor {
  if (pair === undefined) return beginning;
  try {
    return decodeCursor(pair.value, toListSorts(sorts));
  } catch {
    throw badValue(pair, 'Bundle.link');
  }
}

/** Collects what is understood and what is not. */
class Reading {
  readonly conditions: Condition[] = [];
  readonly includes: Include[] = [];
  readonly honoured: QueryPair[] = [];
  readonly ignored: QueryPair[] = [];
  readonly types: Set<SearchedType>;
  sortNames: readonly string[] = [];

  constructor(
    readonly type: SearchedType,
    readonly context: SearchContext,
  ) {
    this.types = new Set([type]);
  }

  /** Single values are honoured once, by their last occurrence. */
  takeResultParameters(pairs: readonly QueryPair[]): void {
    for (const pair of pairs) {
      const isRepeatable = pair.name === '_include' || pair.name === '_revinclude' || pair.name === '_elements';
      if (pair.name === '_include' || pair.name === '_revinclude') this.takeInclude(pair);
      else if (pair.name === '_sort') this.takeSort(pair, pairs);
      else if (isRepeatable || lastOf(pairs, pair.name as ResultParameter) === pair) this.honoured.push(pair);
    }
    if (this.includes.length > maximumIncludes) {
      throw new AppError('query_too_many_values', { parameters: { name: '_include', max: maximumIncludes } });
    }
  }

  takeTerms(pairs: readonly QueryPair[]): void {
    if (pairs.length > maximumTerms) {
      throw new AppError('query_too_many_values', { parameters: { name: pairs[maximumTerms]!.name.slice(0, 200), max: maximumTerms } });
    }
    const { release, setting } = this.context;
    const context: TermContext = { release, setting, touch: (type) => void this.types.add(type) };
    for (const pair of pairs) {
      const condition = readTerm(this.type, pair, context);
      if (condition === undefined) this.ignored.push(pair);
      else {
        this.conditions.push(condition);
        this.honoured.push(pair);
      }
    }
  }

  private takeInclude(pair: QueryPair): void {
    const include = readInclude(this.type, pair, this.context.release);
    if (include === undefined) {
      this.ignored.push(pair);
      return;
    }
    this.includes.push(include);
    this.honoured.push(pair);
    include.types.forEach((type) => this.types.add(type));
  }

  private takeSort(pair: QueryPair, pairs: readonly QueryPair[]): void {
    if (lastOf(pairs, '_sort') !== pair) return;
    const names = pair.value.split(',');
    const known = names.filter((name) => Object.hasOwn(sortKeys[this.type], name.replace(/^-/, '')));
    if (known.length < names.length) this.ignored.push({ name: '_sort', value: names.filter((name) => !known.includes(name)).join(',') });
    this.sortNames = [...new Map(known.map((name) => [name.replace(/^-/, ''), name])).values()];
    if (known.length > 0) this.honoured.push({ name: '_sort', value: this.sortNames.join(',') });
  }
}

/** Names as they would have to be for the parameter to be known. */
const knownNames = (type: SearchedType, { release }: SearchContext): string =>
  [...searchParametersOf(type, release).map(({ name }) => name), ...resultParameters].join(', ');

export const unknownSearchParameter = (name: string, known: string): AppError =>
  new AppError('query_unknown_parameter', { parameters: { name: name.slice(0, 200), known } });

const nameOfIgnored = ({ name, value }: QueryPair): string => (isResultParameter(name) ? `${name}=${value}` : name);

/** The honoured parameters, those of the search first, by name; then those of the result. */
function canonical(pairs: readonly QueryPair[]): readonly QueryPair[] {
  const place = (name: string): string => {
    const index = (resultParameters as readonly string[]).indexOf(name);
    return index < 0 ? ` ${name}` : `~${index}`;
  };
  return pairs.toSorted((a, b) => (place(a.name) < place(b.name) ? -1 : place(a.name) > place(b.name) ? 1 : 0));
}

/** @throws AppError for values that cannot be understood, and with `isStrict` for parameters too */
export function readSearch(type: SearchedType, given: readonly QueryPair[], context: SearchContext): SearchRequest {
  const pairs = withoutIgnored(given);
  const reading = new Reading(type, context);
  reading.takeTerms(pairs.filter(({ name }) => !isResultParameter(name)));
  reading.takeResultParameters(pairs.filter(({ name }) => isResultParameter(name)));
  const [unknown] = reading.ignored;
  if (context.isStrict && unknown !== undefined) throw unknownSearchParameter(nameOfIgnored(unknown), knownNames(type, context));
  const searched = pairs.map(({ name }) => name);
  const sorts = toSorts(type, reading.sortNames.length > 0 ? reading.sortNames : unsortedBy(type, searched));
  const shape = readShape(pairs, context.release);
  const count = shape.summary === 'count' ? 0 : readCount(lastOf(pairs, '_count'));
  return {
    type,
    conditions: reading.conditions,
    sorts,
    count,
    cursor: readCursor(lastOf(pairs, cursorParameter), sorts),
    wantsTotal: count === 0 || readTotal(lastOf(pairs, '_total')),
    shape,
    includes: reading.includes,
    honoured: canonical(reading.honoured),
    ignored: [...new Set(reading.ignored.map(nameOfIgnored))],
    types: reading.types,
    format: readFormat(pairs),
  };
}
