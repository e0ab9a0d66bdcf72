import { AccessGuard, AccessModule, BODY_RULES, ErrorRenderer, WRITE_INTERCEPTOR } from '@gateway/access';
import { AuditInterceptor, AuditModule, AuditTrail, EventMaker, RefusalFilter } from '@gateway/audit';
import { BodyRules, CarrierCatalogue, CoreModule } from '@gateway/core';
import { standardDoor } from '@gateway/fhir';
import { R4bModule } from '@gateway/fhir-r4b';
import { R5Module } from '@gateway/fhir-r5';
import { Clock, Database, Identifiers, ServiceSettings } from '@gateway/kernel';
import { DiagnosticsModule, SpecimenKitsModule } from '@gateway/legacy';
import { OperationsModule } from '@gateway/operations';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { Logger } from 'pino';
import type { GatewayAdapter } from './http/gateway-adapter';
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
      { provide: WRITE_INTERCEPTOR, useExisting: AuditInterceptor },
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
        AuditModule,
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
        {
          provide: APP_FILTER,
          inject: [HttpAdapterHost, ErrorRenderer, AuditTrail, EventMaker],
          useFactory: (host: HttpAdapterHost<GatewayAdapter>, errors: ErrorRenderer, trail: AuditTrail, events: EventMaker) =>
            new RefusalFilter(new ProblemFilter(host, foundation.logger, errors), trail, events),
        },
      ],
    };
  }
}
