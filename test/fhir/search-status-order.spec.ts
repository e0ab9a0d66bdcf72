import { deliverResult, observationBody, placeOrder, putProduct } from '../support/factories';
import { releases } from '../support/fhir-examples';
import { baseUrl, requestBody } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';

/** Records that are alike in the key of a page's order have an order among themselves all the same. */
describe.each(releases)('pages in the order of the status in %s', (_, release) => {
  let gateway: TestGateway;
  const base = `/fhir/${release.path}`;

  const linkOf = (bundle: any, relation: string): string | undefined =>
    bundle.link.find((link: any) => link.relation === relation)?.url.slice(baseUrl.length);

  const ask = async (address: string): Promise<any> => {
    const { status, body, text } = await gateway.acme.get(address);
    if (status !== 200) throw new Error(`${address}: ${text}`);
    return body;
  };

  const resourcesOf = (bundles: readonly any[]): readonly any[] =>
    bundles.flatMap(({ entry = [] }) => entry.map(({ resource }: any) => resource));

  /** All pages from the address on, in the direction. */
  const pagesFrom = async (address: string, relation: 'next' | 'previous'): Promise<readonly any[]> => {
    const pages = [await ask(address)];
    for (let more = linkOf(pages[0], relation); more !== undefined; more = linkOf(pages.at(-1), relation)) pages.push(await ask(more));
    return pages;
  };

  beforeAll(async () => {
    gateway = await startGateway();
    const { acme, operator } = gateway;
    await putProduct(operator);
    const observations = [observationBody({ loincNum: '1-8' }), observationBody({ loincNum: '2-7' })];
    // Of several results the newest is a correction.
    for (const results of [1, 2, 3, 1, 2]) {
      const { testIds } = await placeOrder(acme);
      for (let delivered = 0; delivered < results; delivered++) await deliverResult(operator, testIds[0]!, { observations });
    }
    for (const status of ['draft', 'on-hold', 'draft', 'unknown'])
      await acme.post(`${base}/ServiceRequest`, requestBody(release.path, { status }));
  });

  afterAll(() => gateway.stop());

  it.each(['Observation', 'DiagnosticReport', 'ServiceRequest'])('lead through every %s once, forwards and backwards', async (type) => {
    const all = resourcesOf(await pagesFrom(`${base}/${type}?_count=100`, 'next'));
    for (const sort of ['status', '-status']) {
      const forwards = await pagesFrom(`${base}/${type}?_count=3&_sort=${sort}`, 'next');
      const found = resourcesOf(forwards);
      expect(found.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
      expect(forwards.length).toBe(Math.ceil(all.length / 3));
      const previous = linkOf(forwards.at(-1), 'previous')!;
      const backwards = (await pagesFrom(previous, 'previous')).toReversed();
      expect(resourcesOf(backwards).map(({ id }) => id)).toEqual(resourcesOf(forwards.slice(0, -1)).map(({ id }) => id));
    }
  });

  it('keep those of one status together', async () => {
    const found = resourcesOf(await pagesFrom(`${base}/Observation?_count=3&_sort=status`, 'next'));
    const statuses = found.map(({ status }) => status);
    expect(new Set(statuses).size).toBeGreaterThan(1);
    expect(statuses.filter((status, index) => status !== statuses[index - 1])).toEqual([...new Set(statuses)]);
    const reversed = resourcesOf(await pagesFrom(`${base}/Observation?_count=3&_sort=-status`, 'next'));
    expect(reversed.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toReversed());
  });
});
