import { orderBody, patientBody, putProduct } from '../support/factories';
import { baseUrl, releasePaths } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { linkOf } from '../support/searches';

const people = [
  ['Zimtstern', 'Anna', '1984-02-29'],
  ['Ähnlich', 'Bert', '1970-01-01'],
  ['Zimtstern', 'Chris', '1984-02-29'],
  ['Muster', 'Anna', '2001-12-31'],
  ['Muster', 'Anna', '2001-12-31'],
] as const;

/** A page beside the one, as a path. */
const beside = (body: any, relation: string): string | undefined => linkOf(body, relation)?.slice(baseUrl.length);

describe.each(releasePaths)('orders of patients of %s', (release) => {
  let gateway: TestGateway;
  const path = `/fhir/${release}/Patient`;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    for (const [lastName, firstName, dateOfBirth] of people) {
      await gateway.acme.post('/v1/diagnostic_orders', orderBody({ patient: patientBody({ lastName, firstName, dateOfBirth }) }));
    }
  });

  afterAll(() => gateway.stop());

  const idsOf = (body: any): readonly string[] => (body.entry ?? []).map(({ resource }: any) => resource.id);

  /** What stands in the cursors of links, decoded. */
  const cursorsOf = (body: any): string =>
    body.link.map(({ url }: any) => Buffer.from(new URL(url).searchParams.get('_cursor') ?? '', 'base64url').toString()).join('\n');

  it.each(['family', '-family', 'given', 'birthdate', 'family,given', '-birthdate,family,-given', 'birthdate,_id'])(
    'lead through all pages without a word of anybody in addresses: %s',
    async (sort) => {
      const whole = idsOf((await gateway.acme.get(`${path}?_sort=${sort}`)).body);
      expect(whole).toHaveLength(people.length);
      let { body } = await gateway.acme.get(`${path}?_sort=${sort}&_count=2`);
      const pages = [body];
      for (let next = beside(body, 'next'); next !== undefined; next = beside(body, 'next')) {
        body = (await gateway.acme.get(next)).body;
        pages.push(body);
      }
      expect(pages.flatMap(idsOf)).toEqual(whole);
      const back = (await gateway.acme.get(beside(body, 'previous')!)).body;
      expect(idsOf(back)).toEqual(idsOf(pages.at(-2)));
      for (const page of [...pages, back]) {
        const said = JSON.stringify(page.link) + cursorsOf(page);
        for (const word of people.flat()) expect(said.toLowerCase()).not.toContain(word.toLowerCase());
        expect(said).not.toMatch(/1984|1970|2001/);
      }
    },
  );

  it('end with a place that is no longer there, or that is another partner’s', async () => {
    const { body } = await gateway.acme.get(`${path}?_sort=family&_count=2`);
    const next = beside(body, 'next')!;
    expect((await gateway.acme.get(next)).status).toBe(200);
    const answer = await gateway.other.get(next);
    expect([answer.status, answer.body.issue[0].details.text]).toEqual([400, expect.stringContaining('"_cursor"')]);
  });
});
