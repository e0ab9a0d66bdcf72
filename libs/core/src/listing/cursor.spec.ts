import { AppError } from '@gateway/problems';
import fc from 'fast-check';
import { beginning, beyond, type Cursor, decodeCursor, encodeCursor, end } from './cursor';
import type { Sort } from './sort';

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly loincNum: string;
}

const byTime = (descending = false): Sort<Row> => ({
  name: 'createdAt',
  key: { column: 'o.created_at', type: 'time', of: (row) => row.createdAt },
  descending,
});
const byText: Sort<Row> = { name: 'loincNum', key: { column: 'o.loinc_num', type: 'text', of: (row) => row.loincNum }, descending: false };
const byId = (descending = false): Sort<Row> => ({ name: 'id', key: { column: 'o.id', type: 'uuid', of: (row) => row.id }, descending });

const sorts = [byTime(), byText, byId()];
const keys = ['2026-01-31T09:30:00.000Z', '2093-3', '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'];
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('cursors', () => {
  it('come back from their text, which needs no escaping in an address', () => {
    const moment = fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.boolean(), moment, word, fc.uuid(), (backward, time, text, id) => {
        const cursor: Cursor = { backward, keys: [time, text, id] };
        const opaque = encodeCursor(cursor, sorts);
        expect(opaque).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(opaque, sorts)).toEqual(cursor);
      }),
    );
  });

  it.each([
    ['beginning', beginning],
    ['end', end],
  ])('name the %s', (_, cursor) => {
    expect(decodeCursor(encodeCursor(cursor, sorts), sorts)).toEqual(cursor);
  });

  it('write the beginning as nothing', () => {
    expect(encodeCursor(beginning, sorts)).toBe('');
  });

  it.each([
    ['noise', 'x'],
    ['another order', encodeCursor({ backward: false, keys }, [byTime(true), byText, byId()])],
    ['fewer keys', encoded([0, 'createdAt,loincNum,id', keys.slice(1)])],
    ['a time that is none', encoded([0, 'createdAt,loincNum,id', ['yesterday', ...keys.slice(1)]])],
    ['an id that is none', encoded([0, 'createdAt,loincNum,id', [...keys.slice(0, 2), "' OR 1=1"]])],
    ['U+0000', encoded([0, 'createdAt,loincNum,id', [keys[0], '\0', keys[2]]])],
    ['half a character', encoded([0, 'createdAt,loincNum,id', [keys[0], '\ud800', keys[2]]])],
    ['keys that are no texts', encoded([0, 'createdAt,loincNum,id', [1, {}, []]])],
    ['keys that are no list', encoded([0, 'createdAt,loincNum,id', 'abc'])],
    ['a direction that is none', encoded([2, 'createdAt,loincNum,id', keys])],
    ['an object', encoded({ 0: 0 })],
    ['nothing', encoded(null)],
  ])('are refused with %s', (_, text) => {
    expect(() => decodeCursor(text, sorts)).toThrow(AppError);
    expect(() => decodeCursor(text, sorts)).toThrow(expect.objectContaining({ code: 'query_bad_value', status: 400 }));
  });

  it('never fail on any text but with a refusal', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (text) => {
          try {
            decodeCursor(text, sorts);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        },
      ),
    );
  });
});

describe('beyond', () => {
  const conditionOf = (cursor: Cursor, order: readonly Sort<Row>[]) => {
    const values: unknown[] = [];
    return { sql: beyond(cursor, order)((value) => `$${values.push(value)}`), values };
  };

  it('compares rows where all keys run the same way', () => {
    expect(conditionOf({ backward: false, keys: [keys[0]!, keys[2]!] }, [byTime(), byId()])).toEqual({
      sql: '(o.created_at, o.id) > ($1::timestamptz, $2::uuid)',
      values: [keys[0], keys[2]],
    });
    expect(conditionOf({ backward: true, keys: [keys[0]!, keys[2]!] }, [byTime(), byId()]).sql).toContain(') < (');
    expect(conditionOf({ backward: false, keys: [keys[0]!, keys[2]!] }, [byTime(true), byId(true)]).sql).toContain(') < (');
  });

  it('compares key by key where they do not', () => {
    expect(conditionOf({ backward: false, keys: [keys[0]!, keys[2]!] }, [byTime(true), byId()]).sql).toBe(
      '((o.created_at < $1::timestamptz) OR (o.created_at = $1::timestamptz AND o.id > $2::uuid))',
    );
  });

  it('puts no value into the SQL', () => {
    expect(conditionOf({ backward: false, keys: [keys[0]!, "'; DROP TABLE orders; --", keys[2]!] }, sorts).sql).not.toContain('DROP');
  });
});
