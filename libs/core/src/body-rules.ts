import { Clock } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { KitOrdersService } from './kits/kit-orders.service';
import { KitProductsService } from './kits/kit-products.service';
import { OrdersService } from './orders/orders.service';
import { DiagnosticProductsService } from './products/diagnostic-products.service';
import { CarrierCatalogue } from './shipments/carriers';
import { TestsService } from './tests/tests.service';

/** What the schemas of request bodies need to know besides the body: the present day, the carriers in force, the products. */
@Injectable()
export class BodyRules {
  constructor(
    readonly clock: Clock,
    readonly carriers: CarrierCatalogue,
    readonly products: DiagnosticProductsService,
    readonly kitProducts: KitProductsService,
    private readonly orders: OrdersService,
    private readonly tests: TestsService,
    private readonly kitOrders: KitOrdersService,
  ) {}

  /** @throws AppError when the partner has no such order */
  async assertOrder(partnerId: string, id: string): Promise<void> {
    await this.orders.get(partnerId, id);
  }

  /** @throws AppError when no partner has such an order */
  async assertAnyOrder(id: string): Promise<void> {
    await this.orders.partnerOf(id);
  }

  /** @throws AppError when no partner has such an order of kits */
  async assertAnyKitOrder(id: string): Promise<void> {
    await this.kitOrders.assertAny(id);
  }

  /** @throws AppError when the partner has no such test */
  async assertTest(partnerId: string, id: string): Promise<void> {
    await this.tests.get(partnerId, id);
  }
}
