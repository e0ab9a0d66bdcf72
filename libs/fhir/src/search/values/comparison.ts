/** Prefixes of values that have an order (https://hl7.org/fhir/R5/search.html#prefix). */
export const prefixes = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb', 'ap'] as const;

export type Prefix = (typeof prefixes)[number];

export interface Prefixed {
  readonly prefix: Prefix;
  readonly text: string;
}

export function readPrefix(value: string): Prefixed {
  const prefix = prefixes.find((each) => value.startsWith(each));
  return prefix === undefined ? { prefix: 'eq', text: value } : { prefix, text: value.slice(prefix.length) };
}
