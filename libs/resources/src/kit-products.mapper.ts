import { type ProductRow, translate } from '@gateway/core';
import type { Language } from '@gateway/problems';

/** SpecimenCollectionKitProduct, in the language of the answer. */
export interface KitProductAnswer {
  readonly id: string;
  readonly canonicalId: string;
  readonly name: string;
  readonly description: string | null;
  readonly sampleType: string | null;
  readonly active: boolean;
  readonly createdAt: string;
}

export const toKitProduct = (row: ProductRow, language: Language): KitProductAnswer => ({
  id: row.id,
  canonicalId: row.canonicalId,
  name: translate(row.name, language),
  description: row.description && translate(row.description, language),
  sampleType: row.sampleType,
  active: row.active,
  createdAt: row.createdAt,
});
