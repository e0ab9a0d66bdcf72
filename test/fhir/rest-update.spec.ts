import { activationBody, deliverResult, resultBody } from '../support/factories';
import { baseUrl, codeOf, productCoding, releasePaths } from '../support/fhir-requests';
import { issuesOf, useRestRequests } from '../support/fhir-rest';

describe.each(releasePaths)('updating ServiceRequests on the standard paths of %s', (release) => {
  const rest = useRestRequests(release);
  const { path, body, draft, create } = rest;

  describe('update', () => {
    it('makes the next version; the one before stays readable', async () => {
      const { body: created } = await create(draft());
      const answer = await rest.acme.put(`${path}/${created.id}`, draft({ id: created.id, priority: 'urgent' }), { 'If-Match': 'W/"1"' });
      expect([answer.status, answer.headers['etag'], answer.headers['location']]).toEqual([
        200,
        'W/"2"',
        `${baseUrl}${path}/${created.id}/_history/2`,
      ]);
      expect((await rest.acme.get(`${path}/${created.id}`)).body).toMatchObject({ priority: 'urgent', meta: { versionId: '2' } });
      const first = await rest.acme.get(`${path}/${created.id}/_history/1`);
      expect(first.body).toEqual({ ...draft(), id: created.id, meta: created.meta });
      expect(first.headers['etag']).toBe('W/"1"');
      expect((await rest.acme.get(`${path}/${created.id}/_history/3`)).status).toBe(404);
      expect((await rest.acme.get(`${path}/${created.id}/_history/x`)).status).toBe(404);
    });

    it.each(['W/"2"', '"0"', 'W/"x"', 'W/"99"'])('If-Match %s: 412, and nothing changes', async (tag) => {
      const { body: created } = await create(draft());
      const answer = await rest.acme.put(`${path}/${created.id}`, draft({ id: created.id, priority: 'urgent' }), { 'If-Match': tag });
      expect([answer.status, issuesOf(answer)]).toEqual([
        412,
        [
          {
            severity: 'error',
            code: 'conflict',
            details: { text: 'The current version is 1, not the one that If-Match names.' },
          },
        ],
      ]);
      expect((await rest.acme.get(`${path}/${created.id}`)).body).toEqual({ ...draft(), id: created.id, meta: created.meta });
    });

    it('loses no update of clients that race with If-Match', async () => {
      const { body: created } = await create(draft());
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          rest.acme.put(`${path}/${created.id}`, draft({ id: created.id, note: [{ text: `note ${index}` }] }), { 'If-Match': 'W/"1"' }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    });

    it('changes nothing when nothing is different', async () => {
      const { body: created } = await create(draft());
      const answer = await rest.acme.put(`${path}/${created.id}`, draft({ id: created.id }));
      expect([answer.status, answer.headers['etag']]).toEqual([200, 'W/"1"']);
    });

    it.each([['another'], [undefined]])('wants the id of the path in the body, not %s', async (id) => {
      const { body: created } = await create(draft());
      const answer = await rest.acme.put(`${path}/${created.id}`, draft({ id }));
      expect([answer.status, answer.body.issue[0].expression]).toEqual([400, ['ServiceRequest.id']]);
    });

    it('places the order that the request is complete for now', async () => {
      const { body: created, headers } = await create(body({ code: undefined }));
      expect(headers['x-order-placement']).toBe('incomplete');
      const answer = await rest.acme.put(`${path}/${created.id}`, body({ id: created.id }));
      expect(answer.headers['x-order-placement']).toBe('placed');
      const [read] = (await rest.acme.get(`/fhir/${release}/service_requests?sort[id]=desc&itemsPerPage=1`)).body;
      const tests = (await rest.acme.get('/v1/diagnostic_tests?sort[createdAt]=desc&itemsPerPage=1')).body;
      const found = await rest.acme.get(`/fhir/${release}/service_requests?diagnosticTest[]=${tests[0].id}`);
      expect([read.id, found.body.map(({ id }: { id: number }) => id)]).toEqual([Number(created.id), [Number(created.id)]]);
      const again = await rest.acme.put(`${path}/${created.id}`, body({ id: created.id, priority: 'stat' }));
      expect([again.status, again.headers['x-order-placement']]).toEqual([200, 'placed']);
      expect((await rest.acme.get(`/v1/diagnostic_orders?diagnosticTest[]=${tests[0].id}`)).body[0].diagnosticTests).toHaveLength(1);
    });

    it('revokes what is not shipped, and takes that back', async () => {
      const { body: created } = await create(body());
      expect((await rest.acme.put(`${path}/${created.id}`, body({ id: created.id, status: 'revoked' }))).body.status).toBe('revoked');
      expect((await rest.acme.put(`${path}/${created.id}`, body({ id: created.id }))).body.status).toBe('active');
    });

    it('does not revoke what is shipped', async () => {
      const { body: created } = await create(body());
      const [order] = (await rest.acme.get('/v1/diagnostic_orders?sort[createdAt]=desc&sort[id]=desc&itemsPerPage=1')).body;
      await rest.gateway.operator.post(`/fulfilment/v1/diagnostic_orders/${order.id}/ship`, {});
      const answer = await rest.acme.put(`${path}/${created.id}`, body({ id: created.id, status: 'revoked' }));
      expect([answer.status, issuesOf(answer)]).toEqual([
        409,
        [
          {
            severity: 'error',
            code: 'conflict',
            details: { text: 'The order of the request is already shipped: it cannot be revoked any more.' },
          },
        ],
      ]);
      expect((await rest.acme.get(`${path}/${created.id}`)).body).toMatchObject({ status: 'active', meta: { versionId: '1' } });
    });

    it('does not change the product of an order', async () => {
      const { body: created } = await create(body());
      const answer = await rest.acme.put(
        `${path}/${created.id}`,
        body({ id: created.id, code: codeOf(release, productCoding('vitamin-d')) }),
      );
      expect([answer.status, answer.body.issue[0].code]).toEqual([409, 'conflict']);
    });

    it('gets along with activations and results that race', async () => {
      const { body: created } = await create(body());
      const [test] = (await rest.acme.get('/v1/diagnostic_tests?sort[createdAt]=desc&sort[id]=desc&itemsPerPage=1')).body;
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => {
          if (index % 3 === 0) return rest.acme.put(`${path}/${created.id}`, body({ id: created.id, note: [{ text: `n${index}` }] }));
          if (index % 3 === 1)
            return rest.acme.post(`/v1/diagnostic_tests/${test.id}/activate`, activationBody({ specimenCode: `S${index}` }));
          return rest.gateway.operator.post('/lab/v1/test_results', resultBody({ diagnosticTest: test.id }));
        }),
      );
      expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201]);
      expect((await rest.acme.get(`${path}/${created.id}`)).body.status).toBe('completed');
    });

    it('is completed with the result, as a version of its own', async () => {
      const { body: created } = await create(body());
      const [test] = (await rest.acme.get('/v1/diagnostic_tests?sort[createdAt]=desc&sort[id]=desc&itemsPerPage=1')).body;
      await deliverResult(rest.gateway.operator, test.id);
      expect((await rest.acme.get(`${path}/${created.id}`)).body).toMatchObject({ status: 'completed', meta: { versionId: '2' } });
      expect((await rest.acme.get(`${path}/${created.id}/_history/1`)).body.status).toBe('active');
      const answer = await rest.acme.put(`${path}/${created.id}`, body({ id: created.id, priority: 'urgent' }));
      expect(answer.body).toMatchObject({ status: 'completed', priority: 'urgent' });
    });
  });
});
