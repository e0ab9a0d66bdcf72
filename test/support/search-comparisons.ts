import { DateTime } from 'luxon';

/** Comparisons of FHIR's search (https://hl7.org/fhir/R5/search.html), written plainly and apart from the service. */
const zone = 'Europe/Berlin';

/** Half-open, in milliseconds. */
interface Span {
  readonly low: number;
  readonly high: number;
}

const dateParts = ['year', 'month', 'day'] as const;

/** What a FHIR date or time covers. */
function spanOf(text: string): Span {
  const hasOffset = /[T].*(?:Z|[+-]\d\d:\d\d)$/.test(text);
  // Of a time that came twice the first counts.
  const start = hasOffset ? DateTime.fromISO(text, { setZone: true }) : DateTime.fromISO(text, { zone }).getPossibleOffsets()[0]!;
  const [time] = text.split('T').slice(1);
  const unit =
    time === undefined
      ? dateParts[text.split('-').length - 1]!
      : /\.\d/.test(time)
        ? 'millisecond'
        : /^\d\d:\d\d:\d\d/.test(time)
          ? 'second'
          : 'minute';
  return { low: start.toMillis(), high: start.plus({ [unit]: 1 }).toMillis() };
}

function spanOfValue(value: any): Span | undefined {
  if (typeof value === 'string') return spanOf(value);
  const { start, end, event = [], repeat } = value;
  const ofPeriod = (period: any): Span => ({
    low: period.start === undefined ? -Infinity : spanOf(period.start).low,
    high: period.end === undefined ? Infinity : spanOf(period.end).high,
  });
  if (start !== undefined || end !== undefined) return ofPeriod(value);
  const spans = [...event.map(spanOf), ...(repeat?.boundsPeriod === undefined ? [] : [ofPeriod(repeat.boundsPeriod)])];
  return spans.length === 0
    ? undefined
    : { low: Math.min(...spans.map(({ low }) => low)), high: Math.max(...spans.map(({ high }) => high)) };
}

const isInside = (one: Span, other: Span): boolean => one.low >= other.low && one.high <= other.high;
const overlaps = (one: Span, other: Span): boolean => one.low < other.high && one.high > other.low;

export function matchesDate(value: any, prefix: string, text: string, now: number): boolean {
  const found = spanOfValue(value);
  if (found === undefined) return false;
  const sought = spanOf(text);
  switch (prefix) {
    case 'eq':
      return isInside(found, sought);
    case 'ne':
      return !isInside(found, sought);
    case 'gt':
      return found.high > sought.high;
    case 'lt':
      return found.low < sought.low;
    case 'ge':
      return found.high > sought.high || isInside(found, sought);
    case 'le':
      return found.low < sought.low || isInside(found, sought);
    case 'sa':
      return found.low >= sought.high;
    case 'eb':
      return found.high <= sought.low;
    default: {
      const wide = { low: sought.low - Math.abs(now - sought.low) / 10, high: sought.high + Math.abs(now - sought.high) / 10 };
      return overlaps(found, wide);
    }
  }
}

/** A value with a comparator stands for all numbers on that side. */
export function matchesQuantity(value: any, prefix: string, sought: string): boolean {
  const [text = '', system, code] = sought.split('|');
  if (system !== undefined && system !== '' && (value.system !== system || (code !== '' && value.code !== code))) return false;
  if (system === '' && value.code !== code && value.unit !== code) return false;
  const [number, given, comparator] = [Number(text), Number(value.value), value.comparator as string | undefined];
  const digits = (text.split(/[eE]/)[0]!.split('.')[1] ?? '').length - Number(text.split(/[eE]/)[1] ?? 0);
  const half = 0.5 * 10 ** -digits;
  const isPoint = comparator === undefined;
  const isBelow = comparator === '<' || comparator === '<=';
  const edge = comparator === '<' ? given - 1e-9 : comparator === '>' ? given + 1e-9 : given;
  const some = (accepts: (number: number) => boolean): boolean =>
    isPoint ? accepts(given) : accepts(edge) || accepts(isBelow ? -1e12 : 1e12);
  const equal = isPoint && given >= number - half && given < number + half;
  switch (prefix) {
    case 'eq':
      return equal;
    case 'ne':
      return !equal;
    case 'gt':
      return some((each) => each > number);
    case 'lt':
      return some((each) => each < number);
    case 'ge':
      return some((each) => each >= number);
    case 'le':
      return some((each) => each <= number);
    case 'sa':
      return isPoint ? given > number : !isBelow && edge > number;
    case 'eb':
      return isPoint ? given < number : isBelow && edge < number;
    default: {
      const [from, to] = [number - Math.abs(number) / 10, number + Math.abs(number) / 10];
      if (isPoint) return given >= from && given <= to;
      return isBelow ? edge >= from : edge <= to;
    }
  }
}

export interface CodedValue {
  readonly system?: string | undefined;
  readonly code?: string | undefined;
}

/** Every coded value in an element. @param system of the value set that a code is bound to */
export function codedValues(value: any, system?: string): readonly CodedValue[] {
  if (typeof value === 'string') return [{ code: value, system }];
  if (Array.isArray(value.coding)) return value.coding.map(({ system: own, code }: CodedValue) => ({ system: own, code }));
  if (value.code !== undefined) return [{ system: value.system, code: value.code }];
  if (value.value !== undefined) return [{ system: value.system, code: value.value }];
  return value.system === undefined ? [] : [{ system: value.system }];
}

export function matchesToken(value: any, sought: string, system: string | undefined, ignoresCase: boolean): boolean {
  const [first = '', second] = sought.split('|');
  const same = (a: string | undefined, b: string): boolean => (ignoresCase ? a?.toLowerCase() === b.toLowerCase() : a === b);
  return codedValues(value, system).some((known) => {
    if (second === undefined) return same(known.code, first);
    return (known.system ?? '') === first && (second === '' || same(known.code, second));
  });
}

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .toUpperCase();

const textsOf = (value: any): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : [value.text, value.family, ...(value.given ?? []), ...(value.prefix ?? []), ...(value.suffix ?? [])].filter(
        (text) => text !== undefined,
      );

export function matchesString(value: any, sought: string, modifier: string | undefined): boolean {
  return textsOf(value).some((text) => {
    if (modifier === 'exact') return text === sought;
    return modifier === 'contains' ? folded(text).includes(folded(sought)) : folded(text).startsWith(folded(sought));
  });
}

/** Without a version, and relative where it leads to the service. */
export const compared = (reference: string, base: string): string =>
  reference.replace(/\/_history\/[^/]*$/, '').replace(new RegExp(`^${base}/fhir/r(?:4b|5)/`), '');

export function matchesReference(value: any, sought: string, modifier: string | undefined, base: string): boolean {
  if (modifier === 'identifier') return value.identifier !== undefined && matchesToken(value.identifier, sought, undefined, false);
  const address: string | undefined = typeof value === 'string' ? value : value.reference;
  if (address === undefined || address.startsWith('#')) return false;
  const found = compared(address, base);
  const wanted = compared(sought, base);
  if (typeof value === 'string') return found === wanted || found.split('|')[0] === wanted;
  if (!/[/:]/.test(wanted))
    return (
      /^[A-Z][A-Za-z]+\/[^/]+$/.test(found) && found.endsWith(`/${wanted}`) && (modifier === undefined || found.startsWith(`${modifier}/`))
    );
  return found === wanted;
}

export const textsOfConcept = (value: any): readonly string[] =>
  [value.text, ...(value.coding ?? []).map(({ display }: any) => display)].filter((text) => text !== undefined);
