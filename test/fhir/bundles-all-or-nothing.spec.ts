import { bundleExchange, condition, identified, issuesOf } from '../support/bundle-exchange';
import { draftEntry, getEntry, orderEntry, patientEntry, requestUrl, rowCounts, type SentEntry } from '../support/bundles';
import { releasePaths } from '../support/fhir-requests';

describe.each(releasePaths)('what undoes a transaction of %s', (release) => {
  const { gateway, base, send, made, updateEntry } = bundleExchange(release);

  const cases: readonly [string, () => Promise<SentEntry> | SentEntry, { status: number; code: string; expression: string }][] = [
    [
      'an invalid resource',
      () => draftEntry(release, { status: 'begun' }),
      { status: 400, code: 'code-invalid', expression: 'Bundle.entry[2].resource.status' },
    ],
    [
      'an incomplete order',
      () => orderEntry(release, 1, { code: undefined }),
      { status: 422, code: 'business-rule', expression: 'Bundle.entry[2].resource.code' },
    ],
    [
      'an outdated version',
      async () => {
        const id = await made();
        return updateEntry(id, {}, { ifMatch: 'W/"3"' });
      },
      { status: 412, code: 'conflict', expression: 'Bundle.entry[2]' },
    ],
    ['an update of nothing', () => updateEntry('999999'), { status: 404, code: 'not-found', expression: 'Bundle.entry[2]' }],
    [
      'an id that is not that of the address',
      async () => updateEntry(await made(), { id: '1x' }),
      { status: 400, code: 'value', expression: 'Bundle.entry[2].resource.id' },
    ],
    [
      'a read of nothing',
      () => getEntry('DiagnosticReport/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'),
      { status: 404, code: 'not-found', expression: 'Bundle.entry[2]' },
    ],
    [
      'a search that is not understood',
      () => getEntry('Observation?date=yesterday'),
      { status: 400, code: 'structure', expression: 'Bundle.entry[2]' },
    ],
    [
      'an interaction that there is not',
      () => ({ request: { method: 'DELETE', url: 'ServiceRequest/1' } }),
      { status: 422, code: 'business-rule', expression: 'Bundle.entry[2]' },
    ],
    [
      'a patient of no request',
      () => ({ ...patientEntry(), fullUrl: requestUrl(9) }),
      { status: 422, code: 'business-rule', expression: 'Bundle.entry[2]' },
    ],
    [
      'an invalid patient',
      () => ({ ...patientEntry({ birthDate: '1984-02-30' }), fullUrl: requestUrl(9) }),
      { status: 400, code: 'value', expression: 'Bundle.entry[2].resource.birthDate' },
    ],
    [
      'a condition that fits several',
      async () => {
        await made(identified('T-several'));
        await made(identified('T-several'));
        return draftEntry(release, {}, { ifNoneExist: condition('T-several') });
      },
      { status: 412, code: 'conflict', expression: 'Bundle.entry[2]' },
    ],
    [
      'a condition with an unknown parameter',
      () => draftEntry(release, {}, { ifNoneExist: 'colour=red' }),
      { status: 400, code: 'structure', expression: 'Bundle.entry[2]' },
    ],
    [
      'a condition that says nothing',
      () => draftEntry(release, {}, { ifNoneExist: '_format=json' }),
      { status: 400, code: 'structure', expression: 'Bundle.entry[2]' },
    ],
  ];

  it.each(cases)('%s in the last entry undoes it', async (_, last, { status, code, expression }) => {
    const entry = await last();
    const before = await rowCounts(gateway);
    const answer = await send('transaction', [patientEntry(), orderEntry(release, 0), entry], { Prefer: 'handling=strict' });
    expect([answer.status, answer.headers['content-type'], answer.body.resourceType, issuesOf(answer)]).toEqual([
      status,
      'application/fhir+json; charset=utf-8',
      'OperationOutcome',
      [{ severity: 'error', code, details: { text: expect.any(String) }, expression: [expression] }],
    ]);
    expect(await rowCounts(gateway)).toEqual(before);
  });

  it('two updates of one request', async () => {
    const id = await made();
    const answer = await send('transaction', [updateEntry(id, { priority: 'urgent' }), updateEntry(id, { priority: 'asap' })]);
    expect([answer.status, issuesOf(answer)]).toEqual([
      400,
      [{ severity: 'error', code: 'invariant', details: { text: expect.any(String) }, expression: ['Bundle.entry[1].request.url'] }],
    ]);
    expect((await gateway.acme.get(`${base}/ServiceRequest/${id}`)).headers['etag']).toBe('W/"1"');
  });

  it('tells everything that is wrong with all of its resources', async () => {
    const answer = await send('transaction', [draftEntry(release, { status: 'begun' }), draftEntry(release, { intent: undefined })]);
    expect([answer.status, answer.body.issue.map(({ expression }: any) => expression)]).toEqual([
      400,
      [['Bundle.entry[0].resource.status'], ['Bundle.entry[1].resource.intent']],
    ]);
  });
});
