import { setFlagsFromString } from 'node:v8';

/** Per cent of what is alive. */
const mostGarbage = 80;

/**
 * Has garbage collected before there is as much of it as of what is alive. Left to itself V8 lets it grow to two or three times of that: a busy
 * process would hold more than twice the memory, for a few per cent of processor time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${mostGarbage}`);
}
