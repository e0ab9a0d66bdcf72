import { isUuid } from '@gateway/kernel';
import { isSlug } from '../partners/slug';

export type ProductReference = { readonly id: string } | { readonly canonicalId: string } | undefined;

/** What a text says of a product: a uuid, a canonical id, or an IRI with either; undefined when it can be none. */
export function toProductReference(text: string, iri: string): ProductReference {
  const identifier = text.startsWith(iri) ? text.slice(iri.length) : text;
  if (isUuid(identifier)) return { id: identifier.toLowerCase() };
  return isSlug(identifier) ? { canonicalId: identifier } : undefined;
}
