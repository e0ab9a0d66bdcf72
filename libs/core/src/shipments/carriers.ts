import type { ServiceSettings } from '@gateway/kernel';

/** A carrier as configuration knows it. */
export interface Carrier {
  readonly name: string;
  /** Tracking page; `{code}` stands for the percent-encoded tracking code. Without one no URL is generated. */
  readonly trackingUrl?: string;
  /** Values of `providerStatus.value` after which nothing more comes. */
  readonly terminalStatuses: readonly string[];
}

const other: Carrier = { name: 'OTHER', terminalStatuses: [] };

/** The catalogues that ship with the service; the setting CARRIERS chooses one. Public tracking pages as of 2026. */
const catalogues = {
  neutral: [
    {
      name: 'CARRIER_A',
      trackingUrl: 'https://tracking.carrier-a.example/parcels/{code}',
      terminalStatuses: ['delivered', 'returned', 'lost'],
    },
    {
      name: 'CARRIER_B',
      trackingUrl: 'https://tracking.carrier-b.example/shipment?number={code}',
      terminalStatuses: ['delivered', 'returned', 'lost'],
    },
    other,
  ],
  germany: [
    {
      name: 'DHL',
      trackingUrl: 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={code}',
      terminalStatuses: ['delivered', 'returned'],
    },
    {
      name: 'Deutsche Post',
      trackingUrl: 'https://www.deutschepost.de/sendung/simpleQuery.html?form.sendungsnummer={code}',
      terminalStatuses: ['delivered', 'returned'],
    },
    other,
  ],
} as const satisfies Record<ServiceSettings['carriers'], readonly Carrier[]>;

/** The carriers in force. */
export class CarrierCatalogue {
  readonly carriers: readonly Carrier[];
  readonly names: readonly string[];

  constructor({ carriers }: Pick<ServiceSettings, 'carriers'>) {
    this.carriers = catalogues[carriers];
    this.names = this.carriers.map((carrier) => carrier.name);
  }

  trackingUrl(carrierName: string, trackingCode: string): string | null {
    const template = this.find(carrierName)?.trackingUrl;
    return template?.replace('{code}', () => encodeURIComponent(trackingCode)) ?? null;
  }

  isTerminal(carrierName: string, providerStatus: string): boolean {
    return this.find(carrierName)?.terminalStatuses.includes(providerStatus) ?? false;
  }

  private find(name: string): Carrier | undefined {
    return this.carriers.find((carrier) => carrier.name === name);
  }
}
