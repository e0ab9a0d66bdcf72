import { readMessage } from './message';
import { Segment } from './segment';

const header = 'MSH|^~\\&|LIS';
const read = (text: string) => readMessage(Buffer.from(text))!;
const namesIn = (text: string): readonly string[] => read(text).segments.map(({ name, sequence }) => `${name}${sequence}`);

describe('readMessage', () => {
  it.each([
    ['\r', 'PID|1\rOBX|1\rOBX|2\r'],
    ['\n', 'PID|1\nOBX|1\nOBX|2'],
    ['\r\n', 'PID|1\r\n\r\nOBX|1\r\nOBX|2\r\n\r\n'],
    ['all of them', 'PID|1\n\rOBX|1\r\r\nOBX|2\n'],
    ['\r', 'PID\rOBX\rOBX|2\x1c\r'],
  ])('segments end with %j', (end, segments) => {
    expect(namesIn(`${header}${end.length > 2 ? '\r' : end}${segments}`)).toEqual(['MSH1', 'PID1', 'OBX1', 'OBX2']);
  });

  it.each(['PIDx|1', 'pid|1', ' PID|1', '1', 'P|1', '\x0bMSH|1'])('%j is no segment', (line) => {
    expect(read(`${header}\r${line}\rPID|1`).faults).toEqual([
      { place: { segment: 'MSH', sequence: 1 }, code: '100', reason: { text: 'segment_unreadable', parameters: {} } },
    ]);
  });

  it('keeps the rest of the header readable when the text is not', () => {
    const message = readMessage(Buffer.concat([Buffer.from(`${header}|LAB||||||||||||||||x`), Buffer.of(0xe4)]))!;
    expect([message.header.raw(3), message.segments, message.refusal?.code]).toEqual(['LIS', [], '102']);
  });
});

describe('a segment', () => {
  const { syntax } = read(header).header;
  const segment = (line: string): Segment => new Segment(line.slice(0, 3), 1, line, syntax);

  it('counts from 1, in MSH the separator too', () => {
    const { header: msh } = read('MSH|^~\\&|a|b');
    expect([1, 2, 3, 4, 5].map((field) => msh.raw(field))).toEqual(['|', '^~\\&', 'a', 'b', '']);
    expect([1, 2, 3].map((field) => segment('PID|a||c').raw(field))).toEqual(['a', '', 'c']);
  });

  it('has repetitions, components and subcomponents', () => {
    const obx = segment('OBX|a&x^b\\T\\c~d^^f');
    expect([obx.component(1, 1), obx.component(1, 2), obx.component(1, 3, 2), obx.component(1, 9), obx.component(9, 1)]).toEqual([
      'a',
      'b&c',
      'f',
      '',
      '',
    ]);
    expect([obx.count(1), obx.count(2), obx.repetitions(1)]).toEqual([2, 0, ['a&x^b&c', 'd^^f']]);
    expect(obx.text(1)).toBe('a&x^b&c\nd^^f');
  });

  it('has no value where HL7’s null stands', () => {
    const obx = segment('OBX|""|""^b');
    expect([obx.raw(1), obx.text(1), obx.count(1), obx.component(2, 1), obx.component(2, 2)]).toEqual(['', '', 0, '', 'b']);
  });
});
