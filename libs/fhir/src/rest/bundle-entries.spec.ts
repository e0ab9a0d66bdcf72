import { type BundleAction, assertNotTooMany, entriesOf, inProcessingOrder } from './bundle-entries';

const actionOf = (request: object): BundleAction => entriesOf({ entry: [{ request }] })[0]!.action;

const nothing = { ifNoneMatch: undefined, ifModifiedSince: undefined };

describe('entriesOf', () => {
  it.each<[string, string, BundleAction]>([
    ['POST', 'ServiceRequest', { kind: 'create', ifNoneExist: undefined }],
    ['POST', '/ServiceRequest', { kind: 'create', ifNoneExist: undefined }],
    ['POST', 'Patient', { kind: 'patient' }],
    ['PUT', 'ServiceRequest/12', { kind: 'update', id: '12', ifMatch: undefined }],
    ['GET', 'Observation/a-1', { kind: 'read', type: 'Observation', id: 'a-1', query: '', known: nothing }],
    ['GET', '/Patient/a-1?_summary=true', { kind: 'read', type: 'Patient', id: 'a-1', query: '_summary=true', known: nothing }],
    ['GET', 'ServiceRequest?status=active&code=a|b', { kind: 'search', type: 'ServiceRequest', query: 'status=active&code=a|b' }],
    ['GET', 'Patient', { kind: 'search', type: 'Patient', query: '' }],
    ['PUT', 'Patient/1', { kind: 'unsupported', method: 'PUT', target: 'Patient' }],
    ['PUT', 'ServiceRequest?identifier=a', { kind: 'unsupported', method: 'PUT', target: 'ServiceRequest' }],
    ['DELETE', 'ServiceRequest/12', { kind: 'unsupported', method: 'DELETE', target: 'ServiceRequest' }],
    ['PATCH', 'ServiceRequest/12', { kind: 'unsupported', method: 'PATCH', target: 'ServiceRequest' }],
    ['POST', 'ServiceRequest/12', { kind: 'unsupported', method: 'POST', target: 'ServiceRequest' }],
    ['POST', 'Erika/Mustermann', { kind: 'unsupported', method: 'POST', target: 'Resource' }],
    ['GET', 'https://elsewhere.example/Patient/1', { kind: 'unsupported', method: 'GET', target: 'Resource' }],
    ['GET', 'ServiceRequest/1/_history/2', { kind: 'unsupported', method: 'GET', target: 'Resource' }],
  ])('reads %s %s', (method, url, action) => {
    expect(actionOf({ method, url })).toEqual(action);
  });

  it('takes the conditions with them', () => {
    expect(actionOf({ method: 'POST', url: 'ServiceRequest', ifNoneExist: 'identifier=a' })).toEqual({
      kind: 'create',
      ifNoneExist: 'identifier=a',
    });
    expect(actionOf({ method: 'PUT', url: 'ServiceRequest/1', ifMatch: 'W/"2"' })).toEqual({ kind: 'update', id: '1', ifMatch: 'W/"2"' });
  });

  it('takes 500 entries, and no more', () => {
    const entry = Array.from({ length: 501 }, () => ({ request: { method: 'GET', url: 'Patient/1' } }));
    expect(entriesOf({ entry: entry.slice(1) })).toHaveLength(500);
    expect(() => assertNotTooMany({ entry: entry.slice(1) })).not.toThrow();
    expect(() => assertNotTooMany({ entry })).toThrow(expect.objectContaining({ code: 'bundle_too_many_entries' }));
  });

  it('counts entries before it looks at them', () => {
    expect(() => assertNotTooMany({ entry: Array.from({ length: 501 }, () => 1) })).toThrow(
      expect.objectContaining({ code: 'bundle_too_many_entries' }),
    );
    expect(() => assertNotTooMany({ entry: 'many' })).not.toThrow();
  });
});

describe('inProcessingOrder', () => {
  it('creates, then updates, then reads; alike ones keep their order', () => {
    const requests = [
      ['GET', 'ServiceRequest/1'],
      ['PUT', 'ServiceRequest/1'],
      ['POST', 'ServiceRequest'],
      ['POST', 'Patient'],
      ['POST', 'ServiceRequest'],
    ].map(([method, url]) => ({ request: { method, url } }));
    expect(inProcessingOrder(entriesOf({ entry: requests })).map(({ index }) => index)).toEqual([3, 2, 4, 1, 0]);
  });
});
