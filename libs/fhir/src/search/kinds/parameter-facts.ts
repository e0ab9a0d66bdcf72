import type { Condition } from '@gateway/core';
import type { FhirRelease } from '../../release';

/** What every kind of parameter is told. */
export interface ParameterFacts {
  readonly name: string;
  readonly release?: FhirRelease['name'];
  readonly presence: Condition;
  readonly absence?: Condition;
}
