import fc from 'fast-check';

/** What means something in a message, and what its character set may not know. */
const pieces = [
  '|',
  '^',
  '~',
  '\\',
  '&',
  '\r',
  '\n',
  '""',
  '\0',
  '\x0b',
  '\x1c\r',
  '\\X00\\',
  '\\X0\\',
  '\\.sp999\\',
  '\\T\\',
  'ä',
  '\xc3\xa4',
  '\xff',
  '\rOBR|',
  '\r\rOBR|',
  'OBX|',
  '\rOBX|1|NM|',
  '\rMSH|',
  '\rNTE|',
  '9',
  '1e400',
  'UNICODE UTF-8',
  '8859/1',
  'ASCII',
];

/** Messages of HL7 v2 with some places overwritten. */
export const changedMessages = (seeds: readonly Buffer[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 30 }), fc.constantFrom(...pieces)), { maxLength: 5 }))
    .map(([seed, changes]) =>
      changes.reduce((message, [place, length, piece]) => {
        const at = place % (message.length + 1);
        return Buffer.concat([message.subarray(0, at), Buffer.from(piece, 'latin1'), message.subarray(at + length)]);
      }, seed),
    );
