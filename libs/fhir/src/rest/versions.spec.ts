import { isUnchanged, versionIn, versionOf } from './versions';

const version = versionOf({ resourceType: 'ServiceRequest', meta: { versionId: '3', lastUpdated: '2026-01-31T09:30:00.750Z' } });

describe('versionOf', () => {
  it('names the version and the second of the change', () => {
    expect(version).toEqual({ etag: 'W/"3"', lastModified: 'Sat, 31 Jan 2026 09:30:00 GMT', isDated: true });
  });
});

describe('isUnchanged', () => {
  it.each<[string | undefined, string | undefined, boolean]>([
    [undefined, undefined, false],
    ['W/"3"', undefined, true],
    ['"3"', undefined, true],
    ['W/"2", W/"3"', undefined, true],
    ['*', undefined, true],
    ['W/"2"', undefined, false],
    ['W/"33"', undefined, false],
    [undefined, 'Sat, 31 Jan 2026 09:30:00 GMT', true],
    [undefined, 'Sat, 31 Jan 2026 09:30:01 GMT', true],
    [undefined, 'Sat, 31 Jan 2026 09:29:59 GMT', false],
    [undefined, 'yesterday', false],
    ['W/"2"', 'Sat, 31 Jan 2026 09:30:00 GMT', false],
  ])('If-None-Match %s and If-Modified-Since %s: %s', (ifNoneMatch, ifModifiedSince, expected) => {
    expect(isUnchanged(version, ifNoneMatch, ifModifiedSince)).toBe(expected);
  });
});

it('a time alone says nothing of a resource that gets parts without it', () => {
  const report = versionOf({ resourceType: 'DiagnosticReport', meta: { versionId: '7', lastUpdated: '2026-01-31T09:30:00.750Z' } });
  expect(report).toEqual({ etag: 'W/"7"', lastModified: 'Sat, 31 Jan 2026 09:30:00 GMT', isDated: false });
  expect(isUnchanged(report, undefined, 'Sat, 31 Jan 2026 09:30:00 GMT')).toBe(false);
  expect(isUnchanged(report, report.etag, undefined)).toBe(true);
});

describe('versionIn', () => {
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['*', undefined],
    ['W/"12"', 12],
    ['"12"', 12],
    ['12', 12],
    ['W/"x"', NaN],
    ['W/"0"', NaN],
    ['W/"1", W/"2"', NaN],
    ['', NaN],
  ])('reads %j as %s', (ifMatch, expected) => {
    expect(versionIn(ifMatch)).toBe(expected);
  });
});
