import { Module } from '@nestjs/common';
import { AdminController } from './admin/admin.controller';
import { AuditController } from './admin/audit.controller';
import { auditFhirControllers } from './admin/audit-fhir.controller';
import { ClientsController } from './admin/clients.controller';
import { ProductsController } from './admin/products.controller';
import { DemoData } from './demo/demo-data';
import { KitStory } from './demo/kits';
import { OrderStory } from './demo/order-story';
import { FulfilmentController } from './fulfilment/fulfilment.controller';
import { Hl7Controller } from './lab/hl7.controller';
import { Hl7Intake } from './lab/hl7v2/hl7-intake.service';
import { LabController } from './lab/lab.controller';
import { RejectedMessagesController } from './lab/rejected-messages.controller';

@Module({
  controllers: [
    AdminController,
    AuditController,
    ...auditFhirControllers,
    ClientsController,
    FulfilmentController,
    Hl7Controller,
    LabController,
    ProductsController,
    RejectedMessagesController,
  ],
  providers: [DemoData, Hl7Intake, KitStory, OrderStory],
})
export class OperationsModule {}
