import { type Fault, list, text } from '@gateway/kernel';
import { z } from 'zod';

/** Something that can say which products references name; undefined where there is none. */
export interface ProductResolver {
  resolve(references: readonly string[]): Promise<readonly ({ readonly id: string; readonly active: boolean } | undefined)[]>;
}

const faultOf = (product: { readonly active: boolean } | undefined): Fault | undefined => {
  if (product === undefined) return { constraint: 'Choice', hint: 'product_unknown' };
  return product.active ? undefined : { constraint: 'Choice', hint: 'product_inactive' };
};

/** More products are no order of one patient. */
const maximumProducts = 1000;

const reference = text({ example: 'vitamin-d' });

/**
 * `productIds` of an order: uuids, canonical ids or IRIs of active products, mixed; becomes their uuids in the same order.
 * The entries are checked in the transformation, so that an entry that is no text does not hide an unknown product.
 */
export const orderedProducts = (products: ProductResolver) =>
  list(z.unknown().meta(reference.meta() ?? {}), { min: 1, max: maximumProducts }).transform(
    async (entries, context): Promise<string[]> => {
      const references = entries.map((entry) => reference.safeParse(entry));
      const found = await products.resolve(references.map(({ data }) => data ?? ''));
      references.forEach(({ error }, index) => {
        const fault = faultOf(found[index]);
        const refusals = error?.issues.flatMap((issue) => (issue.code === 'custom' ? [issue.params] : [])) ?? (fault && [{ fault }]) ?? [];
        for (const params of refusals) context.addIssue({ code: 'custom', path: [index], params });
      });
      return found.map((product) => product?.id ?? '');
    },
  );
