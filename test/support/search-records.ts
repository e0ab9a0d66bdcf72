import { examplesOf, releases } from './fhir-examples';
import { activationBody, deliverResult, observationBody, patientBody, placeOrder, putProduct } from './factories';
import { baseUrl, codeOf, containedPatient, productCoding, requestBody } from './fhir-requests';
import type { TestGateway } from './gateway';
import { documentBody } from './records';
import type { TestClient } from './test-client';

const glucose = '2345-7';

/** A value of every form that is told apart. */
const values: readonly (readonly [value: string, unit?: string])[] = [
  ['2.6', 'mmol/L'],
  ['5.10', 'mmol/L'],
  ['100', 'mg/dl'],
  ['-3', 'mg/dL'],
  ['0', 'nonsense unit'],
  ['1e2', '%'],
  ['<0.5', 'mmol/L'],
  ['<=0.5', 'mmol/L'],
  ['>= 200', 'U/l'],
  ['>200', 'U/l'],
  ['5.4'],
  ['1:80'],
  ['2-5', 'mmol/L'],
  ['positive'],
  ['Nachgewiesen'],
  ['grenzwertig'],
  ['sieht gut aus, Ärzte'],
  ['élevé'],
  [''],
];

const people = [
  { firstName: 'Erika', lastName: 'Mustermann', email: 'Erika@Example.org' },
  { firstName: 'Ärmin', lastName: "d'Été", email: 'a@example.org', gender: 'D', dateOfBirth: '2001-12-31' },
  { firstName: 'Jörg Peter', lastName: 'Müller-Straße', email: 'j@example.org', gender: 'M', dateOfBirth: '1984-02-28' },
  { firstName: 'ΣΊΣΥΦΟΣ', lastName: 'x_%', email: 's@example.org' },
];

async function orderByPartner({ acme, operator, dataSource }: TestGateway): Promise<void> {
  for (const [index, person] of people.entries()) {
    const { testIds } = await placeOrder(acme, { productIds: ['lipid-panel', 'glucose'], patient: patientBody(person) });
    const [first, second] = testIds as [string, string];
    const code = `SP-${index}`;
    const date = ['2026-02-03', '2025-10-26', '2026-03-29', '2026-01-01'][index]!;
    const time = ['07:45:00', '02:30:00', '02:30:00', '00:10:00'][index]!;
    if (index < 3) {
      const activation = activationBody({ specimenCode: code, collectionDate: date, collectionTime: time, gender: person.gender ?? 'F' });
      await acme.post(`/v1/diagnostic_tests/${first}/activate`, activation);
    }
    await acme.post(`/v1/diagnostic_tests/${second}/specimens`, { specimenCode: `${code}-b` });
    if (index === 1) {
      await acme.post(`/v1/diagnostic_tests/${first}/specimens`, { specimenCode: 'SP-without-date' });
      // The interface always takes a time with a date; records of other origin may have a date alone.
      await dataSource.query(`UPDATE specimens SET collection_date = '2026-02-04' WHERE specimen_code = 'SP-1-b'`);
    }
    const observations = values.map(([value, unit], place) =>
      observationBody({ loincNum: `${1000 + (place % 5)}-${place % 3}`, value, unit }),
    );
    await deliverResult(operator, first, {
      observations: index === 2 ? observations : observations.slice(index, index + 3),
      labNotes: ['a note'],
    });
    if (index < 2) await deliverResult(operator, second, { observations: [observationBody({ loincNum: glucose, value: String(index) })] });
    if (index === 3) await deliverResult(operator, second, { observations: [], documents: [documentBody('%PDF')] });
    if (index === 0) await deliverResult(operator, first, { observations: [observationBody({ loincNum: glucose, value: '7' })] });
  }
}

/** Orders by FHIR, whose subjects the reports repeat: contained, named by identifier, and then changed to an address of the EHR. */
async function orderByFhir({ acme, operator, dataSource }: TestGateway): Promise<void> {
  for (const [release] of releases) {
    const path = release === 'R4B' ? 'r4b' : 'r5';
    const body = requestBody(path, {
      contained: [containedPatient({ identifier: [{ system: 'https://ehr.example/patients', value: `P-${path}` }, { value: 'second' }] })],
      identifier: [{ system: 'https://ehr.example/requests', value: `R-${path}` }, { value: 'bare' }],
      encounter: { reference: `Encounter/e-${path}`, identifier: { system: 'https://ehr.example/encounters', value: '1' } },
      priority: 'urgent',
      authoredOn: '2026-02',
      meta: {
        tag: [{ system: 'https://ehr.example/tags', code: path }],
        profile: ['https://ehr.example/profile|1.0', 'https://ehr.example/plain'],
        source: 'https://ehr.example',
        security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }],
      },
      language: 'de-DE',
      code: codeOf(path, productCoding('glucose'), { system: 'http://loinc.org', code: glucose, display: 'Glucose' }),
    });
    const create = (overrides: object) => posted(acme, `/fhir/${path}/ServiceRequest`, { ...body, ...overrides });
    const contained = await create({});
    const changed = await create({});
    const subjects = [
      {
        reference: `${baseUrl}/fhir/${path}/Patient/ehr-1/_history/2`,
        display: 'Erika',
        identifier: { system: 'urn:oid:1.2.3', value: 'X' },
      },
      { reference: 'http://ehr.example/fhir/Patient/7', type: 'Patient' },
      { identifier: { system: 'urn:oid:1.2.3', value: 'Y' }, type: 'Patient' },
      { reference: 'Group/g1' },
    ];
    for (const [index, subject] of subjects.entries()) {
      const one = index === 0 ? changed : await create({});
      const { contained: _contained, ...rest } = one;
      const answer = await acme.put(`/fhir/${path}/ServiceRequest/${one.id}`, { ...rest, subject });
      if (answer.status !== 200) throw new Error(answer.text);
      await deliver(one.id);
    }
    await deliver(contained.id);
    await create({
      status: 'draft',
      intent: 'plan',
      contained: undefined,
      subject: { display: 'somebody' },
      occurrencePeriod: { start: '2026-02-01' },
    });
    await create({
      status: 'draft',
      occurrenceTiming: { event: ['2026-02-01', '2026-03-01T10:00:00Z'] },
      basedOn: [{ reference: `ServiceRequest/${contained.id}` }],
    });
  }

  async function deliver(requestId: string): Promise<void> {
    const [row] = await dataSource.query('SELECT test_id FROM service_requests WHERE id = $1', [requestId]);
    await deliverResult(operator, row.test_id, { observations: [observationBody({ loincNum: glucose, value: requestId })] });
  }
}

async function posted(client: TestClient, path: string, body: object): Promise<any> {
  const { status, body: answer, text } = await client.post(path, body);
  if (status !== 201) throw new Error(`${path}: ${text}`);
  return answer;
}

/** How many of the official examples were taken; some are not valid. */
async function storeExamples({ acme }: TestGateway): Promise<number> {
  let stored = 0;
  for (const [, release] of releases) {
    for (const { read } of examplesOf(release, 'ServiceRequest')) {
      const { id: _id, ...example } = read();
      const { status } = await acme.post(`/fhir/${release.path}/ServiceRequest`, {
        ...example,
        status: example.status === 'active' ? 'on-hold' : example.status,
      });
      if (status === 201) stored += 1;
    }
  }
  return stored;
}

/** Records of many shapes, and some of another partner. */
export async function makeSearchRecords(gateway: TestGateway): Promise<{ readonly examples: number }> {
  const { operator, other } = gateway;
  await putProduct(operator, 'lipid-panel', { sampleType: 'Capillary blood' });
  await putProduct(operator, 'glucose', { loincNums: [glucose], name: { en: 'Glucose' } });
  await orderByPartner(gateway);
  await orderByFhir(gateway);
  const { testIds } = await placeOrder(other, {});
  await other.post(`/v1/diagnostic_tests/${testIds[0]!}/activate`, activationBody({ specimenCode: 'SP-0' }));
  await deliverResult(operator, testIds[0]!);
  await posted(other, '/fhir/r5/ServiceRequest', requestBody('r5', { status: 'draft' }));
  return { examples: await storeExamples(gateway) };
}
