import { Module } from '@nestjs/common';
import { AdminController } from './admin/admin.controller';
import { ClientsController } from './admin/clients.controller';
import { ProductsController } from './admin/products.controller';
import { DemoData } from './demo/demo-data';
import { KitStory } from './demo/kits';
import { OrderStory } from './demo/order-story';
import { FulfilmentController } from './fulfilment/fulfilment.controller';
import { LabController } from './lab/lab.controller';

@Module({
  controllers: [AdminController, ClientsController, FulfilmentController, LabController, ProductsController],
  providers: [DemoData, KitStory, OrderStory],
})
export class OperationsModule {}
