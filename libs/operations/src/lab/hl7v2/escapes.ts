import type { Delimiters } from './delimiters';

/** Escape sequences (HL7 v2.5.1, section 2.7). */
export interface TextSyntax extends Delimiters {
  /** The text of bytes in the message's character set; undefined when they are none. */
  readonly decode: (bytes: Buffer) => string | undefined;
}

const delimiterEscapes = {
  F: 'field',
  S: 'component',
  T: 'subcomponent',
  R: 'repetition',
  E: 'escape',
} as const satisfies Record<string, keyof Delimiters>;

const delimiterOf = (sequence: string): keyof Delimiters | undefined => (delimiterEscapes as Record<string, keyof Delimiters>)[sequence];

const hexadecimal = /^X((?:[0-9A-F]{2})+)$/i;
const formatting = /^\.(br|sp|fi|nf|ce|in|ti|sk)\s*([+-]?\d{0,3})$/i;

/** Commands of formatted text (section 2.7.6) as plain text: line breaks and blanks; margins have none. */
function format(command: string, count: string): string {
  const times = count === '' ? 1 : Math.max(1, Number(count));
  switch (command.toLowerCase()) {
    case 'br':
    case 'ce':
      return '\n';
    case 'sp':
      return '\n'.repeat(times);
    case 'sk':
      return ' '.repeat(times);
    default:
      return '';
  }
}

/** What a sequence stands for; undefined for one that is not known, or of a change of character set. */
function meaningOf(sequence: string, syntax: TextSyntax): string | undefined {
  const delimiter = delimiterOf(sequence);
  if (delimiter !== undefined) return syntax[delimiter];
  // Highlighting begins and ends.
  if (sequence === 'H' || sequence === 'N') return '';
  const [, digits] = hexadecimal.exec(sequence) ?? [];
  if (digits !== undefined) return syntax.decode(Buffer.from(digits, 'hex'));
  const [, command, count = ''] = formatting.exec(sequence) ?? [];
  return command === undefined ? undefined : format(command, count);
}

/** Longer sequences are text between two characters that were not escaped. */
const maximumLength = 4096;

/** The text that was meant. A sequence that is not known stays as it is written, so that nothing is lost. */
export function unescapeText(raw: string, syntax: TextSyntax): string {
  const { escape } = syntax;
  if (escape === '' || !raw.includes(escape)) return raw;
  const parts: string[] = [];
  let rest = 0;
  for (let start = raw.indexOf(escape); start >= 0; start = raw.indexOf(escape, start)) {
    const end = raw.indexOf(escape, start + 1);
    if (end < 0) break;
    const meaning = end - start > maximumLength ? undefined : meaningOf(raw.slice(start + 1, end), syntax);
    if (meaning === undefined) {
      start = end;
      continue;
    }
    parts.push(raw.slice(rest, start), meaning);
    rest = end + 1;
    start = rest;
  }
  parts.push(raw.slice(rest));
  return parts.join('');
}

/** The text without characters that the message gives a meaning; a line break ends a line. */
export function escapeText(text: string, delimiters: Delimiters): string {
  const { escape } = delimiters;
  const letters = new Map(Object.entries(delimiterEscapes).map(([letter, name]) => [delimiters[name], letter]));
  const replacement = (character: string): string => {
    if (escape === '') return ' ';
    return /[\r\n]/.test(character) ? `${escape}.br${escape}` : `${escape}${letters.get(character) ?? ''}${escape}`;
  };
  return text.replace(/\r\n|[^]/gu, (character) =>
    letters.has(character) || /^[\r\n]/.test(character) ? replacement(character) : character,
  );
}
