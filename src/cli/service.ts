import { Refusal } from './failures';

export interface ServiceAccess {
  readonly baseUrl: string;
  readonly token: string;
  /** Of the problems that the service tells. */
  readonly language: string;
}

interface Violation {
  readonly propertyPath: string;
  readonly message: string;
  readonly hint?: string;
}

interface Problem {
  readonly detail?: string;
  readonly violations?: readonly Violation[];
}

/** What the service answered: read, and as it came, with the digits of its numbers. */
export interface Answered<T> {
  readonly body: T;
  readonly text: string;
}

const parseProblem = (text: string): Problem => {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
};

const line = ({ propertyPath, message, hint }: Violation): string => `  ${propertyPath}: ${message}${hint === undefined ? '' : ` ${hint}`}`;

/** What the service says of a refused request: its detail, or every violation with its hint. */
function describe(status: number, text: string, requestId: string | null): string {
  const { detail, violations } = parseProblem(text);
  const reasons = violations?.map(line).join('\n') ?? `  ${detail ?? 'No reason was given.'}`;
  const reference = status >= 500 && requestId !== null ? `\n  Request id: ${requestId}` : '';
  return `The service refused this (${status}):\n${reasons}${reference}`;
}

const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? String(error);
};

function read(text: string, baseUrl: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${baseUrl} answered with something that is not JSON: is it this service?`);
  }
}

/** Sends requests with one token. */
export class Service {
  constructor(private readonly access: ServiceAccess) {}

  get<T>(path: string): Promise<Answered<T>> {
    return this.send('GET', path);
  }

  /** @param body a value that becomes JSON; text goes as it is, so that its numbers keep their digits */
  post<T>(path: string, body: unknown): Promise<Answered<T>> {
    return this.send('POST', path, body);
  }

  put<T>(path: string, body: unknown): Promise<Answered<T>> {
    return this.send('PUT', path, body);
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  /** Sends an HL7 v2 message; its acknowledgment. */
  async exchange(path: string, message: Buffer): Promise<string> {
    const { bytes, charset } = await this.fetch('POST', path, { body: new Uint8Array(message), type: 'application/hl7-v2' });
    return new TextDecoder(charset).decode(bytes);
  }

  private async send<T>(method: string, path: string, body?: unknown): Promise<Answered<T>> {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const { bytes } = await this.fetch(method, path, body === undefined ? undefined : { body: content, type: 'application/json' });
    const text = bytes.toString();
    return { body: read(text, this.access.baseUrl) as T, text };
  }

  /** @throws Refusal unless the service did what was asked */
  private async fetch(method: string, path: string, sent?: { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string }) {
    const { baseUrl, token, language } = this.access;
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'X-API-TOKEN': token, 'Accept-Language': language, ...(sent && { 'Content-Type': sent.type }) },
      ...(sent && { body: sent.body }),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new Refusal(`No answer from ${baseUrl}: ${reasonOf(error)}`);
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Refusal(describe(response.status, bytes.toString(), response.headers.get('x-request-id')));
    const charset = /;\s*charset=([^\s;]+)/.exec(response.headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
    return { bytes, charset };
  }
}
