import { Module } from '@nestjs/common';
import { AdminController } from './admin/admin.controller';
import { FulfilmentController } from './fulfilment/fulfilment.controller';
import { LabController } from './lab/lab.controller';

@Module({ controllers: [AdminController, FulfilmentController, LabController] })
export class OperationsModule {}
