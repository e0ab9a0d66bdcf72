import { AnswerLanguage, Query, OperationsController } from '@gateway/access';
import { diagnosticProductList, type ListRequest, type DiagnosticProductRow, DiagnosticProductsService } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { type DiagnosticProduct, diagnosticProductAnswer, productExample, toDiagnosticProduct } from '@gateway/resources';
import { Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { Operation } from './operation';

@OperationsController('v1/diagnostic_products')
export class DiagnosticProductsController {
  constructor(private readonly products: DiagnosticProductsService) {}

  @Get()
  @Operation({
    id: 'listDiagnosticProducts',
    summary: 'Lists diagnostic products, inactive ones too; names and descriptions follow Accept-Language.',
    scope: 'products:read',
    audited: 'never',
    query: diagnosticProductList,
    answers: [
      { status: 200, description: 'A page of products.', schema: () => z.array(diagnosticProductAnswer()), example: [productExample] },
    ],
  })
  async list(@AnswerLanguage() language: Language, @Query() request: ListRequest<DiagnosticProductRow>): Promise<Page<DiagnosticProduct>> {
    return (await this.products.list(request)).map((row) => toDiagnosticProduct(row, language));
  }

  @Get(':id')
  @Operation({
    id: 'getDiagnosticProduct',
    summary: 'Reads a diagnostic product by uuid or canonical id.',
    scope: 'products:read',
    audited: 'never',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The product.', schema: diagnosticProductAnswer, example: productExample }],
  })
  async get(@AnswerLanguage() language: Language, @Param('id') id: string): Promise<DiagnosticProduct> {
    return toDiagnosticProduct(await this.products.get(id), language);
  }
}
