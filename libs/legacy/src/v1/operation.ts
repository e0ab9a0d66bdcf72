import { operationsOf } from '@gateway/access';
import type { BodyRules } from '@gateway/core';

/** Describes an operation of the diagnostics interface. */
export const Operation = operationsOf<BodyRules>('Diagnostics');
