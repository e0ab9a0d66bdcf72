import { bundleExchange } from '../support/bundle-exchange';
import { draftEntry, getEntry, orderEntry, patientEntry, rowCounts } from '../support/bundles';
import { releasePaths } from '../support/fhir-requests';

describe.each(releasePaths)('requests with Bundles of %s', (release) => {
  const { gateway, base, answered, send } = bundleExchange(release);

  describe('with Prefer', () => {
    it.each([
      ['return=representation', true],
      ['return=minimal', false],
      ['return=OperationOutcome', false],
      ['handling=lenient', false],
    ])('%s', async (prefer, hasResource) => {
      for (const type of ['batch', 'transaction']) {
        const { body } = await send(type, [draftEntry(release)], { Prefer: prefer });
        expect(Object.hasOwn(body.entry[0], 'resource')).toBe(hasResource);
      }
    });

    it('handling=strict refuse incomplete orders and unknown parameters', async () => {
      const incomplete = orderEntry(release, 0, { code: undefined });
      const entries = [patientEntry(), incomplete, getEntry('Patient?colour=red')];
      const [, order, search] = await answered(entries, { Prefer: 'handling=strict' });
      expect([order.response.status, search.response.status]).toEqual(['422 Unprocessable Entity', '400 Bad Request']);
      const lenient = await answered(entries);
      expect(lenient.map(({ response }) => response.status)).toEqual(['201 Created', '201 Created', '200 OK']);
    });
  });

  describe('with an Idempotency-Key', () => {
    it.each(['batch', 'transaction'])('are done once: %s', async (type) => {
      const entries = [patientEntry(), orderEntry(release, 0)];
      const headers = { 'Idempotency-Key': `bundle-${release}-${type}` };
      const first = await send(type, entries, headers);
      const before = await rowCounts(gateway);
      const again = await send(type, entries, headers);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
      expect(await rowCounts(gateway)).toEqual(before);
      expect((await send(type, [draftEntry(release)], headers)).status).toBe(422);
    });

    it('keep a refusal, and nothing else', async () => {
      const headers = { 'Idempotency-Key': `bundle-${release}-refused` };
      const before = await rowCounts(gateway);
      const entries = [draftEntry(release), getEntry('Patient/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a')];
      const first = await send('transaction', entries, headers);
      const again = await send('transaction', entries, headers);
      expect([first.status, again.status, again.text, again.headers['idempotent-replayed']]).toEqual([404, 404, first.text, 'true']);
      expect(await rowCounts(gateway)).toEqual(before);
    });

    it('keep what worked of a batch', async () => {
      const headers = { 'Idempotency-Key': `bundle-${release}-mixed` };
      const before = await rowCounts(gateway);
      const { body } = await send('batch', [draftEntry(release, { status: 'begun' }), draftEntry(release)], headers);
      expect(body.entry.map(({ response }: any) => response.status)).toEqual(['400 Bad Request', '201 Created']);
      expect((await rowCounts(gateway))['service_requests']).toBe(before['service_requests']! + 1);
    });
  });

  describe('that are not processed', () => {
    it.each<[string, unknown, number, string, string | undefined]>([
      ['a collection', { resourceType: 'Bundle', type: 'collection' }, 422, 'business-rule', undefined],
      ['no type', { resourceType: 'Bundle' }, 400, 'required', 'Bundle.type'],
      ['no Bundle', { resourceType: 'Patient' }, 400, 'structure', 'Patient'],
      ['an unknown member', { resourceType: 'Bundle', type: 'batch', colour: 'red' }, 400, 'structure', 'Bundle.colour'],
      ['an entry that is none', { resourceType: 'Bundle', type: 'batch', entry: ['x'] }, 400, 'structure', 'Bundle.entry[0]'],
    ])('%s', async (_, body, status, code, expression) => {
      const answer = await gateway.acme.post(base, body);
      expect([answer.status, answer.body.issue[0].code, answer.body.issue[0].expression]).toEqual([
        status,
        code,
        expression === undefined ? undefined : [expression],
      ]);
    });

    it.each(['batch', 'transaction'])('a %s of more than 500 entries', async (type) => {
      const before = await rowCounts(gateway);
      const entries = Array.from({ length: 501 }, () => draftEntry(release));
      const answer = await send(type, entries);
      expect([answer.status, answer.body.issue.map(({ code, details }: any) => [code, details.text])]).toEqual([
        422,
        [['business-rule', 'A Bundle may have at most 500 entries.']],
      ]);
      expect(await rowCounts(gateway)).toEqual(before);
    });
  });

  it.each(['batch', 'transaction'])('have up to 500 entries: %s', async (type) => {
    const before = await rowCounts(gateway);
    const { status, body } = await send(
      type,
      Array.from({ length: 500 }, () => draftEntry(release)),
    );
    expect([status, new Set(body.entry.map(({ response }: any) => response.location)).size]).toEqual([200, 500]);
    expect((await rowCounts(gateway))['service_requests']).toBe(before['service_requests']! + 500);
  });
});
