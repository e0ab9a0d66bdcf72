import { Module } from '@nestjs/common';
import { KitsController } from './kits.controller';
import { KitOrdersController } from './orders.controller';
import { KitProductsController } from './products.controller';

@Module({ controllers: [KitsController, KitOrdersController, KitProductsController] })
export class SpecimenKitsModule {}
