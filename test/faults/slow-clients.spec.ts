import { connect, type Socket } from 'node:net';
import { until } from '../support/service-process';
import { deliverResult, orderBody, placeOrder } from '../support/factories';
import type { Load } from './support/load';
import type { Probes } from './support/probes';
import { expectUndisturbed, FaultScene, timeouts } from './support/scene';

/** How late the server may find that a time is over, on a busy machine. */
const latenessMilliseconds = 2_500;
/** More than the pool has connections. */
const crowd = 24;
const documentBytes = 16 * 1024 * 1024;
const downloads = 4;
/** As many as the pool has connections. */
const readers = 10;

/** A connection that does as it likes, and what came over it. */
class RawClient {
  readonly chunks: Buffer[] = [];
  private readonly began = performance.now();
  private readonly closed: Promise<number>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', () => resolve(performance.now() - this.began));
    });
  }

  static async to(url: string): Promise<RawClient> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const client = new RawClient(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    return client;
  }

  /** After how many milliseconds the server has closed it. */
  whenClosed(): Promise<number> {
    return this.closed;
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.chunks[0]?.toString('latin1') ?? '')?.[1]);
  }

  get size(): number {
    return this.chunks.reduce((sum, { length }) => sum + length, 0);
  }

  get body(): any {
    const [, body = ''] = Buffer.concat(this.chunks).toString().split('\r\n\r\n', 2);
    return JSON.parse(body);
  }
}

describe('clients that are slow', () => {
  let scene: FaultScene;
  let load: Load;
  let probes: Probes;

  beforeAll(async () => {
    scene = await FaultScene.start({ settings: { LOG_LEVEL: 'info' } });
  });

  afterAll(() => scene.destroy());

  beforeEach(() => {
    load = scene.load({ writers: 4 });
    probes = scene.probe();
  });

  /** Nobody else has noticed anything. */
  afterEach(() => expectUndisturbed(scene, load, probes));

  const crowdOf = (count = crowd): Promise<readonly RawClient[]> =>
    Promise.all(Array.from({ length: count }, () => RawClient.to(scene.caller.url)));

  const head = (method: string, path: string, ...headers: readonly string[]): string =>
    [`${method} ${path} HTTP/1.1`, 'Host: gateway.example', `X-API-TOKEN: ${scene.caller.partnerToken}`, ...headers, ''].join('\r\n');

  const expectTimedOut = async (clients: readonly RawClient[], seconds: number): Promise<void> => {
    const closed = await Promise.all(clients.map((client) => client.whenClosed()));
    expect(Math.min(...closed)).toBeGreaterThan(seconds * 1000 - 200);
    expect(Math.max(...closed)).toBeLessThan(seconds * 1000 + latenessMilliseconds);
    for (const { status, body } of clients) {
      expect([status, body]).toEqual([408, expect.objectContaining({ status: 408, type: '/errors/408' })]);
    }
  };

  it('send half a body and wait', async () => {
    const body = JSON.stringify(orderBody({ metadata: { half: 'yes' } }));
    const clients = await crowdOf();
    for (const { socket } of clients) {
      const headers = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ''];
      socket.write(`${head('POST', '/v1/diagnostic_orders', ...headers)}\r\n${body.slice(0, body.length / 2)}`);
    }
    await expectTimedOut(clients, timeouts.request);
    expect(await scene.postgres.query(`SELECT id FROM diagnostic_orders WHERE metadata LIKE '%half%'`)).toEqual([]);
  });

  it('send a body byte by byte', async () => {
    const before = await RawClient.to(scene.caller.url);
    const headers = ['Content-Type: application/json', 'Content-Length: 1000', 'Idempotency-Key: drop-by-drop', ''];
    before.socket.write(`${head('POST', '/v1/diagnostic_orders', ...headers)}\r\n`);
    const drops = setInterval(() => before.socket.write('{'), 100);
    await expectTimedOut([before], timeouts.request);
    clearInterval(drops);
  });

  it('send half a header and wait', async () => {
    const clients = await crowdOf();
    for (const { socket } of clients) socket.write(head('GET', '/v1/diagnostic_orders'));
    await expectTimedOut(clients, timeouts.header);
  });

  it('stop reading in the middle of a document', async () => {
    const { testIds } = await placeOrder(scene.partner);
    const content = Buffer.alloc(documentBytes, 'laboratory').toString('base64');
    const document = { originalFileName: 'report.pdf', mimeType: 'application/pdf', content };
    const { documents } = await deliverResult(scene.operator, testIds[0]!, { externalId: 'document', documents: [document] });
    // One download after the other: more than the buffers of the system between take in.
    const clients = await crowdOf(readers);
    for (const { socket } of clients) {
      for (let count = 0; count < downloads; count += 1) socket.write(`${head('GET', documents[0].downloadPath)}\r\n`);
      socket.once('data', () => socket.pause());
    }
    const aborted = () => scene.service.log.filter((line) => line.aborted === true && line.route === '/v1/documents/:id/download');
    await until(() => aborted().length >= readers, 'every reader has lost its connection');
    for (const { socket } of clients) socket.destroy();
    expect(aborted().map(({ status }) => status)).toEqual(clients.map(() => 200));
    for (const { status, size } of clients) expect([status, size < documentBytes]).toEqual([200, true]);
  });
});
