/** Scopes of SMART App Launch 2.2 ("Scopes for requesting FHIR resources", https://hl7.org/fhir/smart-app-launch/scopes-and-launch-context.html). */

/** c create, r read (also of versions), u update (also by patch), d delete, s search. */
export type Interaction = 'c' | 'r' | 'u' | 'd' | 's';

/** What the FHIR doors do with each type of resource; a Patient is made together with the ServiceRequest that names it. */
const offered = {
  ServiceRequest: 'crus',
  DiagnosticReport: 'rs',
  Observation: 'rs',
  Patient: 'crs',
  Specimen: 'rs',
} as const satisfies Readonly<Record<string, string>>;

/** In the order in which scopes name them. */
const interactions: readonly Interaction[] = ['c', 'r', 'u', 'd', 's'];

const ordered = (has: (letter: Interaction) => boolean): string => interactions.filter(has).join('');

const common = (a: string, b: string): string => ordered((letter) => a.includes(letter) && b.includes(letter));

const offeredAnywhere = ordered((letter) => Object.values(offered).some((letters) => letters.includes(letter)));

const offeredOn = (type: string): string => {
  if (type === '*') return offeredAnywhere;
  return Object.hasOwn(offered, type) ? offered[type as keyof typeof offered] : '';
};

/** The words of the first version and what they stand for in the second. */
const words = { read: 'rs', write: 'cud', '*': interactions.join('') } as const satisfies Readonly<Record<string, string>>;

export interface SmartScope {
  /** A type of resource, or `*` for all. */
  readonly type: string;
  /** In the order of `cruds`; never empty. */
  readonly letters: string;
}

const textOf = ({ type, letters }: SmartScope): string => `system/${type}.${letters}`;

const pattern = /^system\/(\*|[A-Z][A-Za-z]*)\.(?:(read|write|\*)|(?=[cruds])(c?r?u?d?s?))$/;

/**
 * What a scope, in the notation of either version, allows of what the service offers; undefined when that is nothing. A scope
 * narrowed by a search (`?category=...`) is not offered.
 */
export function toSmartScope(text: string): SmartScope | undefined {
  const [, type, word, written] = pattern.exec(text) ?? [];
  if (type === undefined) return undefined;
  const letters = common(word === undefined ? written! : words[word as keyof typeof words], offeredOn(type));
  return letters === '' ? undefined : { type, letters };
}

/** The letters that the scopes allow on resources of a type. */
export const lettersFor = (scopes: readonly SmartScope[], type: string): string =>
  ordered((letter) => scopes.some((scope) => (scope.type === '*' || scope.type === type) && scope.letters.includes(letter)));

function intersection(a: SmartScope, b: SmartScope): SmartScope | undefined {
  const letters = common(a.letters, b.letters);
  if (letters === '' || (a.type !== '*' && b.type !== '*' && a.type !== b.type)) return undefined;
  return { type: a.type === '*' ? b.type : a.type, letters };
}

/** One scope for each type, in the order in which the types come. */
function merged(scopes: readonly SmartScope[]): readonly SmartScope[] {
  const letters = new Map<string, string>();
  for (const scope of scopes)
    letters.set(
      scope.type,
      ordered((letter) => `${letters.get(scope.type) ?? ''}${scope.letters}`.includes(letter)),
    );
  return [...letters].map(([type, all]): SmartScope => ({ type, letters: all }));
}

export interface Grant {
  /** For the client: what it asked for in its own words, where it gets all of that. */
  readonly answer: string;
  /** For the token: in the notation of the second version, one for each type. */
  readonly scopes: readonly string[];
}

/** What of the asked scopes a client gets; undefined when that is nothing. */
export function grantScopes(asked: string, registered: readonly string[]): Grant | undefined {
  const allowed = registered.flatMap((text) => toSmartScope(text) ?? []);
  const granted = [...new Set(asked.split(' '))].flatMap((text) => {
    const scope = toSmartScope(text);
    if (scope === undefined) return [];
    const parts = merged(allowed.flatMap((each) => intersection(scope, each) ?? []));
    const isWhole = parts.some((part) => part.type === scope.type && part.letters === scope.letters);
    const isWord = Object.keys(words).some((word) => text.endsWith(`.${word}`));
    return [{ parts, texts: isWhole ? [isWord ? text : textOf(scope)] : parts.map(textOf) }];
  });
  const scopes = merged(granted.flatMap(({ parts }) => parts)).map(textOf);
  if (scopes.length === 0) return undefined;
  return { answer: [...new Set(granted.flatMap(({ texts }) => texts))].join(' '), scopes };
}

/** All that a client can be allowed, in the notation of the second version, and the usual wish in that of the first. */
export const supportedScopes: readonly string[] = [
  'system/*.rs',
  'system/*.read',
  ...Object.entries(offered).map(([type, letters]) => textOf({ type, letters })),
];
