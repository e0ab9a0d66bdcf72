import { CarrierCatalogue, type Contact, KitOrdersService, KitProductsService, type ProductContent } from '@gateway/core';
import { Injectable } from '@nestjs/common';
import { type DemoPerson, people } from './people';

const demoKitProducts = {
  'blood-kit': {
    name: { en: 'Blood collection kit', de: 'Blutentnahmeset', fr: 'Kit de prélèvement sanguin' },
    description: {
      en: 'Two lancets, a microtube and a return envelope.',
      de: 'Zwei Lanzetten, ein Mikroröhrchen und ein Rückumschlag.',
      fr: 'Deux lancettes, un microtube et une enveloppe de retour.',
    },
    sampleType: 'capillary blood',
    active: true,
  },
  'saliva-kit': {
    name: { en: 'Saliva collection kit', de: 'Speichelset', fr: 'Kit de prélèvement salivaire' },
    description: {
      en: 'A collection tube with funnel and a return envelope.',
      de: 'Ein Sammelröhrchen mit Trichter und ein Rückumschlag.',
      fr: 'Un tube de collecte avec entonnoir et une enveloppe de retour.',
    },
    sampleType: 'saliva',
    active: true,
  },
} as const satisfies Record<string, ProductContent>;

type DemoKitProduct = keyof typeof demoKitProducts;

const contactOf = ({ patient }: DemoPerson): Contact => ({
  firstName: patient.firstName,
  lastName: patient.lastName,
  email: patient.email,
  phone: null,
});

/** Orders of specimen collection kits: a new one, a fulfilled one and a canceled one. */
@Injectable()
export class KitStory {
  constructor(
    private readonly carriers: CarrierCatalogue,
    private readonly products: KitProductsService,
    private readonly orders: KitOrdersService,
  ) {}

  async tell(partnerId: string): Promise<void> {
    for (const [canonicalId, content] of Object.entries(demoKitProducts)) await this.products.put(canonicalId, content);
    await this.place(partnerId, people.erika, ['blood-kit', 'saliva-kit']);
    await this.fulfil(await this.place(partnerId, people.marie, ['blood-kit', 'blood-kit']));
    const canceled = await this.place(partnerId, people.jan, ['saliva-kit']);
    await this.orders.cancel(canceled.id);
  }

  private async place(partnerId: string, person: DemoPerson, products: readonly DemoKitProduct[]) {
    const found = await this.products.resolve(products);
    return this.orders.place(partnerId, {
      productIds: found.map((product) => product!.id),
      contact: contactOf(person),
      shippingAddress: person.address,
      metadata: { campaign: 'demo', kits: products.length },
    });
  }

  private async fulfil({ id, kitIds }: { readonly id: string; readonly kitIds: readonly string[] }): Promise<void> {
    await this.orders.fulfil(id, {
      kits: kitIds.map((kitId, index) => ({ kitId, kitCode: `DEMO-KIT-${index + 1}` })),
      shippedAt: undefined,
      tracking: { provider: this.carriers.names[0] ?? 'OTHER', trackingCode: 'DEMO-PARCEL-KITS', shipmentStatus: 'confirmed' },
    });
  }
}
