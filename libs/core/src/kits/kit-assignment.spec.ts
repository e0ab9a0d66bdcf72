import { assignmentFaults } from './kit-assignment';

const ids = Array.from({ length: 20_000 }, (_, index) => `kit-${index}`);

describe('assignmentFaults', () => {
  it('finds none where every kit stands once with a code of its own', () => {
    const assignments = ids.map((kitId) => ({ kitId, kitCode: `code of ${kitId}` }));
    const begin = performance.now();
    expect(assignmentFaults(assignments, ids)).toEqual([]);
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('tells the faults of each assignment, and what is missing', () => {
    const faults = assignmentFaults(
      [
        { kitId: 'a', kitCode: '1' },
        { kitId: 'x', kitCode: '1' },
        { kitId: 'a', kitCode: '2' },
      ],
      ['a', 'b'],
    );
    expect(faults.map(({ propertyPath, constraint }) => `${propertyPath} ${constraint}`)).toEqual([
      'kits[1].kit Choice',
      'kits[1].kitCode Unique',
      'kits[2].kit Unique',
      'kits TooFew',
    ]);
  });
});
