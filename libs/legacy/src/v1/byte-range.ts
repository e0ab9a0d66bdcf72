/** Byte ranges (RFC 9110, section 14.1.2). */
export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

const pattern = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/** The one range that a `Range` header names in `size` bytes; undefined where it names none, or several: then the whole is sent. */
export function byteRangeOf(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = pattern.exec(header);
  if (match === null) return undefined;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) return within({ start: Math.max(0, size - Number(suffix)), end: size - 1 });
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)];
  return end < start ? undefined : within({ start, end: Math.min(end, size - 1) });
}

const within = (range: ByteRange): ByteRange | 'unsatisfiable' => (range.start <= range.end ? range : 'unsatisfiable');
