import { operationsOf } from '@gateway/access';
import type { BodyRules } from '@gateway/core';

/** Describes an operation of the specimen-kit interface. */
export const Operation = operationsOf<BodyRules>('Specimen collection kits');
