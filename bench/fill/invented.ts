import { toJsonNumber } from '@gateway/kernel';

/** What the records of the load tests say. Every name is invented. */

/** Stands in every text that has to differ between the copies of a record; each copy has its own number there. */
export const marker = '7770000';

export const modelOrders = 10;

/** Analytes of the panels, in turn: ten on average. */
const panelSizes = [20, 10, 6, 4] as const;

export interface Panel {
  readonly canonicalId: string;
  readonly loincNums: readonly string[];
}

const loincNum = (index: number): string => `${10_000 + index * 37}-${index % 10}`;

/** Twenty products with two hundred analytes between them. */
export const panels: readonly Panel[] = Array.from({ length: 2 * modelOrders }, (_, index) => {
  const begin = panelSizes.reduce((sum, size, at) => sum + size * Math.ceil((index - at) / panelSizes.length), 0);
  const size = panelSizes[index % panelSizes.length]!;
  return {
    canonicalId: `panel-${String(index + 1).padStart(2, '0')}`,
    loincNums: Array.from({ length: size }, (__, at) => loincNum(begin + at)),
  };
});

/** The number of a model order, or anything that begins with it. */
const numbered = (order: number | string): string => `${marker}${order}`;

const address = (order: number | string) => ({
  address1: `Beispielweg ${numbered(order)}`,
  zip: '10115',
  city: 'Berlin',
  firstName: 'Alma',
  lastName: `Muster${numbered(order)}`,
});

const patient = (order: number | string) => ({
  firstName: 'Alma',
  lastName: `Muster${numbered(order)}`,
  email: `alma.${numbered(order)}@example.org`,
});

export const orderBody = (order: number | string, productIds: readonly string[]) => ({
  productIds,
  patient: patient(order),
  shippingAddress: address(order),
  metadata: { campaign: `C-${numbered(order)}`, channel: 'web' },
});

export const trackingBody = (order: number, direction: 'out' | 'back') => ({
  provider: 'OTHER',
  trackingCode: `T-${numbered(order)}-${direction}`,
  url: `https://carrier.example/${numbered(order)}/${direction}`,
});

export const activationBody = (order: number, test: number) => ({
  specimenCode: `SP-${numbered(order)}-${test}`,
  collectionDate: '2026-02-03',
  collectionTime: '07:45:00',
  gender: test % 2 === 0 ? 'F' : 'M',
  dateOfBirth: `19${70 + test}-03-1${order % 10}`,
});

export const fhirRequestBody = (release: 'r4b' | 'r5', order: number | string, product: string, baseUrl: string) => {
  const { address1, zip, city } = address(order);
  const { firstName, lastName, email } = patient(order);
  const coding = [{ system: `${baseUrl}/products`, code: product }];
  return {
    resourceType: 'ServiceRequest',
    contained: [
      {
        resourceType: 'Patient',
        id: 'patient',
        identifier: [{ system: 'https://ehr.example/patients', value: `P-${numbered(order)}` }],
        name: [{ family: lastName, given: [firstName] }],
        telecom: [{ system: 'email', value: email }],
        gender: 'female',
        birthDate: '1984-02-29',
        address: [{ line: [address1], postalCode: zip, city, country: 'DE' }],
      },
    ],
    identifier: [{ system: 'https://ehr.example/requests', value: `R-${numbered(order)}-${product}` }],
    requisition: { system: 'https://ehr.example/requisitions', value: `Q-${numbered(order)}` },
    status: 'active',
    intent: 'order',
    code: release === 'r4b' ? { coding } : { concept: { coding } },
    subject: { reference: '#patient' },
  };
};

const words = ['6.3', '5.10', '1.3', '14', '4.25', '0.92', '176', '<0.5', 'negative', '99.0'] as const;

const isNumber = (value: string): boolean => /^\d/.test(value);

/** What a laboratory finds of a panel. */
export const observations = (loincNums: readonly string[]) =>
  loincNums.map((loinc, index) => {
    const value = words[index % words.length]!;
    const isOdd = index % 2 === 1;
    return {
      loincNum: loinc,
      value,
      unit: isNumber(value) ? 'mmol/L' : null,
      referenceRange: isNumber(value)
        ? {
            intervals: [
              { label: '', lower: { operator: '>=', value: toJsonNumber('1.50') }, upper: { operator: '<=', value: toJsonNumber('12.5') } },
            ],
          }
        : null,
      interpretation: isOdd ? 'N' : 'H',
      labNotes: index === 0 ? ['Measured twice.'] : null,
    };
  });

export const documentBody = {
  originalFileName: 'report.pdf',
  mimeType: 'application/pdf',
  content: Buffer.from(`%PDF-1.7\n% ${'a small report '.repeat(16)}\n%%EOF`).toString('base64'),
};

export const kitOrderBody = (order: number) => ({
  productIds: ['kit-01'],
  contact: patient(order),
  shippingAddress: address(order),
  metadata: { campaign: `K-${numbered(order)}` },
});

export const kitCode = (order: number): string => `KIT-${numbered(order)}`;
