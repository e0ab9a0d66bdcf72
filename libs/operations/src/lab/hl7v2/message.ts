import { type Charset, charsetNames, charsetOf, unknownCharset } from './charsets';
import { type Delimiters, delimitersOf } from './delimiters';
import type { TextSyntax } from './escapes';
import { fault, type Hl7Fault, maximumFaults } from './faults';
import { Segment } from './segment';

/** A message in segments (HL7 v2.5.1, section 2.5), with what is wrong with its form. */
export interface Hl7Message {
  readonly header: Segment;
  readonly charset: Charset;
  readonly segments: readonly Segment[];
  /** Why nothing of it can be read but the header. */
  readonly refusal: Hl7Fault | undefined;
  readonly faults: readonly Hl7Fault[];
}

const maximumSegments = 200_000;

/** Names of segments; those that sites make for themselves begin with Z. */
const namePattern = /^[A-Z][A-Z0-9]{2}$/;

/** Bytes that frame a message on its way (MLLP, byte order mark), and empty lines around it. */
function withoutFrame(bytes: Buffer): Buffer {
  let start = bytes.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? 3 : 0;
  let end = bytes.length;
  const isFrame = (byte: number | undefined): boolean => byte !== undefined && [0x0a, 0x0b, 0x0d, 0x1c, 0x20].includes(byte);
  while (start < end && isFrame(bytes[start])) start += 1;
  while (end > start && isFrame(bytes[end - 1]) && bytes[end - 1] !== 0x20) end -= 1;
  return bytes.subarray(start, end);
}

const syntaxOf = (delimiters: Delimiters, { decode }: Charset): TextSyntax => ({ ...delimiters, decode });

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)![0];

/** The lines as segments, each with its number among those of its name. Whatever ends a line ends a segment. */
function segmentsOf(text: string, syntax: TextSyntax): { readonly segments: readonly Segment[]; readonly faults: readonly Hl7Fault[] } {
  const segments: Segment[] = [];
  const faults: Hl7Fault[] = [];
  const counts = new Map<string, number>();
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const last = segments.at(-1);
    const name = line.slice(0, 3);
    const isSegment = namePattern.test(name) && (line.length === 3 || line.charAt(3) === syntax.field);
    if (isSegment) {
      const sequence = (counts.get(name) ?? 0) + 1;
      counts.set(name, sequence);
      segments.push(new Segment(name, sequence, line, syntax));
    } else if (line.trim() !== '' && last !== undefined) faults.push(fault(last.place(), '100', 'segment_unreadable'));
    if (segments.length > maximumSegments)
      faults.unshift(fault(segments[0]!.place(), '100', 'segments_too_many', { max: maximumSegments }));
    if (segments.length > maximumSegments || faults.length >= maximumFaults) break;
  }
  return { segments, faults };
}

/** The first place that holds what the database cannot. */
const findNul = (segments: readonly Segment[]): readonly Hl7Fault[] => {
  const found = segments.find(({ line }) => line.includes('\0'));
  if (found === undefined) return [];
  return [{ place: found.place(), code: '102', reason: { violation: { propertyPath: '', constraint: 'Regex', hint: 'characters' } } }];
};

/**
 * @param mediaCharset the charset of the media type, which counts where MSH-18 is empty
 * @returns undefined for bytes that are no message: its first segment is not MSH, or tells no delimiters
 */
export function readMessage(bytes: Buffer, mediaCharset = ''): Hl7Message | undefined {
  const content = withoutFrame(bytes);
  // Delimiters and names of character sets are ASCII, whatever the message is written in.
  const rawHeader = firstLine(content.subarray(0, 64 * 1024).toString('latin1'));
  const delimiters = delimitersOf(rawHeader);
  if (delimiters === undefined) return undefined;
  const unread = new Segment('MSH', 1, rawHeader, syntaxOf(delimiters, unknownCharset));
  const place = unread.place(18);
  const refuse = (refusal: Hl7Fault): Hl7Message => ({ header: unread, charset: unknownCharset, segments: [], refusal, faults: [] });
  const charset = charsetOf(unread.component(18, 1) || mediaCharset);
  if (charset === undefined) return refuse(fault(place, '103', 'charset_unknown', { supported: charsetNames }));
  const text = charset.decode(content);
  if (text === undefined) return refuse(fault(place, '102', 'charset_broken'));
  const { segments, faults } = segmentsOf(text, syntaxOf(delimiters, charset));
  const [header] = segments;
  if (header === undefined) return undefined;
  return { header, charset, segments, refusal: undefined, faults: [...faults, ...findNul(segments)] };
}
