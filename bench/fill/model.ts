import type { Door } from '../door';
import {
  activationBody,
  documentBody,
  fhirRequestBody,
  kitCode,
  kitOrderBody,
  modelOrders,
  observations,
  orderBody,
  panels,
  trackingBody,
} from './invented';

export interface ModelDoors {
  readonly operator: Door;
  /** The partner that most records belong to. */
  readonly partner: Door;
  readonly baseUrl: string;
}

interface ModelTest {
  readonly id: string;
  readonly diagnosticOrder: string;
  readonly diagnosticProduct: string;
}

const everySecond = 2;

/** Orders that come as requests of EHRs. */
const byFhir: Readonly<Record<number, 'r4b' | 'r5'>> = { 8: 'r4b', 9: 'r5' };

async function putProducts({ operator }: ModelDoors): Promise<ReadonlyMap<string, readonly string[]>> {
  const analytes = new Map<string, readonly string[]>();
  for (const { canonicalId, loincNums } of panels) {
    const { body } = await operator.put(`/admin/v1/diagnostic_products/${canonicalId}`, {
      name: { en: `Panel ${canonicalId}`, de: `Profil ${canonicalId}` },
      sampleType: 'capillary blood',
      loincNums,
    });
    analytes.set((body as { id: string }).id, loincNums);
  }
  await operator.put('/admin/v1/sck_products/kit-01', { name: { en: 'Blood kit' } });
  return analytes;
}

async function placeOrders({ partner, baseUrl }: ModelDoors): Promise<void> {
  for (let order = 0; order < modelOrders; order += 1) {
    const products = panels.slice(everySecond * order, everySecond * (order + 1)).map(({ canonicalId }) => canonicalId);
    const release = byFhir[order];
    if (release === undefined) {
      await partner.post('/v1/diagnostic_orders', orderBody(order, products));
      continue;
    }
    for (const product of products)
      await partner.post(`/fhir/${release}/ServiceRequest`, fhirRequestBody(release, order, product, baseUrl));
  }
}

/** Takes an order through its life: sent, activated, sent back, examined. */
async function live({ operator, partner }: ModelDoors, test: ModelTest, place: number, analytes: readonly string[]): Promise<void> {
  const order = Math.floor(place / everySecond);
  const path = `/v1/diagnostic_tests/${test.id}`;
  if (place % everySecond === 0) {
    await partner.post(`${test.diagnosticOrder}/shipment_tracking`, trackingBody(order, 'out'));
    await operator.post(`/fulfilment${test.diagnosticOrder}/ship`, {});
    await partner.post(`${path}/shipment_tracking`, trackingBody(order, 'back'));
  }
  await partner.post(`${path}/activate`, activationBody(order, place));
  await operator.post('/lab/v1/test_results', {
    diagnosticTest: test.id,
    observations: observations(analytes),
    documents: place % modelOrders === 0 ? [documentBody] : [],
  });
}

async function orderKits({ operator, partner }: ModelDoors): Promise<void> {
  for (let order = 0; order < modelOrders; order += everySecond) {
    const { body } = await partner.post('/sck/v1/orders', kitOrderBody(order));
    const { id, kits } = body as { id: string; kits: readonly string[] };
    if (order > 0) await operator.post(`/fulfilment/v1/sck_orders/${id}/fulfil`, { kits: [{ kit: kits[0], kitCode: kitCode(order) }] });
  }
}

/** Makes the records that all others are copies of, by the service's own interfaces: so they are as the service writes them. */
export async function makeModel(doors: ModelDoors): Promise<void> {
  const analytes = await putProducts(doors);
  await placeOrders(doors);
  const { body } = await doors.partner.get('/v1/diagnostic_tests?itemsPerPage=100');
  const tests = body as readonly ModelTest[];
  for (const [place, test] of tests.entries())
    await live(doors, test, place, analytes.get(test.diagnosticProduct.replace('/v1/diagnostic_products/', ''))!);
  await orderKits(doors);
}
