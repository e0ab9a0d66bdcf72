import type { Metadata, NewDocument, NewObservation, ProviderStatus, ShipmentStatus } from '@gateway/core';
import { pdfReport } from './pdf-report';
import { type DemoPerson, people } from './people';
import type { DemoProduct } from './products';
import { bloodCount, bloodCountOfAnotherSpecimen, bloodCountWithoutWhiteCells, bloodCulture, lipids } from './results';

export interface DemoParcel {
  readonly trackingCode: string;
  readonly shipmentStatus: ShipmentStatus;
  /** What the carrier itself has reported. */
  readonly reported?: Pick<ProviderStatus, 'name' | 'value'>;
}

export interface DemoReport {
  readonly observations: readonly NewObservation[];
  readonly labNotes?: readonly string[];
  readonly documents?: readonly NewDocument[];
}

/** How far an order has come: each member is a step that was taken, in this order. */
export interface DemoOrder {
  readonly products: readonly [DemoProduct, ...DemoProduct[]];
  readonly person: DemoPerson;
  readonly metadata?: Metadata;
  readonly outbound?: DemoParcel;
  /** The kit's specimen code, once the patient has activated it. */
  readonly specimenCode?: string;
  readonly inbound?: DemoParcel;
  readonly isInLaboratory?: boolean;
  /** Results of the first test, oldest first. */
  readonly reports?: readonly DemoReport[];
}

const delivered = { name: 'Delivered', value: 'delivered' };
const onTheWay = { name: 'In transit', value: 'in_transit' };

/** A parcel that has come out and a specimen that has gone back, under numbers that show which order they belong to. */
const bothWays = (number: string) =>
  ({
    outbound: { trackingCode: `DEMO-OUT-${number}`, shipmentStatus: 'delivered', reported: delivered },
    specimenCode: `DEMO-SP-${number}`,
    inbound: { trackingCode: `DEMO-IN-${number}`, shipmentStatus: 'delivered', reported: delivered },
    isInLaboratory: true,
  }) as const satisfies Partial<DemoOrder>;

const lipidReport: NewDocument = {
  originalFileName: 'lipid-panel.pdf',
  mimeType: 'application/pdf',
  content: pdfReport('Laboratory report: lipid panel', [
    'Demo data. The patient does not exist.',
    '',
    ...lipids.map(({ loincNum, value, unit }) => `LOINC ${loincNum}: ${value} ${unit ?? ''}`),
  ]),
};

/** An order in every state, by what it shows. */
export const demoOrders = {
  justPlaced: {
    products: ['vitamin-d', 'tsh'],
    person: people.erika,
    metadata: { campaign: 'spring', batch: 7, newsletter: false },
  },
  shipped: {
    products: ['hba1c'],
    person: people.max,
    outbound: { trackingCode: 'DEMO-OUT-0002', shipmentStatus: 'in_transit', reported: onTheWay },
  },
  activated: {
    products: ['tsh'],
    person: people.marie,
    metadata: { campaign: 'autumn' },
    outbound: { trackingCode: 'DEMO-OUT-0003', shipmentStatus: 'delivered', reported: delivered },
    specimenCode: 'DEMO-SP-0003',
    inbound: { trackingCode: 'DEMO-IN-0003', shipmentStatus: 'in_transit', reported: onTheWay },
  },
  inLaboratory: { products: ['ferritin'], person: people.jan, ...bothWays('0004') },
  result: {
    products: ['lipid-panel'],
    person: people.erika,
    metadata: { campaign: 'spring', batch: 8 },
    ...bothWays('0005'),
    reports: [{ observations: lipids, documents: [lipidReport] }],
  },
  correctedResult: {
    products: ['blood-count'],
    person: people.zofia,
    ...bothWays('0006'),
    reports: [
      { observations: bloodCountOfAnotherSpecimen },
      { observations: bloodCount, labNotes: ['Corrected: the first report had the values of another specimen.'] },
    ],
  },
  qualitativeResult: { products: ['blood-culture'], person: people.max, ...bothWays('0007'), reports: [{ observations: bloodCulture }] },
  partialResult: {
    products: ['blood-count'],
    person: people.alex,
    ...bothWays('0008'),
    reports: [{ observations: bloodCountWithoutWhiteCells, labNotes: ['Partial result: the kinds of white cells follow.'] }],
  },
} as const satisfies Record<string, DemoOrder>;

export type DemoState = keyof typeof demoOrders;
