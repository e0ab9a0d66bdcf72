import { asJson, fhirOrders, type Gap, gaps } from '../support/fhir-orders';
import { codeOf, containedPatient, fhirAddress, productCoding, releasePaths } from '../support/fhir-requests';
import { expectViolations, violation } from '../support/problems';

const loinc = (code: string) => ({ system: 'http://loinc.org', code });

type Lack = readonly [what: string, overrides: object, gaps: readonly Gap[]];

describe.each(releasePaths)('an order by %s that is not complete', (release) => {
  const { gateway, path, body, post, countOrders, missingIn } = fhirOrders(release);

  const lacking: readonly Lack[] = [
    ['no code', { code: undefined }, ['product']],
    ['a code in words', { code: release === 'r4b' ? { text: 'lipid-panel' } : { concept: { text: 'lipid-panel' } } }, ['product']],
    ['an unknown product', { code: codeOf(release, productCoding('unknown')) }, ['product']],
    [
      'a product of another system',
      { code: codeOf(release, { system: 'https://other.example/products', code: 'lipid-panel' }) },
      ['product'],
    ],
    ['a product without a system', { code: codeOf(release, { code: 'lipid-panel' }) }, ['product']],
    ['a LOINC code of two products', { code: codeOf(release, loinc('1111-1')) }, ['product']],
    ['a LOINC code of no product', { code: codeOf(release, loinc('9999-9')) }, ['product']],
    ['a LOINC code of an inactive product', { code: codeOf(release, loinc('2222-2')) }, ['product']],
    ['an inactive product', { code: codeOf(release, productCoding('gone')) }, ['inactive']],
    ['no subject', { subject: undefined, contained: undefined }, ['subject']],
    ['a patient that is elsewhere', { subject: { reference: 'Patient/4711' }, contained: undefined }, ['subject']],
    ['a patient that only has an identifier', { subject: { identifier: { value: '4711' } }, contained: undefined }, ['subject']],
    ['a subject that is no patient', { contained: [{ resourceType: 'Device', id: 'patient' }] }, ['subject']],
    ['no name', { contained: [containedPatient({ name: undefined })] }, ['firstName', 'lastName']],
    ['no given name', { contained: [containedPatient({ name: [{ family: 'Mustermann' }] })] }, ['firstName']],
    ['no family name', { contained: [containedPatient({ name: [{ given: ['Erika'] }] })] }, ['lastName']],
    ['no birth date', { contained: [containedPatient({ birthDate: undefined })] }, ['dateOfBirth']],
    ['a birth year', { contained: [containedPatient({ birthDate: '1984' })] }, ['dateOfBirth']],
    ['a birth date to come', { contained: [containedPatient({ birthDate: '2026-02-02' })] }, ['dateOfBirth']],
    ['a birth date too long ago', { contained: [containedPatient({ birthDate: '1899-12-31' })] }, ['dateOfBirth']],
    ['no e-mail address', { contained: [containedPatient({ telecom: undefined })] }, ['email']],
    ['a telephone alone', { contained: [containedPatient({ telecom: [{ system: 'phone', value: '030 1' }] })] }, ['email']],
    ['an e-mail address that is none', { contained: [containedPatient({ telecom: [{ system: 'email', value: 'erika' }] })] }, ['email']],
    ['no address', { contained: [containedPatient({ address: undefined })] }, ['address']],
    ['no line', { contained: [containedPatient({ address: [fhirAddress({ line: undefined })] })] }, ['address1']],
    ['no postal code', { contained: [containedPatient({ address: [fhirAddress({ postalCode: undefined })] })] }, ['zip']],
    ['no city', { contained: [containedPatient({ address: [fhirAddress({ city: undefined })] })] }, ['city']],
    ['a country that is none', { contained: [containedPatient({ address: [fhirAddress({ country: 'Atlantis' })] })] }, ['countryCode']],
    [
      'an address in words',
      { contained: [containedPatient({ address: [{ text: 'Musterstraße 12, Berlin' }] })] },
      ['address1', 'zip', 'city'],
    ],
    [
      'hardly anything',
      { contained: [{ resourceType: 'Patient', id: 'patient' }], code: undefined },
      ['product', 'firstName', 'lastName', 'email', 'dateOfBirth', 'address'],
    ],
  ];

  it.each(lacking)('is not placed with %s, and the request is stored', async (_, overrides, expected) => {
    const before = await countOrders();
    const sent = asJson(body(overrides));
    const created = await post(sent);
    expect(created.headers['x-order-placement']).toBe('incomplete');
    expect([...missingIn(created)].sort()).toEqual(expected.map((gap) => gaps[gap]).sort());
    const { id: _id, meta: _meta, ...read } = (await gateway.acme.get(created.headers['location']!)).body;
    expect(read).toMatchObject(sent);
    expect(read.extension).toBeUndefined();
    expect(await countOrders()).toBe(before);
  });

  it.each(['de', 'fr'])('says what is missing in %s', async (language) => {
    const seen = new Set<string>();
    for (const [, overrides, expected] of lacking) {
      const sent = { ...body(overrides), status: 'active' };
      const texts = missingIn(await gateway.acme.post(path, sent, { 'Accept-Language': language }));
      expect(texts).toHaveLength(expected.length);
      for (const text of texts) {
        expect(Object.values(gaps)).not.toContain(text);
        seen.add(text);
      }
    }
    expect(seen.size).toBe(Object.keys(gaps).length - 2);
    expect([...seen].join()).toContain({ de: 'E-Mail-Adresse', fr: 'adresse électronique' }[language]!);
  });

  it.each(lacking)('is refused with %s when the client wants it placed', async (_, overrides, expected) => {
    const before = [await countOrders(), (await gateway.acme.get(`${path}?cursor=&sort[id]=desc&itemsPerPage=1`)).body];
    const sent = asJson(body(overrides));
    const answer = await gateway.acme.post(path, sent, { Prefer: 'respond-async, handling=strict' });
    const places = answer.body.violations.map(({ hint }: any) => Object.entries(gaps).find(([, text]) => text === hint)?.[0]);
    expect([...places].sort()).toEqual([...expected].sort());
    const placeOf = (gap: Gap) => (gap === 'product' || gap === 'inactive' ? 'code' : 'subject');
    expectViolations(answer, ...places.map((gap: Gap) => violation(placeOf(gap), 'NotBlank', { hint: [gaps[gap]] })));
    expect([await countOrders(), (await gateway.acme.get(`${path}?cursor=&sort[id]=desc&itemsPerPage=1`)).body]).toEqual(before);
  });
});
