import { Document } from './documents/document.entity';
import { KitCode } from './kits/kit-code.entity';
import { KitOrder } from './kits/kit-order.entity';
import { KitProduct } from './kits/kit-product.entity';
import { Kit } from './kits/kit.entity';
import { LaboratoryDelivery } from './laboratory/laboratory-delivery.entity';
import { RejectedMessage } from './laboratory/rejected-message.entity';
import { Observation } from './observations/observation.entity';
import { DiagnosticOrder } from './orders/diagnostic-order.entity';
import { Partner } from './partners/partner.entity';
import { DiagnosticProduct } from './products/diagnostic-product.entity';
import { TestResult } from './results/test-result.entity';
import { Requisition } from './service-requests/requisition.entity';
import { ServiceRequestVersion } from './service-requests/service-request-version.entity';
import { ServiceRequest } from './service-requests/service-request.entity';
import { Shipment } from './shipments/shipment.entity';
import { Specimen } from './specimens/specimen.entity';
import { DiagnosticTest } from './tests/diagnostic-test.entity';

/** All entities of the domain, for the data source. */
export const coreEntities = [
  DiagnosticOrder,
  DiagnosticProduct,
  DiagnosticTest,
  Document,
  Kit,
  KitCode,
  KitOrder,
  KitProduct,
  LaboratoryDelivery,
  Observation,
  Partner,
  RejectedMessage,
  Requisition,
  ServiceRequest,
  ServiceRequestVersion,
  Shipment,
  Specimen,
  TestResult,
];
