import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drain } from './shutdown';

describe('drain', () => {
  let server: Server;
  let answer: (() => void) | undefined;
  const agent = new Agent({ keepAlive: true });

  beforeEach(async () => {
    server = createServer((_, response) => {
      answer = () => response.end('done');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });

  afterEach(() => {
    agent.destroy();
  });

  // Waiting for the client to close its connection would take the whole grace, longer than this test may.
  it('finishes what runs, and does not wait for a client that keeps its connection', async () => {
    const { port } = server.address() as AddressInfo;
    const text = new Promise<string>((resolve) => {
      get({ port, host: '127.0.0.1', agent }, (response) => response.on('data', (chunk: Buffer) => resolve(chunk.toString())));
    });
    while (answer === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const drained = drain(server);
    answer();
    expect(await text).toBe('done');
    await drained;
    expect(server.listening).toBe(false);
  }, 8_000);
});
