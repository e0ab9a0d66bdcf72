import { AppError } from '@gateway/problems';
import type { Fault } from '../validation/fault';
import { InvalidResourceError } from './invalid-resource-error';

/** An error of one entry of a transaction, which undoes the others too. */
export class EntryError extends AppError {
  constructor(
    readonly index: number,
    readonly reason: AppError,
  ) {
    super(reason.code, { parameters: reason.parameters, violations: reason.violations, headers: reason.headers, cause: reason });
  }

  /** Where in the Bundle a FHIRPath of the entry's resource is. */
  place(expression: string | undefined): string {
    const entry = `Bundle.entry[${this.index}]`;
    return expression === undefined ? entry : `${entry}.resource${expression.replace(/^[A-Za-z]+/, '')}`;
  }

  /** The faults of the resource, where it is one that the definitions refuse. */
  get faults(): readonly Fault[] | undefined {
    const { reason } = this;
    if (!(reason instanceof InvalidResourceError)) return undefined;
    return reason.faults.map((fault): Fault => ({ ...fault, expression: this.place(fault.expression) }));
  }
}
