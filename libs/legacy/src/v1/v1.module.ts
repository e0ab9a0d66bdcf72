import { Module } from '@nestjs/common';
import { DiagnosticOrdersController } from './diagnostic-orders.controller';
import { DiagnosticProductsController } from './diagnostic-products.controller';
import { DiagnosticTestsController } from './diagnostic-tests.controller';
import { DocumentsController } from './documents.controller';
import { ObservationsController } from './observations.controller';
import { TestResultsController } from './test-results.controller';

@Module({
  controllers: [
    DiagnosticOrdersController,
    DiagnosticProductsController,
    DiagnosticTestsController,
    DocumentsController,
    ObservationsController,
    TestResultsController,
  ],
})
export class DiagnosticsModule {}
