import { reads } from './reads';
import { searches } from './searches';
import { writes } from './writes';

export type { LoadRequest, Scenario, Surroundings } from './scenario';

export const scenarios = [...reads, ...searches, ...writes];
