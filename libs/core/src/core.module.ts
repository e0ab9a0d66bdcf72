import { Global, Module } from '@nestjs/common';
import { BodyRules } from './body-rules';
import { DocumentsService } from './documents/documents.service';
import { KitOrdersService } from './kits/kit-orders.service';
import { KitProductsService } from './kits/kit-products.service';
import { KitsService } from './kits/kits.service';
import { LaboratoryService } from './laboratory/laboratory.service';
import { RejectedMessagesService } from './laboratory/rejected-messages.service';
import { SpecimenLookup } from './laboratory/specimen-lookup';
import { ObservationsService } from './observations/observations.service';
import { Requisitions } from './orders/requisitions';
import { OrdersService } from './orders/orders.service';
import { PartnersService } from './partners/partners.service';
import { DiagnosticProductsService } from './products/diagnostic-products.service';
import { ReportsService } from './results/reports.service';
import { RecordSearchService } from './search/record-search.service';
import { ResultsService } from './results/results.service';
import { RequestJournal } from './service-requests/request-journal';
import { RequestUpdatesService } from './service-requests/request-updates.service';
import { ServiceRequestsService } from './service-requests/service-requests.service';
import { ShipmentsService } from './shipments/shipments.service';
import { SpecimensService } from './specimens/specimens.service';
import { PatientsService } from './tests/patients.service';
import { TestsService } from './tests/tests.service';

const services = [
  BodyRules,
  DocumentsService,
  LaboratoryService,
  ObservationsService,
  OrdersService,
  PartnersService,
  PatientsService,
  DiagnosticProductsService,
  KitOrdersService,
  KitProductsService,
  KitsService,
  RecordSearchService,
  RejectedMessagesService,
  ReportsService,
  ResultsService,
  RequestUpdatesService,
  ServiceRequestsService,
  ShipmentsService,
  SpecimensService,
  TestsService,
];

/** The domain. The application provides `Database`, `Clock`, `Identifiers` and `CarrierCatalogue`. */
@Global()
@Module({ providers: [...services, RequestJournal, Requisitions, SpecimenLookup], exports: services })
export class CoreModule {}
