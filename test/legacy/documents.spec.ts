import { deliverResult, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { anyUuid, nowhere } from '../support/patterns';
import { expectProblem, expectViolations, violation, withoutOccurrence } from '../support/problems';

const now = '2026-02-05T08:00:00.000Z';
const mebibyte = 1024 * 1024;

/** The exact name of a Content-Disposition (RFC 8187) and the plain one for old clients. */
function fileNamesOf(disposition: string): { exact: string; plain: string } {
  const [, plain, exact] = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(disposition) ?? [];
  return { exact: decodeURIComponent(exact ?? ''), plain: plain ?? '' };
}

describe('documents', () => {
  let gateway: TestGateway;
  let testId: string;
  let resultId: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    gateway.clock.set(now);
    testId = (await placeOrder(gateway.acme)).testIds[0]!;
    resultId = (await deliverResult(gateway.operator, testId)).id;
  });

  afterAll(() => gateway.stop());

  const deliver = (content: string, originalFileName = 'report.pdf', mimeType = 'application/pdf') =>
    gateway.operator.post('/lab/v1/test_results', {
      diagnosticTest: testId,
      observations: [],
      documents: [{ originalFileName, mimeType, content }],
    });

  const upload = (bytes: Buffer | string, name = 'report.pdf', type = 'application/pdf', field = 'file') => {
    const form = new FormData();
    form.append(field, new Blob([Uint8Array.from(Buffer.from(bytes))], { type }), name);
    return gateway.operator.post(`/lab/v1/test_results/${resultId}/documents`, form);
  };

  const stored = async (bytes: Buffer | string, name?: string, type?: string) =>
    (await deliver(Buffer.from(bytes).toString('base64'), name, type)).body.documents[0];

  it('come back byte for byte from base64 in a delivery', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    const document = await stored(bytes);
    expect(document).toEqual({
      id: anyUuid,
      originalFileName: 'report.pdf',
      downloadPath: `/v1/documents/${document.id}/download`,
      mimeType: 'application/pdf',
      size: 1000,
      createdAt: now,
    });
    expect((await gateway.acme.get(document.downloadPath)).bytes.equals(bytes)).toBe(true);
  });

  it('come back byte for byte from a form, after the documents that the result has', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 0]);
    const first = await upload(bytes);
    expect([first.status, first.headers['location']]).toEqual([201, first.body.downloadPath]);
    expect(first.body).toEqual({
      id: anyUuid,
      originalFileName: 'report.pdf',
      downloadPath: `/v1/documents/${first.body.id}/download`,
      mimeType: 'application/pdf',
      size: 7,
      createdAt: now,
    });
    const second = await upload('text', 'Übersicht.txt', 'text/plain');
    expect((await gateway.acme.get(`/v1/test_results/${resultId}`)).body.documents).toEqual([first.body, second.body]);
    expect((await gateway.acme.get(first.body.downloadPath)).bytes.equals(bytes)).toBe(true);
  });

  it('have the documented headers', async () => {
    const { downloadPath } = await stored('0123456789');
    const { status, headers, text } = await gateway.acme.get(downloadPath);
    expect([status, text]).toEqual([200, '0123456789']);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '10',
      'content-disposition': expect.stringMatching(/^attachment; filename="report\.pdf"/),
      etag: expect.stringMatching(/^"[\x21\x23-\x7e]+"$/),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const head = await gateway.acme.send('HEAD', downloadPath);
    const { date: _, 'x-request-id': __, ratelimit: ___, connection: ____, 'keep-alive': _____, ...same } = headers;
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers).toMatchObject(same);
    const ranged = await gateway.acme.send('HEAD', downloadPath, undefined, { Range: 'bytes=0-1' });
    expect([ranged.status, ranged.headers['content-length']]).toEqual([200, '10']);
  });

  it('can be empty', async () => {
    const { downloadPath, size } = await stored('');
    const { status, headers, text } = await gateway.acme.get(downloadPath);
    expect([size, status, headers['content-length'], text]).toEqual([0, 200, '0', '']);
    expect((await gateway.acme.get(downloadPath, { Range: 'bytes=0-0' })).status).toBe(416);
  });

  it.each([
    'Befund für Müller.pdf',
    'Отчёт.pdf',
    'تقرير.pdf',
    '👩‍⚕️ 𝒳.pdf',
    `it's "quoted" (1)*.pdf`,
    '100%25;filename=x.pdf',
    "UTF-8''x.pdf",
    'a\u200d\u2060\u00ad\ufeff.pdf',
    '名'.repeat(255),
  ])('keep the name %s', async (name) => {
    const document = await stored('x', name);
    expect(document.originalFileName).toBe(name);
    const { exact, plain } = fileNamesOf((await gateway.acme.get(document.downloadPath)).headers['content-disposition']!);
    expect(exact).toBe(name);
    expect(plain).toMatch(/^[\x20-\x7e]+$/);
  });

  it.each([
    '../../etc/passwd',
    '/etc/passwd',
    '..\\boot.ini',
    'C:\\boot.ini',
    'a\0.pdf',
    'a\r\nSet-Cookie: x=1.pdf',
    'a\tb',
    ' ',
    '',
    'x'.repeat(256),
  ])('must not have the name %j in a delivery', async (name) => {
    const { status, body } = await deliver('', name);
    expect([status, body.violations.map((one: any) => one.propertyPath)]).toEqual([422, ['documents[0].originalFileName']]);
  });

  it('lose the path of their name in a form', async () => {
    const { body } = await upload('x', '../../etc/passwd.pdf');
    expect(body.originalFileName).toBe('passwd.pdf');
  });

  it('count the code points of a name in a form, too', async () => {
    expect((await upload('x', '𝒳'.repeat(255))).body.originalFileName).toBe('𝒳'.repeat(255));
    expect((await upload('x', '𝒳'.repeat(256))).status).toBe(422);
  });

  it.each(['a', 'ab=', 'YQ', 'YQ=', 'YQ===', 'YW-_', 'Y Q=', 'YQ==\n', 'ü', 'data:text/plain;base64,YQ=='])(
    'must not come as the base64 %j',
    async (content) => {
      expectViolations(await deliver(content), violation('documents[0].content', 'Regex'));
    },
  );

  it.each<[string, string, number, [number, number] | undefined]>([
    ['the first byte', 'bytes=0-0', 206, [0, 0]],
    ['the middle', 'bytes=2-5', 206, [2, 5]],
    ['the last byte', 'bytes=9-9', 206, [9, 9]],
    ['from a byte on', 'bytes=7-', 206, [7, 9]],
    ['past the end', 'bytes=8-100', 206, [8, 9]],
    ['a suffix', 'bytes=-3', 206, [7, 9]],
    ['a suffix longer than all', 'bytes=-100', 206, [0, 9]],
    ['all', 'bytes=0-', 206, [0, 9]],
    ['beyond the end', 'bytes=10-', 416, undefined],
    ['far beyond the end', 'bytes=100-200', 416, undefined],
    ['an empty suffix', 'bytes=-0', 416, undefined],
    ['another unit', 'lines=1-2', 200, undefined],
    ['several places', 'bytes=0-1,5-6', 200, undefined],
  ])('answer to a range: %s', async (_, range, expected, slice) => {
    const { downloadPath } = await stored('0123456789');
    const answer = await gateway.acme.get(downloadPath, { Range: range });
    expect(answer.status).toBe(expected);
    if (expected === 416) {
      expectProblem(answer, 416);
      expect(answer.headers['content-range']).toBe('bytes */10');
      return;
    }
    const [start, end] = slice ?? [0, 9];
    expect([answer.text, answer.headers['content-length']]).toEqual(['0123456789'.slice(start, end + 1), String(end - start + 1)]);
    expect(answer.headers['content-range']).toBe(slice && `bytes ${start}-${end}/10`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      etag: expect.any(String),
    });
  });

  it('answer to conditions by their ETag', async () => {
    const { downloadPath } = await stored('0123456789');
    const etag = (await gateway.acme.get(downloadPath)).headers['etag']!;
    const get = async (headers: Record<string, string>) => {
      const { status, text } = await gateway.acme.get(downloadPath, headers);
      return [status, text];
    };
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) expect(await get({ 'If-None-Match': tags })).toEqual([304, '']);
    expect(await get({ 'If-None-Match': '"x"' })).toEqual([200, '0123456789']);
    expect(await get({ 'If-None-Match': etag, Range: 'bytes=0-0' })).toEqual([304, '']);
    expect(await get({ 'If-Range': etag, Range: 'bytes=0-0' })).toEqual([206, '0']);
    expect(await get({ 'If-Range': '"x"', Range: 'bytes=0-0' })).toEqual([200, '0123456789']);
    expect(await get({ 'If-Range': `W/${etag}`, Range: 'bytes=0-0' })).toEqual([200, '0123456789']);
    expect(await get({ 'If-Range': '"x"', Range: 'bytes=100-' })).toEqual([200, '0123456789']);
    const again = await gateway.acme.get((await stored('0123456789')).downloadPath);
    const changed = await gateway.acme.get((await stored('0123456780')).downloadPath);
    expect([again.headers['etag'] === etag, changed.headers['etag'] === etag]).toEqual([true, false]);
  });

  it('may have 20 MiB, and no byte more', async () => {
    const bytes = Buffer.alloc(20 * mebibyte, 'laboratory');
    const kept = await upload(bytes);
    expect([kept.status, kept.body.size]).toEqual([201, 20 * mebibyte]);
    const tail = await gateway.acme.get(kept.body.downloadPath, { Range: 'bytes=-10' });
    expect(tail.bytes.equals(bytes.subarray(-10))).toBe(true);
    expectProblem(await upload(Buffer.alloc(20 * mebibyte + 1)), 413);
    expect((await deliver(bytes.toString('base64'))).body.documents[0].size).toBe(20 * mebibyte);
    const large = await deliver(Buffer.alloc(20 * mebibyte + 1).toString('base64'));
    expectViolations(large, violation('documents[0].content', 'TooLong', { payload: { max: 20 * mebibyte } }));
    expectProblem(await upload(Buffer.alloc(22 * mebibyte)), 413);
  });

  it('of a form must be in the field "file", once', async () => {
    expectProblem(await upload('x', 'a.pdf', 'application/pdf', 'files'), 400);
    expectProblem(await gateway.operator.post(`/lab/v1/test_results/${resultId}/documents`, { file: 'x' }), 415);
    const broken = await gateway.operator.post(`/lab/v1/test_results/${resultId}/documents`, 'x', {
      'Content-Type': 'multipart/form-data',
    });
    expect([400, 415]).toContain(broken.status);
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx';
    expectProblem(
      await gateway.operator.post(`/lab/v1/test_results/${resultId}/documents`, cut, { 'Content-Type': 'multipart/form-data; boundary=b' }),
      400,
    );
    const nowhereForm = new FormData();
    nowhereForm.append('file', new Blob(['x']), 'a');
    expectProblem(await gateway.operator.post(`/lab/v1/test_results/${nowhere}/documents`, nowhereForm), 404);
  });

  it('of another partner answer like missing ones', async () => {
    const { id, downloadPath } = await stored('x');
    const foreign = await gateway.other.get(downloadPath, { Range: 'bytes=100-', 'If-None-Match': '*' });
    expectProblem(foreign, 404);
    const missing = await gateway.other.get(`/v1/documents/${nowhere}/download`);
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(missing, nowhere));
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(await gateway.acme.get('/v1/documents/nothing/download')));
  });
});
