import type { Command } from '../command';
import { labIntake, labResults } from './lab';
import { partnerPut } from './partner';
import { productPut } from './product';
import { ship } from './ship';
import { simulate } from './simulate';
import { tokenCreate, tokenList, tokenRevoke } from './token';

export const commands: readonly Command[] = [
  partnerPut,
  tokenCreate,
  tokenList,
  tokenRevoke,
  productPut,
  ship,
  labIntake,
  labResults,
  simulate,
];
