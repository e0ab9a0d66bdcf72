import { stringifyJson } from '@gateway/kernel';

/** What stays the same however often it is sent. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one request went. */
export interface Attempt {
  readonly what: string;
  /** By `performance.now()`. */
  readonly began: number;
  readonly milliseconds: number;
  /** Undefined: no answer. */
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly text: string;
}

const patienceMilliseconds = 45_000;

/** Sends a request and waits for its answer, or for the end of the connection. */
export async function attempt(url: string, what: string, { method, path, token, body, headers }: Sent): Promise<Attempt> {
  const began = performance.now();
  const done = (status: number | undefined, answered: Headers, text: string): Attempt => ({
    what,
    began,
    milliseconds: performance.now() - began,
    status,
    headers: answered,
    text,
  });
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { 'X-API-TOKEN': token }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: stringifyJson(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    const text = await response.text();
    return done(response.status, response.headers, text);
  } catch {
    return done(undefined, new Headers(), '');
  }
}

/** A 503 as it has to be: when to come back, and why in the form of its door. */
export function expectRefusal({ status, headers, text }: Attempt): void {
  const body = JSON.parse(text) as Record<string, any>;
  const isResource = body['resourceType'] === 'OperationOutcome';
  expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
    503,
    expect.stringMatching(/^[1-9]\d?$/),
    expect.stringMatching(isResource ? /^application\/fhir\+json/ : /^application\/problem\+json/),
  ]);
  if (isResource) expect(body['issue'][0]).toMatchObject({ severity: 'error', code: 'transient' });
  else expect(body).toMatchObject({ status: 503, type: '/errors/503' });
}

/** How often each status came. */
export function statuses(attempts: readonly Attempt[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status = 'none' } of attempts) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const longest = (attempts: readonly Attempt[]): number => Math.max(0, ...attempts.map(({ milliseconds }) => milliseconds));
