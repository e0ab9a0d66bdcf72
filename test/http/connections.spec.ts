import { connect } from 'node:net';
import { orderBody, putProduct } from '../support/factories';
import { uuidPattern } from '../support/patterns';
import { startGateway, type TestGateway } from '../support/gateway';

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: any;
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: body.startsWith('{') ? JSON.parse(body) : body,
  };
}

describe('connections', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  /** Sends bytes as they are and reads until the connection ends. */
  const exchange = (...parts: readonly string[]): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(gateway.url);
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), '127.0.0.1', () => {
        for (const part of parts) socket.write(part);
      });
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', (error) => {
        if (chunks.length === 0) reject(error);
      });
      socket.on('close', () => {
        resolve(parseAnswer(Buffer.concat(chunks).toString()));
      });
    });

  const request = (method: string, path: string, headers: readonly string[] = []): string =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: gateway.example',
      'Connection: close',
      `X-API-TOKEN: ${gateway.acme.token!}`,
      ...headers,
      '',
      '',
    ].join('\r\n');

  /** The whole answer to bytes that never became a request. */
  function expectRefusal({ status, headers, body }: RawAnswer, expected: number): void {
    expect([status, headers['content-type'], headers['connection']]).toEqual([
      expected,
      'application/problem+json; charset=utf-8',
      'close',
    ]);
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(uuidPattern),
      'content-language': 'en',
      vary: 'Accept, Accept-Language',
      'content-length': String(Buffer.byteLength(JSON.stringify(body))),
    });
    expect(body).toEqual({
      '@context': '/contexts/Error',
      '@id': `/errors/${expected}`,
      '@type': 'Error',
      title: 'An error occurred',
      detail: expect.any(String),
      status: expected,
      instance: `/errors/${expected}#${headers['x-request-id']!}`,
      type: `/errors/${expected}`,
      description: body.detail,
    });
  }

  it.each([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00 hello\r\n\r\n'],
    ['a method that is none', 'FETCH /v1/diagnostic_orders HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another protocol', 'GET /v1/diagnostic_orders SIP/2.0\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n'],
    ['a header with control characters', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n'],
    ['a length that is none', 'POST /v1/diagnostic_orders HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a blank in the target', 'GET /v1/diagnostic orders HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('answer 400 to %s', async (_, bytes) => {
    expectRefusal(await exchange(bytes), 400);
  });

  it('answer 431 to a header of more than 256 KiB', async () => {
    expectRefusal(await exchange(request('GET', '/v1/diagnostic_orders', [`X-Large: ${'x'.repeat(300 * 1024)}`])), 431);
    expectRefusal(await exchange(request('GET', `/v1/diagnostic_orders?x=${'x'.repeat(300 * 1024)}`)), 431);
  });

  it('take a long query of many identifiers', async () => {
    const query = Array.from({ length: 200 }, () => 'order[]=0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a').join('&');
    expect((await exchange(request('GET', `/v1/diagnostic_orders?${query}`))).status).toBe(200);
  });

  it('take a body in chunks', async () => {
    const body = JSON.stringify(orderBody());
    const chunks = [body.slice(0, 10), body.slice(10)].map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
    const head = request('POST', '/v1/diagnostic_orders', ['Content-Type: application/json', 'Transfer-Encoding: chunked']);
    expect((await exchange(head, ...chunks, '0\r\n\r\n')).status).toBe(201);
  });

  it('answer 413 to chunks without end', async () => {
    const head = request('POST', '/v1/diagnostic_orders', ['Content-Type: application/json', 'Transfer-Encoding: chunked']);
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    const answer = await exchange(head, ...Array.from({ length: 40 }, () => chunk));
    expect([answer.status, answer.body.status, answer.headers['connection']]).toEqual([413, 413, 'close']);
  });

  it('answer 413 to an announced length before the body is sent', async () => {
    const head = request('POST', '/v1/diagnostic_orders', ['Content-Type: application/json', 'Content-Length: 999999999']);
    const answer = await exchange(head);
    expect([answer.status, answer.body.type]).toEqual([413, '/errors/413']);
  });

  it('answer 413 to a body that is too large, after the 100 Continue that Node.js sends by itself', async () => {
    const headers = ['Content-Type: application/json', 'Content-Length: 999999999', 'Expect: 100-continue'];
    const answer = await exchange(request('POST', '/v1/diagnostic_orders', headers));
    expect([answer.status, answer.body]).toEqual([100, expect.stringMatching(/^HTTP\/1\.1 413 [^]*\r\nConnection: close(\r\n|$)/)]);
  });

  it('outlive a client that goes away in the middle of its body', async () => {
    const { port } = new URL(gateway.url);
    const head = request('POST', '/v1/diagnostic_orders', ['Content-Type: application/json', 'Content-Length: 5000']);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`${head}{"a":`, () => setTimeout(() => socket.destroy(), 50));
      });
      socket.on('close', () => {
        resolve();
      });
    });
    expect((await gateway.acme.get('/v1/diagnostic_orders')).status).toBe(200);
    expect((await gateway.nobody.get('/health/ready')).status).toBe(200);
  });
});
