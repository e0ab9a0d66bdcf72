import { Clock } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { OrdersService } from './orders/orders.service';
import { ProductsService } from './products/products.service';
import { CarrierCatalogue } from './shipments/carriers';
import { TestsService } from './tests/tests.service';

/** What the schemas of request bodies need to know besides the body: the present day, the carriers in force, the products. */
@Injectable()
export class BodyRules {
  constructor(
    readonly clock: Clock,
    readonly carriers: CarrierCatalogue,
    readonly products: ProductsService,
    private readonly orders: OrdersService,
    private readonly tests: TestsService,
  ) {}

  /** @throws AppError when the partner has no such order */
  async assertOrder(partnerId: string, id: string): Promise<void> {
    await this.orders.get(partnerId, id);
  }

  /** @throws AppError when no partner has such an order */
  async assertAnyOrder(id: string): Promise<void> {
    await this.orders.partnerOf(id);
  }

  /** @throws AppError when the partner has no such test */
  async assertTest(partnerId: string, id: string): Promise<void> {
    await this.tests.get(partnerId, id);
  }
}
