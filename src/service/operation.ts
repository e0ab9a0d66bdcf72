import { operationsOf } from '@gateway/access';
import type { BodyRules } from '@gateway/core';

/** Describes an operation of the service itself; none needs a token. */
export const Operation = operationsOf<BodyRules>('Service');
