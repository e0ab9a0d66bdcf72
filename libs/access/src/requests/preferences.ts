/** What a client prefers (RFC 7240; https://hl7.org/fhir/R5/http.html#prefer): preferences are parted by commas, a semicolon begins a parameter of one. */
const patternOf = (name: string): RegExp => new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?([A-Za-z]+)"?\\s*(?:$|[,;])`, 'i');

const patterns = { handling: patternOf('handling'), count: patternOf('count'), return: patternOf('return') };

const preference = (header: string | undefined, name: keyof typeof patterns): string | undefined =>
  header === undefined ? undefined : patterns[name].exec(header)?.[1]?.toLowerCase();

/** `handling=strict`: what is not understood or not complete is refused. */
export const isStrict = (prefer: string | undefined): boolean => preference(prefer, 'handling') === 'strict';

/** `count=exact`: a list tells how long it is. */
export const countsExactly = (prefer: string | undefined): boolean => preference(prefer, 'count') === 'exact';

export type ReturnPreference = 'minimal' | 'representation' | 'operationoutcome';

/** What a write answers with; a word that is not known counts as none. */
export function returnPreference(prefer: string | undefined): ReturnPreference {
  const wanted = preference(prefer, 'return');
  return wanted === 'minimal' || wanted === 'operationoutcome' ? wanted : 'representation';
}
