/** What FHIR's `string` does not hold (https://hl7.org/fhir/R5/datatypes.html#string): control characters but tab and line ends. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** Unicode's block of control pictures shows every control character by a character of its own. */
const picture = (character: string): string => String.fromCodePoint(0x2400 + character.charCodeAt(0));

/** In characters; the same section of the standard. */
const maximumLength = 1024 * 1024;

/** The first `maximum` characters; what is left out shows as an ellipsis. */
export const clipped = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `${text.slice(0, maximum - 1).replace(/[\ud800-\udbff]$/, '')}…`;

export const isBlank = (text: string): boolean => text.trim() === '';

/** The text as FHIR can hold it: the same, but that control characters become visible, and that it ends after 1 MiB. */
export const toFhirText = (text: string): string => clipped(text, maximumLength).toWellFormed().replace(forbidden, picture);

/** As `toFhirText`; undefined where there is nothing to read. */
export const toFhirTextIfAny = (text: string | null): string | undefined => (text === null || isBlank(text) ? undefined : toFhirText(text));

/** Those of the notes that say something. */
export const toNotes = (notes: readonly string[] | null): readonly string[] =>
  (notes ?? []).filter((note) => !isBlank(note)).map((note) => toFhirText(note));
