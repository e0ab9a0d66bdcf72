import { identifierFilter, List } from '../listing';
import type { DiagnosticProduct } from './diagnostic-product.entity';
import { diagnosticProductIri } from './product-reference';

/** Collections of products name their columns as the entity does. */
export type ProductRow = Omit<DiagnosticProduct, 'createdAt'> & { readonly createdAt: string };

export const diagnosticProductList = new List<ProductRow>({
  table: 'diagnostic_products',
  alias: 'p',
  filters: [
    identifierFilter('product', {
      iri: diagnosticProductIri,
      matches: (ids) => `p.id = ANY(${ids})`,
      alternative: (values) => `p.canonical_id = ANY(${values})`,
    }),
  ],
  sortKeys: {
    canonicalId: { column: 'p.canonical_id', type: 'text', of: (row) => row.canonicalId },
    id: { column: 'p.id', type: 'uuid', of: (row) => row.id },
  },
});

export const selectDiagnosticProducts = (source: string): string =>
  `SELECT p.id, p.canonical_id AS "canonicalId", p.name, p.description, p.sample_type AS "sampleType",
          p.loinc_nums AS "loincNums", p.active, iso_utc(p.created_at) AS "createdAt"
     FROM ${source} p`;
