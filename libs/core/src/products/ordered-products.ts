import { type Fault, text } from '@gateway/kernel';
import { z } from 'zod';

/** Something that can say which products references name; undefined where there is none. */
export interface ProductResolver {
  resolve(references: readonly string[]): Promise<readonly ({ readonly id: string; readonly active: boolean } | undefined)[]>;
}

const faultOf = (product: { readonly active: boolean } | undefined, index: number): Fault | undefined => {
  if (product === undefined) return { constraint: 'Choice', hint: 'product_unknown', path: [index] };
  return product.active ? undefined : { constraint: 'Choice', hint: 'product_inactive', path: [index] };
};

/** `productIds` of an order: uuids, canonical ids or IRIs of active products, mixed; becomes their uuids in the same order. */
export const orderedProducts = (products: ProductResolver) =>
  z
    .array(text({ example: 'vitamin-d' }))
    .min(1)
    .transform(async (references, context): Promise<string[]> => {
      const found = await products.resolve(references);
      found.forEach((product, index) => {
        const fault = faultOf(product, index);
        if (fault !== undefined) context.addIssue({ code: 'custom', path: [index], params: { fault } });
      });
      return found.map((product) => product?.id ?? '');
    });
