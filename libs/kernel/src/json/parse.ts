import { parse as parseLossless } from 'lossless-json';
import { toJsonNumber } from './exact-number';
import { type JsonScan, keepsDigits, scanJson } from './scan';

export interface StrictJson extends JsonScan {
  readonly value: unknown;
}

/** Where the text stops being JSON. */
export class JsonSyntaxError extends Error {
  constructor(readonly position: number) {
    super('not JSON');
    this.name = 'JsonSyntaxError';
  }
}

const namedPosition = (error: unknown): number | undefined => {
  const position = error instanceof Error ? /at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(error.message)?.[1] : undefined;
  return position === undefined ? undefined : Number(position);
};

/** `JSON.parse` leaves the position out of some of its messages; the other parser always tells it, or is too deep to. */
function positionIn(error: unknown, text: string): number {
  const named = namedPosition(error);
  if (named !== undefined) return named;
  try {
    parseLossless(text);
    return text.length;
  } catch (second) {
    return namedPosition(second) ?? text.length;
  }
}

const parseNative = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new JsonSyntaxError(positionIn(error, text));
  }
};

const parseExact = (text: string): unknown => parseLossless(text, undefined, toJsonNumber);

/**
 * JSON of a client (RFC 8259): the value with exact numbers, and how deep it is and which member it names twice.
 * Past `maximumDepth`, or with a member named twice, the numbers are not exact: nobody may take the value then.
 * @throws JsonSyntaxError
 */
export function parseJson(text: string, maximumDepth: number): StrictJson {
  const value = parseNative(text);
  const scan = scanJson(text);
  // The other parser throws where a member is named twice.
  const exact = scan.needsExactNumbers && scan.depth <= maximumDepth && scan.duplicate === undefined;
  return { value: exact ? parseExact(text) : value, ...scan };
}

/** JSON that we stored ourselves, with exact numbers. */
export const parseStoredJson = (text: string): unknown => (keepsDigits(text) ? (JSON.parse(text) as unknown) : parseExact(text));
