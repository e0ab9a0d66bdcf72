import { Global, Module } from '@nestjs/common';
import { BodyRules } from './body-rules';
import { DocumentsService } from './documents/documents.service';
import { KitOrdersService } from './kits/kit-orders.service';
import { KitProductsService } from './kits/kit-products.service';
import { KitsService } from './kits/kits.service';
import { LaboratoryService } from './laboratory/laboratory.service';
import { SpecimenLookup } from './laboratory/specimen-lookup';
import { ObservationsService } from './observations/observations.service';
import { OrdersService } from './orders/orders.service';
import { PartnersService } from './partners/partners.service';
import { DiagnosticProductsService } from './products/diagnostic-products.service';
import { ResultsService } from './results/results.service';
import { ShipmentsService } from './shipments/shipments.service';
import { TestsService } from './tests/tests.service';

const services = [
  BodyRules,
  DocumentsService,
  LaboratoryService,
  ObservationsService,
  OrdersService,
  PartnersService,
  DiagnosticProductsService,
  KitOrdersService,
  KitProductsService,
  KitsService,
  ResultsService,
  ShipmentsService,
  TestsService,
];

/** The domain. The application provides `Database`, `Clock`, `Identifiers` and `CarrierCatalogue`. */
@Global()
@Module({ providers: [...services, SpecimenLookup], exports: services })
export class CoreModule {}
