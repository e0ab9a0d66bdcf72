import { parseStoredJson, stringifyJson } from '@gateway/kernel';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The body as JSON. */
  readonly body: unknown;
  readonly link: string | null;
}

/** Somebody who talks to the service. */
export interface Door {
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
}

/** A door with one token. Every answer that is no success is an error: load tests know what they ask for. */
export class HttpDoor implements Door {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.send('POST', path, body);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send('PUT', path, body);
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'X-API-TOKEN': this.token, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: stringifyJson(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, text, body: isJson ? parseStoredJson(text) : undefined, link: response.headers.get('link') };
  }
}
