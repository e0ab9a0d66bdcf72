import { type NewToken, operatingScopes, partnerScopes, TokensService } from '@gateway/access';
import { DiagnosticProductsService, PartnersService } from '@gateway/core';
import { Database } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { KitStory } from './kits';
import { demoLaboratory, OrderStory, type ToldOrder } from './order-story';
import { type DemoOrder, demoOrders, type DemoState } from './orders';
import { type DemoProduct, demoProducts } from './products';

export const demoPartner = { slug: 'demo', name: 'Demo partner' } as const;

/** What was loaded, and the only copy of the secrets. */
export interface LoadedDemo {
  readonly partnerToken: string;
  /** All of the operating side; its first administrator too. */
  readonly operatorToken: string;
  readonly orders: Readonly<Record<DemoState, ToldOrder>>;
}

/** A partner with products, orders in every state and results, to try the service with; loaded as a whole or not at all. */
@Injectable()
export class DemoData {
  constructor(
    private readonly database: Database,
    private readonly partners: PartnersService,
    private readonly tokens: TokensService,
    private readonly products: DiagnosticProductsService,
    private readonly story: OrderStory,
    private readonly kits: KitStory,
  ) {}

  /** Loads into an empty database; undefined where there is a partner or an order already. */
  async load(): Promise<LoadedDemo | undefined> {
    if (!(await this.isEmpty())) return undefined;
    return this.database.transaction(async () => {
      // Another process that starts at the same time waits here, and then finds the partner.
      await this.database.query('LOCK TABLE partners IN SHARE ROW EXCLUSIVE MODE');
      return (await this.isEmpty()) ? this.loadAll() : undefined;
    });
  }

  private async isEmpty(): Promise<boolean> {
    const [found] = await this.database.query<{ records: boolean }>(
      'SELECT EXISTS (SELECT FROM partners) OR EXISTS (SELECT FROM diagnostic_orders) AS records',
    );
    return found?.records === false;
  }

  private async loadAll(): Promise<LoadedDemo> {
    const { partner } = await this.partners.put(demoPartner.slug, demoPartner.name);
    const productIds = await this.putProducts();
    await this.kits.tell(partner.id);
    return {
      orders: await this.tellOrders(partner.id, productIds),
      partnerToken: await this.createToken({ partnerId: partner.id, laboratory: null, name: 'demo partner', scopes: partnerScopes }),
      operatorToken: await this.createToken({
        partnerId: null,
        laboratory: demoLaboratory,
        name: 'demo operator',
        scopes: operatingScopes,
      }),
    };
  }

  /** The ids of the demo products, by canonical id. */
  private async putProducts(): Promise<ReadonlyMap<DemoProduct, string>> {
    const ids = new Map<DemoProduct, string>();
    for (const [canonicalId, content] of Object.entries(demoProducts)) {
      const { product } = await this.products.put(canonicalId, content);
      ids.set(canonicalId as DemoProduct, product.id);
    }
    return ids;
  }

  private async tellOrders(partnerId: string, productIds: ReadonlyMap<DemoProduct, string>): Promise<Record<DemoState, ToldOrder>> {
    const told: [string, ToldOrder][] = [];
    for (const [state, order] of Object.entries<DemoOrder>(demoOrders)) {
      const ordered = order.products.map((product) => productIds.get(product)!);
      told.push([state, await this.story.tell(partnerId, order, ordered)]);
    }
    return Object.fromEntries(told) as Record<DemoState, ToldOrder>;
  }

  private async createToken(token: Omit<NewToken, 'expiresAt' | 'rateLimit'>): Promise<string> {
    return (await this.tokens.create({ ...token, expiresAt: null, rateLimit: null })).secret;
  }
}
