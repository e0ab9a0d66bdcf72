import { Agent, type IncomingMessage, request as open } from 'node:http';
import { parseStoredJson } from '@gateway/kernel';
import type { TestGateway } from '../../support/gateway';
import type { TestAnswer } from '../../support/test-client';
import type { HostileRequest } from './requests';

/** A client that lets through what fetch would refuse to send. */
export class HostileClient {
  private readonly agent: Agent;
  private addresses = 0;

  constructor(
    private readonly gateway: TestGateway,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  private tokenFor({ token, path }: HostileRequest): string | undefined {
    const { acme, other, operator } = this.gateway;
    if (token === 'none') return undefined;
    if (token === 'unknown') return `lab_${'A'.repeat(43)}`;
    if (/^\/(admin|lab|fulfilment)\//.test(path)) return operator.token;
    return (token === 'other' ? other : acme).token;
  }

  /** @throws Error when the connection breaks twice: it may have ended while it waited, but not a second time */
  async send(request: HostileRequest): Promise<TestAnswer> {
    try {
      return await this.sendOnce(request);
    } catch {
      return this.sendOnce(request);
    }
  }

  private sendOnce(request: HostileRequest): Promise<TestAnswer> {
    const { port } = new URL(this.gateway.url);
    const token = this.tokenFor(request);
    this.addresses += 1;
    const headers = {
      // Failed log-ins are counted for each address.
      'X-Forwarded-For': `2001:db8::${(this.addresses % 0xffff).toString(16)}:${Math.floor(this.addresses / 0xffff).toString(16)}`,
      ...(token !== undefined && { 'X-API-TOKEN': token }),
      ...request.headers,
      ...(request.body !== undefined && { 'Content-Length': String(request.body.length) }),
    };
    return new Promise((resolve, reject) => {
      const sent = open(
        { host: '127.0.0.1', port, method: request.method, path: request.path, headers, agent: this.agent, timeout: 30_000 },
        (response) => {
          collect(response, resolve, reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')));
      sent.on('error', reject);
      sent.end(request.body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function collect(response: IncomingMessage, resolve: (answer: TestAnswer) => void, reject: (error: Error) => void): void {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part));
  response.on('error', reject);
  response.on('end', () => {
    const bytes = Buffer.concat(parts);
    const text = bytes.toString();
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    const isJson = /[/+]json\b/.test(headers['content-type'] ?? '');
    try {
      resolve({ status: response.statusCode!, headers, bytes, text, body: isJson && text !== '' ? parseStoredJson(text) : undefined });
    } catch {
      reject(new Error(`no JSON: ${text.slice(0, 300)}`));
    }
  });
}
