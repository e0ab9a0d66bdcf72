import { type DiagnosticProductRow, translate } from '@gateway/core';
import type { Language } from '@gateway/problems';

/** DiagnosticProduct, in the language of the answer. */
export interface DiagnosticProduct {
  readonly id: string;
  readonly canonicalId: string;
  readonly name: string;
  readonly description: string | null;
  readonly sampleType: string | null;
  readonly loincNums: readonly string[];
  readonly active: boolean;
  readonly createdAt: string;
}

export const toDiagnosticProduct = (row: DiagnosticProductRow, language: Language): DiagnosticProduct => ({
  id: row.id,
  canonicalId: row.canonicalId,
  name: translate(row.name, language),
  description: row.description && translate(row.description, language),
  sampleType: row.sampleType,
  loincNums: row.loincNums,
  active: row.active,
  createdAt: row.createdAt,
});
