import { AccessGuard, AccessModule, BODY_RULES, ErrorRenderer, IdempotencyInterceptor } from '@gateway/access';
import { BodyRules, CarrierCatalogue, CoreModule } from '@gateway/core';
import { standardDoor } from '@gateway/fhir';
import { R4bModule } from '@gateway/fhir-r4b';
import { R5Module } from '@gateway/fhir-r5';
import { Clock, Database, Identifiers, ServiceSettings } from '@gateway/kernel';
import { DiagnosticsModule, SpecimenKitsModule } from '@gateway/legacy';
import { OperationsModule } from '@gateway/operations';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { Logger } from 'pino';
import { ServiceMetrics } from './http/metrics';
import { ProblemFilter } from './http/problem.filter';
import { DocsController } from './openapi/docs.controller';
import { HealthController } from './service/health.controller';
import { ProblemPagesController } from './service/problem-pages.controller';

export interface Foundation {
  readonly settings: ServiceSettings;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** What the libraries expect of the application. */
@Global()
@Module({})
class FoundationModule {
  static with({ settings, dataSource, clock }: Foundation): DynamicModule {
    const providers = [
      { provide: ServiceSettings, useValue: settings },
      { provide: DataSource, useValue: dataSource },
      { provide: Clock, useValue: clock },
      { provide: CarrierCatalogue, useValue: new CarrierCatalogue(settings) },
      { provide: BODY_RULES, useExisting: BodyRules },
      { provide: ErrorRenderer, useValue: new ErrorRenderer([standardDoor]) },
      Database,
      Identifiers,
      ServiceMetrics,
    ];
    return { module: FoundationModule, providers, exports: providers };
  }
}

@Module({})
export class AppModule {
  static with(foundation: Foundation): DynamicModule {
    return {
      module: AppModule,
      imports: [
        FoundationModule.with(foundation),
        AccessModule,
        CoreModule,
        DiagnosticsModule,
        SpecimenKitsModule,
        OperationsModule,
        R4bModule,
        R5Module,
        DiscoveryModule,
      ],
      controllers: [DocsController, HealthController, ProblemPagesController],
      providers: [
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_INTERCEPTOR, useExisting: IdempotencyInterceptor },
        {
          provide: APP_FILTER,
          inject: [HttpAdapterHost, ErrorRenderer],
          useFactory: (host: HttpAdapterHost, errors: ErrorRenderer) => new ProblemFilter(host, foundation.logger, errors),
        },
      ],
    };
  }
}
