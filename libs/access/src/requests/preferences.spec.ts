import { countsExactly, isStrict, returnPreference, type ReturnPreference } from './preferences';

describe('isStrict', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['handling=strict', true],
    ['Handling=Strict', true],
    ['handling="strict"', true],
    ['return=minimal, handling=strict', true],
    ['return=minimal, handling = strict', true],
    ['handling=strict; wait=10', true],
    ['return=minimal; handling=strict', false],
    ['handling=lenient', false],
    ['handling=stricter', false],
    ['xhandling=strict', false],
    ['return=minimal', false],
  ])('takes %j as %s', (prefer, expected) => {
    expect(isStrict(prefer)).toBe(expected);
  });
});

describe('countsExactly', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['count=exact', true],
    ['Count = "Exact"', true],
    ['handling=strict,count=exact', true],
    ['count=exactly', false],
    ['count=none', false],
    ['discount=exact', false],
  ])('takes %j as %s', (prefer, expected) => {
    expect(countsExactly(prefer)).toBe(expected);
  });
});

describe('returnPreference', () => {
  it.each<[string | undefined, ReturnPreference]>([
    [undefined, 'representation'],
    ['return=minimal', 'minimal'],
    ['return=representation', 'representation'],
    ['return=OperationOutcome', 'operationoutcome'],
    ['handling=strict, return=minimal', 'minimal'],
    ['handling=strict; return=minimal', 'representation'],
    ['return=presentation', 'representation'],
  ])('takes %j as %s', (prefer, expected) => {
    expect(returnPreference(prefer)).toBe(expected);
  });
});
