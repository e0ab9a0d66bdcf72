import { fhirOrders, gaps, ordersNow } from '../support/fhir-orders';
import { codeOf, type Members, placementExtension, productCoding, releasePaths } from '../support/fhir-requests';
import { anyUuid } from '../support/patterns';
import { shownAddress } from '../support/shipping-address';

const loinc = (code: string) => ({ system: 'http://loinc.org', code });

describe.each(releasePaths)('an order by %s', (release) => {
  const { gateway, path, body, post, testOf, orderOf, countOrders } = fhirOrders(release);

  const productId = async (): Promise<string> => (await gateway.acme.get('/v1/diagnostic_products/lipid-panel')).body.id;

  it('is seen by /v1 as a whole, and its request is found by it', async () => {
    const created = await post(body());
    const test = await testOf(created);
    expect(test).toEqual({
      id: anyUuid,
      diagnosticOrder: `/v1/diagnostic_orders/${test.diagnosticOrder.slice(-36)}`,
      diagnosticProduct: `/v1/diagnostic_products/${await productId()}`,
      testResults: [],
      patient: { email: 'erika@example.org', firstName: 'Erika', lastName: 'Mustermann', gender: 'F', dateOfBirth: '1984-02-29' },
      specimens: [],
      activatedAt: null,
      labIntakeAt: null,
      createdAt: ordersNow,
    });
    expect(await orderOf(test)).toEqual({
      id: test.diagnosticOrder.slice(-36),
      diagnosticTests: [`/v1/diagnostic_tests/${test.id}`],
      createdAt: ordersNow,
      shippedAt: null,
      shippingAddress: shownAddress,
      metadata: null,
    });
    const order = test.diagnosticOrder.slice(-36);
    for (const filter of [
      `diagnosticTest[]=/v1/diagnostic_tests/${test.id}`,
      `order[]=${order}`,
      `order[]=${test.diagnosticOrder}&status[]=active`,
    ]) {
      const found = await gateway.acme.get(`${path}?${filter}`);
      expect([filter, found.body.map(({ id }: any) => id)]).toEqual([filter, [created.body.id]]);
    }
    expect((await gateway.acme.get(`${path}?order[]=${order}&status[]=draft&status[]=completed`)).body).toEqual([]);
  });

  it.each<[string, (id: string) => readonly Members[]]>([
    ['the canonical id', () => [productCoding()]],
    ['the uuid', (id) => [productCoding(id)]],
    ['a LOINC code that one active product has', () => [loinc('24331-1')]],
    ['a LOINC code that an inactive product has too', () => [loinc('3333-3')]],
    ['the product beside a LOINC code of two', () => [loinc('1111-1'), productCoding()]],
    ['a LOINC code beside a code of others', () => [{ system: 'https://ehr.example/codes', code: 'twin-1' }, loinc('24331-1')]],
    ['the product beside an unknown one', () => [productCoding('unknown'), productCoding()]],
  ])('names its product by %s', async (_, codings) => {
    const id = await productId();
    const test = await testOf(await post(body({ code: codeOf(release, ...codings(id)) })));
    const expected = codings(id).some((coding) => JSON.stringify(coding).includes('3333-3')) ? 'staying-twin' : 'lipid-panel';
    expect((await gateway.acme.get(test.diagnosticProduct)).body.canonicalId).toBe(expected);
  });

  it.each([
    ['active', 'order', true],
    ['active', 'original-order', true],
    ['active', 'instance-order', true],
    ['active', 'filler-order', true],
    ['active', 'reflex-order', false],
    ['active', 'proposal', false],
    ['active', 'plan', false],
    ['active', 'directive', false],
    ['active', 'option', false],
    ['draft', 'order', false],
    ['on-hold', 'order', false],
    ['revoked', 'order', false],
    ['completed', 'order', false],
    ['entered-in-error', 'order', false],
    ['unknown', 'order', false],
    ['draft', 'plan', false],
  ])('that is %s with the intent %s is placed: %s', async (status, intent, isPlaced) => {
    const before = await countOrders();
    for (const Prefer of ['handling=lenient', ...(isPlaced ? [] : ['handling=strict'])]) {
      const created = await gateway.acme.post(path, body({ status, intent }), { Prefer });
      expect([created.status, created.headers['x-order-placement']]).toEqual([201, isPlaced ? 'placed' : 'incomplete']);
      const expected = [
        ...(status === 'active' ? [] : [gaps.status]),
        ...(intent.endsWith('order') && intent !== 'reflex-order' ? [] : [gaps.intent]),
      ];
      expect(created.body.extension).toEqual([placementExtension(isPlaced ? 'placed' : 'incomplete', ...expected)]);
    }
    expect(await countOrders()).toBe(before + (isPlaced ? 1 : 0));
  });

  it('is not placed by a request that asks not to do it', async () => {
    expect((await post(body({ doNotPerform: true }))).headers['x-order-placement']).toBe('incomplete');
  });
});
