import fc from 'fast-check';
import { parseCsvRecord } from './csv';

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`;

describe('parseCsvRecord', () => {
  it.each<[string, string[]]>([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['a,', ['a', '']],
    [',a', ['', 'a']],
    [',,', ['', '', '']],
    ['a b, c', ['a b', ' c']],
    ['"a,b",c', ['a,b', 'c']],
    ['""', ['']],
    ['"",""', ['', '']],
    ['"say ""hi"""', ['say "hi"']],
    ['"two\r\nlines",x', ['two\r\nlines', 'x']],
    ['ä,"😀,"', ['ä', '😀,']],
  ])('reads %j', (record, fields) => {
    expect(parseCsvRecord(record)).toEqual(fields);
  });

  it.each(['"', '"a', 'a"', 'a"b', '"a"b', '"a" ,b', 'a,"', '"a""', ' "a"'])('refuses %j', (record) => {
    expect(parseCsvRecord(record)).toBeUndefined();
  });

  it('reads back what RFC 4180 writes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.boolean()), { minLength: 1 }), (fields) => {
        const record = fields.map(([field, always]) => (always || /[",]/.test(field) ? quoted(field) : field)).join(',');
        expect(parseCsvRecord(record)).toEqual(fields.map(([field]) => field));
      }),
    );
  });
});
