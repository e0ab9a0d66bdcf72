import { fhirOrders } from '../support/fhir-orders';
import { containedPatient, fhirAddress, type Members, releasePaths, supporting } from '../support/fhir-requests';

const email = [{ system: 'email', value: 'erika@example.org' }];

describe.each(releasePaths)('an order by %s', (release) => {
  const { body, bodyOf, post, testOf, orderOf } = fhirOrders(release);

  it.each<[string, Members, object]>([
    ['several lines', { line: ['Haus 2', 'Musterstraße 12', 'Hof'] }, { address1: 'Haus 2', address2: 'Musterstraße 12, Hof' }],
    ['a country by its code', { country: 'at' }, { countryCode: 'AT' }],
    ['a country by its name', { country: 'Österreich' }, { countryCode: 'AT' }],
    ['a country by its English name', { country: 'France' }, { countryCode: 'FR' }],
    ['no country', { country: undefined }, { countryCode: 'DE' }],
  ])('goes to an address with %s', async (_, address, expected) => {
    const test = await testOf(await post(bodyOf({ address: [fhirAddress(address)] })));
    expect((await orderOf(test)).shippingAddress).toMatchObject(expected);
  });

  it('goes to the first address that is complete', async () => {
    const address = [fhirAddress({ city: undefined }), fhirAddress({ use: 'old', city: 'Alt' }), fhirAddress({ city: 'Potsdam' })];
    const test = await testOf(await post(bodyOf({ address, telecom: [...email, { system: 'phone', value: '030 1' }] })));
    expect((await orderOf(test)).shippingAddress).toMatchObject({ city: 'Potsdam', phone: '030 1' });
  });

  const elsewhere = fhirAddress({ line: ['Klinikweg 1'], postalCode: '20095', city: 'Hamburg' });

  it.each<[string, object, object]>([
    ['Location', { resourceType: 'Location', name: 'Station 3', address: elsewhere }, { company: 'Station 3', firstName: 'Erika' }],
    [
      'RelatedPerson',
      {
        resourceType: 'RelatedPerson',
        patient: { reference: '#patient' },
        name: [{ family: 'Sorge', given: ['Max'] }],
        address: [elsewhere],
      },
      { firstName: 'Max', lastName: 'Sorge' },
    ],
    [
      'Organization',
      {
        resourceType: 'Organization',
        name: 'Praxis',
        ...(release === 'r4b' ? { address: [elsewhere] } : { contact: [{ address: elsewhere }] }),
      },
      { company: 'Praxis', lastName: 'Mustermann' },
    ],
  ])('goes to the address of a %s among the supporting information', async (_, owner, expected) => {
    const contained = [containedPatient(), { ...owner, id: 'there' }];
    const test = await testOf(await post(body({ contained, supportingInfo: supporting(release, '#there') })));
    expect((await orderOf(test)).shippingAddress).toMatchObject({ address1: 'Klinikweg 1', zip: '20095', city: 'Hamburg', ...expected });
    expect(test.patient).toMatchObject({ firstName: 'Erika', lastName: 'Mustermann' });
  });

  it('needs no address of the patient when the supporting information has one', async () => {
    const contained = [containedPatient({ address: undefined }), { resourceType: 'Location', id: 'there', address: elsewhere }];
    expect((await post(body({ contained, supportingInfo: supporting(release, '#there') }))).headers['x-order-placement']).toBe('placed');
  });
});
