import { fileNamePattern } from './file-names';

/** Every character that Unicode has room for, as text; half of a pair is none. */
const isTaken = (codePoint: number): boolean => fileNamePattern.test(`a${String.fromCodePoint(codePoint)}b`);

describe('the name of a file', () => {
  it('has every character but control characters, path separators and marks of direction', () => {
    const refused = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint).filter((codePoint) => !isTaken(codePoint));
    const controls = [...Array.from({ length: 32 }, (_, codePoint) => codePoint), 0x7f];
    const separators = ['/', '\\'].map((separator) => separator.codePointAt(0)!);
    const marks = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
    expect(refused).toEqual([...controls, ...separators, ...marks].sort((a, b) => a - b));
  });

  it.each(['', '\u202e', 'report.pdf\u200e', '\u2067report.pdf'])('is not %j', (name) => {
    expect(fileNamePattern.test(name)).toBe(false);
  });

  it.each(['report.pdf', 'تقرير.pdf', '👩\u200d⚕️.pdf', ' '])('may be %j', (name) => {
    expect(fileNamePattern.test(name)).toBe(true);
  });
});
