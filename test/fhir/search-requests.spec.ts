import { releases } from '../support/fhir-examples';
import { requestBody } from '../support/fhir-requests';
import { gatewayForTests } from '../support/gateway';
import { codesIn, foundIn, linkOf, namesOf, type SearchBundle, searchesOf, type SearchStory, strictly } from '../support/searches';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe.each(releases)('searches of %s', (_, release) => {
  const gateway = gatewayForTests();
  const { base, get, search, addressOf, follow, makeStory } = searchesOf(gateway, release);
  let story: SearchStory;

  beforeAll(async () => {
    story = await makeStory();
  });

  describe('pages', () => {
    it('lead through all matches once, forwards and backwards', async () => {
      const pages: SearchBundle[] = [await search('Observation?_count=2&_sort=-code')];
      for (let next = linkOf(pages.at(-1)!, 'next'); next !== undefined; next = linkOf(pages.at(-1)!, 'next'))
        pages.push(await follow(next));
      expect(pages.map(codesIn)).toEqual([['5-5', '4-4'], ['3-3', '2-2'], ['1-1']]);
      expect(pages.map((page) => linkOf(page, 'previous') !== undefined)).toEqual([false, true, true]);
      expect(linkOf(pages[1]!, 'self')).toBe(linkOf(pages[0]!, 'next'));
      const back = await follow(linkOf(pages[2]!, 'previous')!);
      expect(codesIn(back)).toEqual(['3-3', '2-2']);
      const first = await follow(linkOf(back, 'previous')!);
      expect(codesIn(first)).toEqual(['5-5', '4-4']);
      expect(linkOf(first, 'previous')).toBeUndefined();
      expect(codesIn(await follow(linkOf(first, 'next')!))).toEqual(['3-3', '2-2']);
    });

    it('go on with another size', async () => {
      const { link: links } = await search('Observation?_count=2&_sort=code');
      const next = links.find(({ relation }) => relation === 'next')!.url;
      expect(codesIn(await follow(`${next}&_count=1000`))).toEqual(['3-3', '4-4', '5-5']);
    });

    it('sort by several keys', async () => {
      expect(codesIn(await search('Observation?_sort=status,-code&_count=3'))).toEqual(['5-5', '4-4', '3-3']);
      expect(namesOf(foundIn(await search('ServiceRequest?_sort=-_id')))).toEqual([
        `ServiceRequest/${story.ehrRequest.id}`,
        `ServiceRequest/${story.requestId}`,
      ]);
      expect(namesOf(foundIn(await search('ServiceRequest?_sort=authored')))).toEqual([
        `ServiceRequest/${story.ehrRequest.id}`,
        `ServiceRequest/${story.requestId}`,
      ]);
      expect(foundIn(await search('Patient?_sort=-family'))).toHaveLength(2);
    });

    it.each(['x', Buffer.from('[0,"_id",["x"]]').toString('base64url'), Buffer.from('[0,"-code",["a","b"]]').toString('base64url')])(
      'refuse the cursor %s',
      async (cursor) => {
        const { status, body } = await get(`Observation?_cursor=${cursor}`);
        expect([status, body.issue[0].details.text]).toEqual([400, expect.stringContaining('"_cursor"')]);
      },
    );

    it('tell the total when it is asked for, or known anyway', async () => {
      const totals = await Promise.all(
        [
          'Observation',
          'Observation?_count=2',
          'Observation?_count=2&_total=accurate',
          'Observation?_count=0',
          'Observation?_summary=count',
        ].map(async (query) => [(await search(query)).total, foundIn(await search(query)).length]),
      );
      expect(totals).toEqual([
        [5, 5],
        [undefined, 2],
        [5, 2],
        [5, 0],
        [5, 0],
      ]);
    });
  });

  describe('what is not understood', () => {
    it('is left out of self, and told', async () => {
      const bundle = await search(
        'Observation?unknown=1&status=final&_sort=code,nothing&_include=Observation:nothing&code=&XDEBUG_SESSION=1',
      );
      expect(linkOf(bundle, 'self')).toBe(addressOf('Observation?status=final&_sort=code'));
      expect(foundIn(bundle)).toHaveLength(5);
      const [outcome] = foundIn(bundle, 'outcome');
      expect(outcome.issue.map(({ severity, code }: any) => [severity, code])).toEqual(Array(4).fill(['warning', 'not-supported']));
      const names = outcome.issue.map(({ details }: any) => /"([^"]*)"/.exec(details.text)?.[1]);
      expect(names).toEqual(['unknown', 'code', '_sort=nothing', '_include=Observation:nothing']);
    });

    it.each([
      'unknown=1',
      '_sort=nothing',
      '_include=Observation:nothing',
      'patient.nothing=1',
      'a.b.c.d=1',
      '_has:Observation:patient:code=1',
    ])('is refused when the client is strict: %s', async (query) => {
      expect((await get(`Observation?${query}`)).status).toBe(200);
      const { status, body } = await get(`Observation?${query}`, strictly);
      expect([status, body.issue[0].details.text]).toEqual([400, expect.stringContaining('is not known')]);
    });

    it.each([
      ['code:above', 'x'],
      ['status:exact', 'final'],
      ['patient:Group', '1'],
      ['date:not', '2026'],
      ['subject:Nothing.name', 'x'],
    ])('is never passed over as modifier: %s', async (name, value) => {
      const { status, body } = await get(`Observation?${name}=${value}`);
      expect([status, body.issue[0].details.text]).toEqual([400, expect.stringContaining(`"${name.split('.')[0]}`)]);
    });

    it.each([
      ['date', 'yesterday'],
      ['date', 'gt2026-13'],
      ['_lastUpdated', 'xx2026'],
      ['value-quantity', 'much'],
      ['value-quantity', '5|a'],
      ['value-quantity', '1e999999'],
      ['code', 'a|b|c'],
      ['code', '|'],
      ['code:missing', 'yes'],
      ['code-value-quantity', '1-1'],
      ['code-value-quantity', '1-1$'],
      ['_count', '-1'],
      ['_summary', 'maybe'],
      ['_total', 'all'],
    ])('is never passed over as value: %s=%s', async (name, value) => {
      const { status, body } = await get(`Observation?${name}=${encodeURIComponent(value)}`);
      expect([status, body.resourceType, body.issue[0].details.text]).toEqual([
        400,
        'OperationOutcome',
        expect.stringContaining(`"${name}"`),
      ]);
    });

    it.each([
      ['values', `_id=${Array(101).fill('1').join(',')}`],
      ['parameters', Array(51).fill('status=final').join('&')],
      ['includes', Array(21).fill('_include=Observation:patient').join('&')],
    ])('is bounded: %s', async (_name, query) => {
      expect((await get(`Observation?${query}`)).status).toBe(400);
    });
  });

  describe('by form', () => {
    it('take parameters of the body and of the address', async () => {
      const { status, text, headers } = await gateway.acme.send(
        'POST',
        `${base}/Observation/_search?status=final`,
        'code=1-1&_count=5',
        form,
      );
      expect([status, headers['content-type']]).toEqual([200, `application/fhir+json; fhirVersion=${release.fhirVersion}; charset=utf-8`]);
      expect(codesIn(JSON.parse(text))).toEqual(['1-1']);
      expect(linkOf(JSON.parse(text), 'self')).toBe(addressOf('Observation?code=1-1&status=final&_count=5'));
      expect((await gateway.acme.send('POST', `${base}/Observation/_search`)).status).toBe(200);
    });

    it('take no JSON', async () => {
      expect((await gateway.acme.post(`${base}/Observation/_search`, { code: '1-1' })).status).toBe(415);
    });
  });

  it('answer in the form that is asked for', async () => {
    const { status, headers } = await get('Observation?_format=application/json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(linkOf(await search('Observation?_format=json'), 'self')).toBe(addressOf('Observation?_format=json'));
    expect((await get('Observation?_format=xml')).status).toBe(406);
    expect((await gateway.acme.send('HEAD', `${base}/Observation`)).status).toBe(200);
  });

  it.each([
    ['code=1-1,2-2&status=final', ['1-1', '2-2']],
    ['code=1-1&code=2-2', []],
    ['code:not=1-1,2-2,3-3&value-quantity=0', ['5-5']],
    ['value-quantity=ge1&code:missing=false', ['3-3', '4-4']],
    [String.raw`code=1-1\,2-2`, []],
  ])('combine conditions: %s', async (query, expected) => {
    expect(codesIn(await search(`Observation?${query}&_sort=code`))).toEqual(expected);
  });

  it('escape what separates', async () => {
    const value = String.raw`a,b|c$d\e`;
    const body = requestBody(release.path, { status: 'draft', identifier: [{ system: 'urn:x', value }] });
    const { body: created } = await gateway.acme.post(`${base}/ServiceRequest`, body);
    const escaped = encodeURIComponent(value.replace(/[,|$\\]/g, '\\$&'));
    for (const query of [`identifier=${escaped}`, `identifier=x,urn:x|${escaped}`]) {
      expect(namesOf(foundIn(await search(`ServiceRequest?${query}`)))).toEqual([`ServiceRequest/${created.id}`]);
    }
  });
});
