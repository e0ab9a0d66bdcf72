/** Character sets of HL7 table 0211, as MSH-18 names them, in the spellings that are met. */
export interface Charset {
  /** Its name on the web (IANA); undefined where it is not known. */
  readonly name: string | undefined;
  /** Undefined for bytes that are none of its texts: nothing is replaced. */
  readonly decode: (bytes: Buffer) => string | undefined;
  /** Characters that it does not have lose their accents, or become a question mark. */
  readonly encode: (text: string) => Buffer;
}

const typographic: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
  ß: 'ss',
};

const plainOf = (character: string): string => {
  const plain = typographic[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[\0-\x7f]+$/.test(plain) ? plain : '?';
};

const encodeBytes = (text: string, byteOf: (character: string) => number | undefined): Buffer =>
  Buffer.from(
    Array.from(text, (character) => {
      const byte = byteOf(character);
      return byte === undefined ? plainOf(character) : String.fromCharCode(byte);
    }).join(''),
    'latin1',
  );

const asciiByte = (character: string): number | undefined => (character <= '\x7f' ? character.charCodeAt(0) : undefined);

const ascii: Charset = {
  name: 'us-ascii',
  decode: (bytes) => (bytes.some((byte) => byte > 0x7f) ? undefined : bytes.toString('latin1')),
  encode: (text) => encodeBytes(text, asciiByte),
};

/** The text in ASCII, for whoever's character set is not known. */
export const toPlainText = (text: string): string => encodeBytes(text, asciiByte).toString('latin1');

const decodeWith = (decoder: TextDecoder) => (bytes: Buffer) => {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
};

const utf8: Charset = {
  name: 'utf-8',
  decode: decodeWith(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })),
  encode: (text) => Buffer.from(text),
};

/** Bytes as they are, for a message that cannot be read: what is repeated of it comes back unchanged. */
export const unknownCharset: Charset = {
  name: undefined,
  decode: (bytes) => bytes.toString('latin1'),
  encode: (text) => encodeBytes(text, (character) => (character <= '\xff' ? character.charCodeAt(0) : undefined)),
};

/** @param label by which the decoder knows it (https://encoding.spec.whatwg.org): the superset of the standard that programs mean */
function singleByte(name: string, label: string): Charset {
  const decode = decodeWith(new TextDecoder(label, { fatal: true }));
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const character = decode(Buffer.of(byte));
    if (character !== undefined) bytes.set(character, byte);
  }
  return { name, decode, encode: (text) => encodeBytes(text, (character) => bytes.get(character)) };
}

const supersets: Readonly<Record<number, string>> = { 1: 'windows-1252', 9: 'windows-1254', 11: 'windows-874' };
const parts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15] as const;

const charsets: ReadonlyMap<string, Charset> = new Map([
  ...['', 'ASCII', 'USASCII', 'ISOIR6'].map((key) => [key, ascii] as const),
  ...['UNICODEUTF8', 'UTF8', 'UNICODE'].map((key) => [key, utf8] as const),
  ...parts.flatMap((part) => {
    const charset = singleByte(`iso-8859-${part}`, supersets[part] ?? `iso-8859-${part}`);
    return [`8859${part}`, `ISO8859${part}`].map((key) => [key, charset] as const);
  }),
]);

/** What a message may be written in, as the table spells it. */
export const charsetNames = 'ASCII, UNICODE UTF-8, 8859/1 - 8859/11, 8859/13 - 8859/15';

/** @param name MSH-18, or the charset of the media type; empty for ASCII */
export const charsetOf = (name: string): Charset | undefined => charsets.get(name.toUpperCase().replace(/[^A-Z0-9]/g, ''));
