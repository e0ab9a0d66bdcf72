import { releasePaths } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { makeRecords } from '../support/records';

const prefixes = ['', 'eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb', 'ap'];

/** At the ends of what dates can say. */
const dates = ['0001', '0001-01-01', '9999', '9999-12', '9999-12-31', '9999-12-31T23:59:59.999Z', '9500', '0002-02-02T00:00:00+14:00'];

const numbers = ['1e308', '1e309', '-1e309', '1e400', '1e-400', '0', '-0', `1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`];

/** By type. */
const dateParameters: Readonly<Record<string, readonly string[]>> = {
  Patient: ['birthdate', '_lastUpdated'],
  Observation: ['date', 'patient.birthdate'],
  DiagnosticReport: ['date', 'issued'],
  Specimen: ['collected'],
  ServiceRequest: ['authored', 'occurrence', 'patient.birthdate'],
};

const quantityParameters = ['value-quantity', 'combo-value-quantity', 'code-value-quantity'];

describe.each(releasePaths)('searches of %s with values at the ends', (release) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await makeRecords(gateway);
  });

  afterAll(() => gateway.stop());

  /** What does not answer with 200, or with a 400 that names the parameter. */
  const faultsOf = async (queries: readonly string[]): Promise<readonly string[]> => {
    const faults: string[] = [];
    for (const query of queries) {
      const { status, text } = await gateway.acme.get(`/fhir/${release}/${query}`);
      const name = query.split(/[?=]/)[1]!;
      if (status !== 200 && !(status === 400 && text.includes(name))) faults.push(`${query}: ${status}`);
    }
    return faults;
  };

  it.each(Object.keys(dateParameters))('are understood or refused: dates of %s', async (type) => {
    const queries = dateParameters[type]!.flatMap((name) =>
      dates.flatMap((date) => prefixes.map((prefix) => `${type}?${name}=${prefix}${encodeURIComponent(date)}`)),
    );
    expect(await faultsOf(queries)).toEqual([]);
  });

  it.each(quantityParameters)('are understood or refused: %s', async (name) => {
    const code = name.startsWith('code') ? '13457-7$' : '';
    const queries = numbers.flatMap((number) => prefixes.map((prefix) => `Observation?${name}=${code}${prefix}${number}`));
    expect(await faultsOf(queries)).toEqual([]);
  });

  it('find what lies about as far away as is asked', async () => {
    const found = async (value: string): Promise<number> =>
      (await gateway.acme.get(`/fhir/${release}/Patient?birthdate=${value}`)).body.entry?.length ?? 0;
    const { birthDate } = (await gateway.acme.get(`/fhir/${release}/Patient`)).body.entry[0].resource;
    const year = Number(birthDate.slice(0, 4));
    expect([await found(`ap${year}`), await found(`ap${year - 60}`), await found('ap9999'), await found('ap0001')]).toEqual([1, 0, 0, 0]);
  });
});
