import { Answer, AnswerLanguage, Body, operationsOf, OperationsController } from '@gateway/access';
import { type BodyRules, DiagnosticProductsService, isSlug, KitProductsService } from '@gateway/core';
import { AppError, type Language } from '@gateway/problems';
import {
  diagnosticProductAnswer,
  kitProductAnswer,
  kitProductExample,
  productExample,
  toDiagnosticProduct,
  toKitProduct,
} from '@gateway/resources';
import { Param, type PipeTransform, Put } from '@nestjs/common';
import { z } from 'zod';
import { diagnosticProductBody, kitProductBody } from './bodies';

const Operation = operationsOf<BodyRules>('Administration');

/** A path that cannot be a canonical id names no product. */
class CanonicalIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isSlug(value)) throw AppError.recordNotFound();
    return value;
  }
}

const put = <Row>({ product, isNew }: { product: Row; isNew: boolean }, toAnswer: (row: Row) => unknown): Answer =>
  new Answer(isNew ? 201 : 200, toAnswer(product));

@OperationsController('admin/v1')
export class ProductsController {
  constructor(
    private readonly diagnosticProducts: DiagnosticProductsService,
    private readonly kitProducts: KitProductsService,
  ) {}

  @Put('diagnostic_products/:canonicalId')
  @Operation({
    id: 'putDiagnosticProduct',
    summary: 'Makes a diagnostic product or replaces what it says.',
    scope: 'admin',
    body: {
      schema: diagnosticProductBody,
      example: { name: { en: 'Lipid panel', de: 'Lipidprofil' }, sampleType: 'capillary blood', loincNums: ['2093-3'] },
    },
    answers: [
      { status: 200, description: 'The changed product.', schema: diagnosticProductAnswer, example: productExample },
      { status: 201, description: 'The new product.', schema: diagnosticProductAnswer, example: productExample },
    ],
  })
  async putDiagnosticProduct(
    @Param('canonicalId', CanonicalIdPipe) canonicalId: string,
    @AnswerLanguage() language: Language,
    @Body() body: z.output<ReturnType<typeof diagnosticProductBody>>,
  ): Promise<Answer> {
    return put(await this.diagnosticProducts.put(canonicalId, body), (row) => toDiagnosticProduct(row, language));
  }

  @Put('sck_products/:canonicalId')
  @Operation({
    id: 'putKitProduct',
    summary: 'Makes a specimen collection kit product or replaces what it says.',
    scope: 'admin',
    body: {
      schema: kitProductBody,
      example: { name: { en: 'Blood collection kit', de: 'Blutentnahmeset' }, sampleType: 'capillary blood' },
    },
    answers: [
      { status: 200, description: 'The changed product.', schema: kitProductAnswer, example: kitProductExample },
      { status: 201, description: 'The new product.', schema: kitProductAnswer, example: kitProductExample },
    ],
  })
  async putKitProduct(
    @Param('canonicalId', CanonicalIdPipe) canonicalId: string,
    @AnswerLanguage() language: Language,
    @Body() body: z.output<ReturnType<typeof kitProductBody>>,
  ): Promise<Answer> {
    return put(await this.kitProducts.put(canonicalId, body), (row) => toKitProduct(row, language));
  }
}
