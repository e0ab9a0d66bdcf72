import type { JsonObject } from '@gateway/kernel';
import { joinList, type Slots, splitList } from './codeable-references.mapper';

const slots: Slots = { hasConcepts: true, isReferable: (reference) => (reference as { reference: string }).reference !== 'New/1' };

const concept = (text: string): JsonObject => ({ concept: { text } });
const reference = (address: string): JsonObject => ({ reference: { reference: address } });

describe('splitList and joinList', () => {
  it.each<[string, readonly JsonObject[], number]>([
    ['nothing', [], 0],
    ['concepts, then references', [concept('a'), concept('b'), reference('Old/1')], 0],
    ['something R4B has no place for', [concept('a'), reference('Old/1'), reference('New/1')], 1],
    ['only that', [{ id: '1', extension: [] }, reference('New/1')], 2],
    ['an order of its own', [reference('Old/1'), concept('a')], 2],
    ['both in one entry', [{ ...concept('a'), ...reference('Old/1') }], 1],
    ['an id', [{ ...concept('a'), id: '1' }], 1],
    ['both in one entry, where one has no place', [{ ...concept('a'), ...reference('New/1') }], 1],
  ])('carry %s only as far as the lists do not say it', (_name, entries, carried) => {
    const split = splitList(entries, slots);
    expect(split.carried).toHaveLength(carried);
    expect(joinList(split, slots)).toEqual({ entries, isOvertaken: false });
  });

  const carried = [{ ...concept('a'), ...reference('Old/1') }, reference('New/1')];

  it.each<[string, readonly unknown[], readonly unknown[], readonly JsonObject[]]>([
    ['in its place', [{ text: 'b' }], [{ reference: 'Old/1' }], [{ ...concept('b'), ...reference('Old/1') }, reference('New/1')]],
    [
      'beside it, when there are more',
      [{ text: 'a' }, { text: 'b' }],
      [{ reference: 'Old/1' }],
      [concept('a'), concept('b'), reference('Old/1'), reference('New/1')],
    ],
    ['and keep the rest when all is gone', [], [], [reference('New/1')]],
  ])('put what was written since %s', (_name, concepts, references, entries) => {
    expect(joinList({ concepts, references, carried }, slots)).toEqual({ entries, isOvertaken: true });
  });
});
