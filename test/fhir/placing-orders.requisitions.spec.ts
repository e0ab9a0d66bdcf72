import { fhirOrders } from '../support/fhir-orders';
import { containedPatient, releasePaths, requestBody } from '../support/fhir-requests';

describe.each(releasePaths)('an order by %s', (release) => {
  let requisitions = 0;
  const { gateway, path, body, post, testOf, orderOf, countOrders } = fhirOrders(release);

  const newRequisition = () => ({ system: 'https://ehr.example/requisitions', value: `Q-${(requisitions += 1)}` });

  it('is joined by requests with the same requisition and subject, of either release', async () => {
    const requisition = newRequisition();
    const otherRelease = release === 'r4b' ? 'r5' : 'r4b';
    const first = await testOf(await post(body({ requisition })));
    const second = await testOf(await post(body({ requisition })));
    await post(requestBody(otherRelease, { requisition }), gateway.acme, `/fhir/${otherRelease}/service_requests`);
    expect(second.diagnosticOrder).toBe(first.diagnosticOrder);
    const order = await orderOf(first);
    expect(order.diagnosticTests).toHaveLength(3);
    expect(order.diagnosticTests.slice(0, 2)).toEqual([`/v1/diagnostic_tests/${first.id}`, `/v1/diagnostic_tests/${second.id}`]);
    expect((await gateway.acme.get(`${path}?order[]=${order.id}`)).body).toHaveLength(3);
  });

  const requisitionOf = (value: string, system = 'https://ehr.example/requisitions') => ({ system, value });

  it.each<[string, object, object]>([
    ['no requisition', {}, {}],
    ['a requisition without a value', { requisition: { system: 'urn:x' } }, { requisition: { system: 'urn:x' } }],
    ['another requisition', { requisition: requisitionOf('A-1') }, { requisition: requisitionOf('A-2') }],
    ['a requisition of another system', { requisition: requisitionOf('A-3') }, { requisition: requisitionOf('A-3', 'urn:x') }],
    [
      'another subject',
      { requisition: requisitionOf('A-4') },
      { requisition: requisitionOf('A-4'), contained: [containedPatient({ identifier: [{ value: '4712' }] })] },
    ],
    [
      'another person without an identifier',
      { requisition: requisitionOf('A-5'), contained: [containedPatient({ identifier: undefined })] },
      { requisition: requisitionOf('A-5'), contained: [containedPatient({ identifier: undefined, birthDate: '1985-01-01' })] },
    ],
  ])('is not joined by a request with %s', async (_, one, two) => {
    const first = await testOf(await post(body(one)));
    const second = await testOf(await post(body(two)));
    expect(second.diagnosticOrder).not.toBe(first.diagnosticOrder);
    expect((await orderOf(first)).diagnosticTests).toHaveLength(1);
  });

  it('is not joined any more when it is shipped', async () => {
    const requisition = newRequisition();
    const first = await testOf(await post(body({ requisition })));
    await gateway.operator.post(`/fulfilment/v1/diagnostic_orders/${first.diagnosticOrder.slice(-36)}/ship`, {});
    const second = await testOf(await post(body({ requisition })));
    const third = await testOf(await post(body({ requisition })));
    expect([second.diagnosticOrder === first.diagnosticOrder, third.diagnosticOrder === second.diagnosticOrder]).toEqual([false, true]);
    expect((await orderOf(first)).diagnosticTests).toHaveLength(1);
  });

  it('is one, with 20 tests, for 20 parallel requests of a requisition', async () => {
    const before = await countOrders();
    const requisition = newRequisition();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body({ requisition }))));
    expect(answers.map(({ headers }) => headers['x-order-placement'])).toEqual(answers.map(() => 'placed'));
    expect(await countOrders()).toBe(before + 1);
    const order = await orderOf(await testOf(answers[7]!));
    expect(new Set(order.diagnosticTests).size).toBe(20);
    const requests = (await gateway.acme.get(`${path}?order[]=${order.id}`)).body;
    expect(requests.map(({ id }: any) => id).sort()).toEqual(answers.map(({ body: created }) => created.id).sort());
  });

  it('is made once for 10 parallel requests with one Idempotency-Key', async () => {
    const before = await countOrders();
    const key = { 'Idempotency-Key': `once-${release}` };
    const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.acme.post(path, body(), key)));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await countOrders()).toBe(before + 1);
  });

  it('belongs to its partner, with its requisition', async () => {
    const requisition = newRequisition();
    const mine = await post(body({ requisition }));
    const theirs = await post(body({ requisition }), gateway.other);
    const test = await testOf(theirs, gateway.other);
    expect((await orderOf(test, gateway.other)).diagnosticTests).toEqual([`/v1/diagnostic_tests/${test.id}`]);
    expect((await gateway.acme.get(test.diagnosticOrder)).status).toBe(404);
    expect((await gateway.acme.get(theirs.headers['location']!)).status).toBe(404);
    expect((await gateway.acme.get(`${path}?order[]=${test.diagnosticOrder}`)).body).toEqual([]);
    expect((await orderOf(await testOf(mine))).diagnosticTests).toHaveLength(1);
  });
});
