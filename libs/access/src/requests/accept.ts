import { LRUCache } from 'lru-cache';

/** Content negotiation over `Accept` (RFC 9110 section 12.5.1). Parameters other than the weight do not count. */
interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly weight: number;
}

function parseRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';');
  const [type = '', subtype = ''] = range.trim().split('/');
  const weight = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
  return { type, subtype, weight: weight === undefined ? 1 : Number(weight) };
}

/** How exactly the range names the type: 2 itself, 1 its kind, 0 anything, -1 not at all. */
function specificity({ type, subtype }: MediaRange, mediaType: string): number {
  const [ownType, ownSubtype] = mediaType.toLowerCase().split('/');
  if (type === ownType && subtype === ownSubtype) return 2;
  if (type === ownType && subtype === '*') return 1;
  return type === '*' && subtype === '*' ? 0 : -1;
}

const anything: readonly MediaRange[] = [{ type: '*', subtype: '*', weight: 1 }];

/** Clients send the same few headers over and over. */
const known = new LRUCache<string, readonly MediaRange[]>({
  max: 500,
  maxSize: 500_000,
  sizeCalculation: (_, header) => header.length + 1,
});

function rangesOf(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === '') return anything;
  let ranges = known.get(header);
  if (ranges === undefined) {
    ranges = header.split(',').map(parseRange);
    known.set(header, ranges);
  }
  return ranges;
}

/** How much a client wants the type, 0 for not at all; the most specific range decides. */
function weightOf(ranges: readonly MediaRange[], mediaType: string): number {
  const best = Math.max(0, ...ranges.map((range) => specificity(range, mediaType)));
  return Math.max(0, ...ranges.filter((range) => specificity(range, mediaType) === best).map(({ weight }) => weight));
}

/** Whether a client with this header takes one of the media types. */
export function accepts(header: string | undefined, mediaTypes: readonly string[]): boolean {
  const ranges = rangesOf(header);
  return mediaTypes.some((mediaType) => weightOf(ranges, mediaType) > 0);
}

/** Which of the media types the client wants most; the first of those that it wants alike. */
export function preferredOf(header: string | undefined, mediaTypes: readonly [string, ...string[]]): string {
  const ranges = rangesOf(header);
  return mediaTypes.reduce((best, mediaType) => (weightOf(ranges, mediaType) > weightOf(ranges, best) ? mediaType : best));
}
