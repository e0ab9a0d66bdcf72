import { type AuditedCall, actionOf, auditingOf } from './auditing';

describe('auditingOf', () => {
  it.each<[string, Parameters<typeof auditingOf>, ReturnType<typeof auditingOf>]>([
    ['no token', [{}, 'GET'], 'none'],
    ['a catalogue', [{ scope: 'products:read', audited: 'never' }, 'GET'], 'none'],
    ['GET', [{ scope: 'admin' }, 'GET'], 'read'],
    ['HEAD', [{ scope: 'lab:write' }, 'HEAD'], 'read'],
    ['a search by POST', [{ scope: 'fhir:read' }, 'POST'], 'read'],
    ['a write', [{ scope: 'admin' }, 'DELETE'], 'write'],
    ['a Bundle', [{ scope: 'fhir:read', audited: 'by_entry' }, 'POST'], 'entries'],
  ])('of %s', (_, given, expected) => {
    expect(auditingOf(...given)).toBe(expected);
  });
});

describe('actionOf', () => {
  it.each<[Partial<AuditedCall>, ReturnType<typeof actionOf>]>([
    [{}, 'search'],
    [{ route: '/v1/things/:id' }, 'read'],
    [{ method: 'HEAD', route: '/v1/things/:id' }, 'read'],
    [{ method: 'POST', scope: 'orders:write', status: 201 }, 'create'],
    [{ method: 'POST', scope: 'orders:write', status: 201, isReplay: true }, 'read'],
    [{ method: 'POST', scope: 'lab:write' }, 'execute'],
    [{ method: 'POST', scope: 'orders:write', route: '/v1/things/:id/ship', status: 201 }, 'update'],
    [{ method: 'POST', scope: 'fhir:read', route: '/fhir/r5/Observation/_search' }, 'search'],
    [{ method: 'POST', scope: 'fhir:read', route: '/fhir/r5/:type/$validate' }, 'execute'],
    [{ method: 'PUT', scope: 'admin', route: '/admin/v1/things/:id', status: 201 }, 'create'],
    [{ method: 'PUT', scope: 'admin', route: '/admin/v1/things/:id' }, 'update'],
    [{ method: 'PATCH', scope: 'fhir:write', route: '/fhir/r5/ServiceRequest/:id' }, 'update'],
    [{ method: 'DELETE', scope: 'admin', route: '/admin/v1/things/:id', status: 204 }, 'delete'],
  ])('of %j is %s', (call, expected) => {
    expect(actionOf({ method: 'GET', route: '/v1/things', scope: 'orders:read', status: 200, isReplay: false, ...call })).toBe(expected);
  });
});
