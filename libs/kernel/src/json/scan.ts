import { floatOf } from './exact-number';

/** What a pass over JSON text found that `JSON.parse` does not tell. */
export interface JsonScan {
  readonly depth: number;
  /** Path of the first member that its object names twice, as `patient.email`. */
  readonly duplicate: string | undefined;
  /** A number in it would lose digits as a float. */
  readonly needsExactNumbers: boolean;
}

interface Level {
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

const numberPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const endOfString = (text: string, start: number): number => {
  let end = start + 1;
  for (;;) {
    end = text.indexOf('"', end);
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
    end += 1;
  }
};

const pathOf = (levels: readonly Level[]): string =>
  levels
    .map((level) => (level.keys === undefined ? `[${level.index}]` : `.${level.key}`))
    .join('')
    .replace(/^\./, '');

const quote = '"'.charCodeAt(0);
const minus = '-'.charCodeAt(0);
const zero = '0'.charCodeAt(0);
const nine = '9'.charCodeAt(0);

/** Whether every number in text that is JSON stays what it is as a float. */
export function keepsDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === minus || (code >= zero && code <= nine)) {
      numberPattern.lastIndex = at;
      const digits = numberPattern.exec(text)![0];
      if (floatOf(digits) === undefined) return false;
      at += digits.length - 1;
    }
  }
  return true;
}

/** Walks text that `JSON.parse` has accepted. */
export function scanJson(text: string): JsonScan {
  const levels: Level[] = [];
  let depth = 0;
  let duplicate: string | undefined;
  let needsExactNumbers = false;
  let expectsKey = false;

  const takeKey = (raw: string): void => {
    const level = levels.at(-1);
    if (level?.keys === undefined) return;
    level.key = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
    if (level.keys.has(level.key)) duplicate ??= pathOf(levels);
    level.keys.add(level.key);
  };

  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '{':
        levels.push({ keys: new Set(), key: '', index: 0 });
        depth = Math.max(depth, levels.length);
        expectsKey = true;
        break;
      case '[':
        levels.push({ keys: undefined, key: '', index: 0 });
        depth = Math.max(depth, levels.length);
        expectsKey = false;
        break;
      case '}':
      case ']':
        levels.pop();
        expectsKey = false;
        break;
      case ',': {
        const level = levels.at(-1);
        expectsKey = level?.keys !== undefined;
        if (level !== undefined) level.index += 1;
        break;
      }
      case '"': {
        const end = endOfString(text, at);
        if (expectsKey) takeKey(text.slice(at + 1, end));
        expectsKey = false;
        at = end;
        break;
      }
      case '-':
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9': {
        numberPattern.lastIndex = at;
        const digits = numberPattern.exec(text)?.[0] ?? '';
        needsExactNumbers ||= floatOf(digits) === undefined;
        at += digits.length - 1;
        break;
      }
      default:
    }
  }
  return { depth, duplicate, needsExactNumbers };
}
