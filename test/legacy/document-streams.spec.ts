import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { DocumentsService } from '@gateway/core';
import { deliverResult, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { expectProblem } from '../support/problems';

const kibibyte = 1024;
const chunk = 256 * kibibyte;
const size = 20 * 1024 * kibibyte - 7;

describe('the download of a document', () => {
  let gateway: TestGateway;
  let bytes: Buffer;
  let path: string;
  let smallPath: string;
  let read: jest.SpyInstance;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    const { testIds } = await placeOrder(gateway.acme);
    bytes = Buffer.alloc(size, Array.from({ length: 999 }, (_, index) => String(index)).join());
    const documents = [bytes, bytes.subarray(0, chunk)].map((content) => ({
      originalFileName: 'report.pdf',
      mimeType: 'application/pdf',
      content: content.toString('base64'),
    }));
    const result = await deliverResult(gateway.operator, testIds[0]!, { documents });
    [path, smallPath] = result.documents.map(({ downloadPath }: { downloadPath: string }) => downloadPath);
  }, 60_000);

  beforeEach(() => {
    read = jest.spyOn(gateway.application.get(DocumentsService), 'read');
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => gateway.stop());

  const reads = () => read.mock.calls.map(([, , start, length]: unknown[]) => [start, length]);

  it('comes in chunks, byte for byte', async () => {
    const answer = await gateway.acme.get(path);
    expect([answer.status, answer.headers['content-length'], answer.bytes.equals(bytes)]).toEqual([200, String(size), true]);
    expect(reads()).toHaveLength(Math.ceil(size / chunk));
    expect(reads().slice(0, 2)).toEqual([
      [0, chunk],
      [chunk, chunk],
    ]);
  });

  it('comes in chunks of a range', async () => {
    const answer = await gateway.acme.get(path, { Range: `bytes=5-${chunk + 5}` });
    expect([answer.status, answer.headers['content-length'], answer.headers['content-range']]).toEqual([
      206,
      String(chunk + 1),
      `bytes 5-${chunk + 5}/${size}`,
    ]);
    expect(answer.bytes.equals(bytes.subarray(5, chunk + 6))).toBe(true);
    expect(reads()).toEqual([
      [5, chunk],
      [chunk + 5, 1],
    ]);
  });

  it('is one read of a small document, whose failure is told', async () => {
    expect((await gateway.acme.get(smallPath)).bytes.equals(bytes.subarray(0, chunk))).toBe(true);
    expect(reads()).toEqual([[0, chunk]]);
    read.mockRejectedValueOnce(new Error('broken'));
    expectProblem(await gateway.acme.get(smallPath), 500);
  });

  it('reads nothing for HEAD', async () => {
    for (const [of, length] of [
      [path, size],
      [smallPath, chunk],
    ] as const) {
      const { status, headers, text } = await gateway.acme.send('HEAD', of);
      expect([status, headers['content-length'], headers['content-type'], text]).toEqual([200, String(length), 'application/pdf', '']);
    }
    expect(read).not.toHaveBeenCalled();
  });

  it('breaks off when the database fails in the middle', async () => {
    read.mockResolvedValueOnce(bytes.subarray(0, chunk)).mockRejectedValueOnce(new Error('broken'));
    await expect(gateway.acme.get(path)).rejects.toThrow();
    expect((await gateway.acme.get(smallPath)).status).toBe(200);
  });

  it('waits for a slow reader, and for one that stops reading 30 seconds', async () => {
    const response = new Promise<ServerResponse>((resolve) => {
      jest.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (this: ServerResponse, milliseconds: number) {
        expect(milliseconds).toBe(30_000);
        this.once('close', () => {
          resolve(this);
        });
        this.socket?.setTimeout(300);
        return this;
      });
    });
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-TOKEN: ${gateway.acme.token!}\r\n\r\n`);
    });
    socket.once('data', () => socket.pause());
    const { writableFinished } = await response;
    socket.destroy();
    expect(writableFinished).toBe(false);
    expect(reads().length).toBeLessThan(Math.ceil(size / chunk));
  });
});
