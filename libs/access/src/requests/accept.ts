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

/** Whether a client with this header takes one of the media types; the most specific range decides on each. */
export function accepts(header: string | undefined, mediaTypes: readonly string[]): boolean {
  if (header === undefined || header.trim() === '') return true;
  const ranges = header.split(',').map(parseRange);
  return mediaTypes.some((mediaType) => {
    const best = Math.max(...[0, 1, 2].filter((degree) => ranges.some((range) => specificity(range, mediaType) === degree)), -1);
    return ranges.some((range) => best >= 0 && specificity(range, mediaType) === best && range.weight > 0);
  });
}
