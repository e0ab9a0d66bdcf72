import { fhirOrders, gaps } from '../support/fhir-orders';
import { containedPatient, coverage, releasePaths } from '../support/fhir-requests';

const email = [{ system: 'email', value: 'erika@example.org' }];

describe.each(releasePaths)('an order by %s for a patient', (release) => {
  const { gateway, body, bodyOf, post, testOf, orderOf, missingIn } = fhirOrders(release);

  it.each(['PKV', 'GKV'])('has the insurance of a contained Coverage: %s', async (type) => {
    const contained = [containedPatient(), coverage(release, type)];
    const created = await post(body({ contained, insurance: [{ reference: '#coverage' }] }));
    const test = await testOf(created);
    expect(test.patient.healthInsuranceDetails).toEqual({
      countryCode: null,
      provider: 'Muster Kasse',
      healthInsuranceTypeDE: type,
      subscriberIdentifier: 'A123456780',
    });
    const members = { pKV: type === 'PKV', healthInsuranceCompanyName: 'Muster Kasse', healthInsuranceSubscriberId: 'A123456780' };
    expect((await gateway.acme.get(`/fhir/r5/service_requests/${created.body.id}`)).body).toMatchObject(members);
    const [listed] = (await gateway.acme.get(`/fhir/r5/service_requests?diagnosticTest[]=${test.id}`)).body;
    expect(listed).toMatchObject(members);
    if (release === 'r5') expect(created.body).toMatchObject(members);
    for (const name of Object.keys(members))
      expect((await gateway.acme.get(`/fhir/r4b/service_requests/${created.body.id}`)).body).not.toHaveProperty(name);
  });

  const official = (code: string) => ({
    extension: [
      {
        url: 'http://fhir.de/StructureDefinition/gender-amtlich-de',
        valueCoding: { system: 'http://fhir.de/CodeSystem/gender-amtlich-de', code },
      },
    ],
  });

  it.each([
    [{ gender: 'male' }, 'M'],
    [{ gender: 'female' }, 'F'],
    [{ gender: 'other' }, 'D'],
    [{ gender: 'other', _gender: official('D') }, 'D'],
    [{ gender: 'other', _gender: official('X') }, 'X'],
    [{ gender: 'unknown' }, 'X'],
    [{ gender: undefined }, 'X'],
  ])('reads %j as the gender %s', async (patient, gender) => {
    expect((await testOf(await post(bodyOf(patient)))).patient.gender).toBe(gender);
  });

  it.each<[string, readonly object[], string, string]>([
    [
      'the official name',
      [
        { use: 'nickname', given: ['E'], family: 'M' },
        { use: 'official', given: ['Erika', 'Eva'], family: 'Muster' },
      ],
      'Erika Eva',
      'Muster',
    ],
    [
      'the usual name',
      [
        { given: ['E'], family: 'M' },
        { use: 'usual', given: ['Eri'], family: 'Muster' },
      ],
      'Eri',
      'Muster',
    ],
    [
      'no name of the past',
      [
        { use: 'old', given: ['Alte'], family: 'Muster' },
        { use: 'maiden', family: 'Mädchen' },
        { given: ['Erika'], family: 'Muster' },
      ],
      'Erika',
      'Muster',
    ],
    [
      'the first name',
      [
        { given: ['Erste'], family: 'Muster' },
        { given: ['Zweite'], family: 'Muster' },
      ],
      'Erste',
      'Muster',
    ],
  ])('is for the patient by %s', async (_, name, firstName, lastName) => {
    const test = await testOf(await post(bodyOf({ name })));
    expect(test.patient).toMatchObject({ firstName, lastName });
    expect((await orderOf(test)).shippingAddress).toMatchObject({ firstName, lastName });
  });

  it('is for the first e-mail address that still holds', async () => {
    const telecom = [
      { system: 'phone', value: '030 1' },
      { system: 'email', use: 'old', value: 'alt@example.org' },
      ...email,
      { system: 'email', value: 'b@example.org' },
    ];
    expect((await testOf(await post(bodyOf({ telecom })))).patient.email).toBe('erika@example.org');
    const lapsed = await post(bodyOf({ telecom: telecom.slice(0, 2) }));
    expect(missingIn(lapsed)).toEqual([gaps.email]);
  });
});
