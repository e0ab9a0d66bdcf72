import { AnswerLanguage, Query, OperationsController } from '@gateway/access';
import { kitProductList, KitProductsService, type ListRequest, type ProductRow } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { type KitProductAnswer, kitProductAnswer, kitProductExample, toKitProduct } from '@gateway/resources';
import { Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { Operation } from './operation';

@OperationsController('sck/v1/products')
export class KitProductsController {
  constructor(private readonly products: KitProductsService) {}

  @Get()
  @Operation({
    id: 'listKitProducts',
    summary: 'Lists specimen collection kit products, inactive ones too; names and descriptions follow Accept-Language.',
    scope: 'sck:read',
    audited: 'never',
    query: kitProductList,
    answers: [{ status: 200, description: 'A page of products.', schema: () => z.array(kitProductAnswer()), example: [kitProductExample] }],
  })
  async list(@AnswerLanguage() language: Language, @Query() request: ListRequest<ProductRow>): Promise<Page<KitProductAnswer>> {
    return (await this.products.list(request)).map((row) => toKitProduct(row, language));
  }

  @Get(':id')
  @Operation({
    id: 'getKitProduct',
    summary: 'Reads a specimen collection kit product by uuid or canonical id.',
    scope: 'sck:read',
    audited: 'never',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The product.', schema: kitProductAnswer, example: kitProductExample }],
  })
  async get(@AnswerLanguage() language: Language, @Param('id') id: string): Promise<KitProductAnswer> {
    return toKitProduct(await this.products.get(id), language);
  }
}
