/** The characters that separate the parts of a message (HL7 v2.5.1, section 2.5.4): MSH-1 and MSH-2. One that is not given is empty. */
export interface Delimiters {
  readonly field: string;
  readonly component: string;
  readonly repetition: string;
  readonly escape: string;
  readonly subcomponent: string;
}

/** Visible ASCII characters that no text consists of. */
const isDelimiter = (character: string): boolean => /^[!-/:-@[-`{-~]$/.test(character);

/**
 * @param header the segment MSH
 * @returns undefined where it has no delimiters, or the same one twice
 */
export function delimitersOf(header: string): Delimiters | undefined {
  const field = header.charAt(3);
  if (!header.startsWith('MSH') || !isDelimiter(field)) return undefined;
  const end = header.indexOf(field, 4);
  const encoding = [...header.slice(4, end < 0 ? undefined : end)];
  const given = [field, ...encoding];
  // A fifth one is the truncation character of HL7 v2.7.
  const isReadable = encoding.length >= 1 && encoding.length <= 5 && encoding.every(isDelimiter) && new Set(given).size === given.length;
  if (!isReadable) return undefined;
  const [component = '', repetition = '', escape = '', subcomponent = ''] = encoding;
  return { field, component, repetition, escape, subcomponent };
}
