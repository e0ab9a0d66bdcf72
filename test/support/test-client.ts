import { parseStoredJson, stringifyJson } from '@gateway/kernel';
import { addressInTurn } from './instances';

export type Headers = Readonly<Record<string, string>>;

/** An answer as it came: status, headers by lower-case name, the text, and the JSON in it. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON; numbers keep their digits. */
  readonly body: any;
}

const parse = (text: string, contentType: string): unknown =>
  contentType.includes('json') && text !== '' ? parseStoredJson(text) : undefined;

/** A partner's program: sends real requests over HTTP. */
export class TestClient {
  constructor(
    readonly url: string,
    readonly token: string | undefined,
  ) {}

  get(path: string, headers: Headers = {}): Promise<TestAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Headers = {}): Promise<TestAnswer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body?: unknown, headers: Headers = {}): Promise<TestAnswer> {
    return this.send('PUT', path, body, headers);
  }

  /** @param body a value that becomes JSON; a string, Buffer or FormData goes as it is */
  async send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<TestAnswer> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body) || body instanceof FormData;
    const response = await fetch(addressInTurn(this.url) + path, {
      method,
      headers: {
        ...(this.token !== undefined && { 'X-API-TOKEN': this.token }),
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string) : stringifyJson(body) }),
      redirect: 'manual',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      bytes,
      body: parse(text, response.headers.get('content-type') ?? ''),
    };
  }
}
