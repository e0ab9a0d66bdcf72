/** A worker that has listened this long has not died of its start. */
const settledMilliseconds = 30_000;

const [firstPause, longestPause] = [100, 10_000];

/** How many deaths in a row have followed shortly on a start. @param listened for how long; undefined: never */
export const quickEndsAfter = (before: number, listened: number | undefined): number =>
  listened !== undefined && listened >= settledMilliseconds ? 0 : before + 1;

/** Milliseconds until a worker is replaced: more and more where workers do not live. */
export const pauseBefore = (quickEnds: number): number => Math.min(firstPause * 2 ** Math.max(0, quickEnds - 1), longestPause);
