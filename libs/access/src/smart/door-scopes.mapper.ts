import type { PartnerScope } from '../tokens/scopes';
import { lettersFor, type SmartScope } from './smart-scopes';

interface Opening {
  /** Any of these interactions, on any type. */
  readonly any?: string;
  /** All of these interactions, on all of these types. */
  readonly all?: Readonly<Record<string, string>>;
}

/**
 * Which SMART scopes open which of our doors. A FHIR door opens for any type, because it looks at the type itself
 * (`assertPermitted`). The proprietary results do not: they hold reports and observations, so both have to be allowed.
 */
const openings = {
  'fhir:read': { any: 'rs' },
  'fhir:write': { any: 'cu' },
  'results:read': { all: { DiagnosticReport: 'rs', Observation: 'rs' } },
} as const satisfies Partial<Record<PartnerScope, Opening>>;

type SmartDoor = keyof typeof openings;

/** Our scopes that a client of SMART Backend Services can get. */
export const smartDoors = Object.keys(openings) as readonly SmartDoor[];

const has = (letters: string, wanted: string): readonly boolean[] => [...wanted].map((letter) => letters.includes(letter));

function opens(scopes: readonly SmartScope[], { any, all }: Opening): boolean {
  if (any !== undefined) return scopes.some(({ letters }) => has(letters, any).includes(true));
  return Object.entries(all ?? {}).every(([type, wanted]) => !has(lettersFor(scopes, type), wanted).includes(false));
}

/** Our scopes that the SMART scopes open. */
export const toDoorScopes = (scopes: readonly SmartScope[]): readonly SmartDoor[] =>
  smartDoors.filter((door) => opens(scopes, openings[door]));
