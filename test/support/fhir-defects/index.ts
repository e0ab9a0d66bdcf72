import { codes, references } from './references';
import type { Defect } from './resources';
import { rules } from './rules';
import { structure } from './structure';
import { values } from './values';

export { ownDefects } from './own-defects';
export { bundle, type Defect, observation, patient } from './resources';

export const commonDefects: readonly Defect[] = [...structure, ...values, ...codes, ...references, ...rules];
