import type { Command } from '../command';
import { auditList, auditVerify } from './audit';
import { clientList, clientPut, clientRemove } from './client';
import { kitsCancel, kitsFulfil } from './kits';
import { labHl7, labIntake, labResults } from './lab';
import { partnerPut } from './partner';
import { kitProductPut, productPut } from './product';
import { ship } from './ship';
import { simulate } from './simulate';
import { tokenCreate, tokenList, tokenRevoke } from './token';

export const commands: readonly Command[] = [
  partnerPut,
  tokenCreate,
  tokenList,
  tokenRevoke,
  clientPut,
  clientList,
  clientRemove,
  productPut,
  kitProductPut,
  ship,
  kitsFulfil,
  kitsCancel,
  labIntake,
  labResults,
  labHl7,
  simulate,
  auditList,
  auditVerify,
];
