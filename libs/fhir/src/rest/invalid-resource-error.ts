import { AppError } from '@gateway/problems';
import type { Fault } from '../validation/fault';

/** A 400 of the standard paths with everything that the definitions find wrong. */
export class InvalidResourceError extends AppError {
  constructor(readonly faults: readonly Fault[]) {
    super('resource_invalid');
  }
}
