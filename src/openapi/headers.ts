import type { AnswerDescription } from '@gateway/access';
import type { ProblemKind } from '@gateway/problems';
import type { Route } from './routes';

type Header = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, Header>>;

const text = (description: string, required = false): Header => ({ description, required, schema: { type: 'string' } });

/** Response headers that several operations share. */
export const sharedHeaders: Headers = {
  'X-Request-Id': text('Names the request.', true),
  'Content-Language': { description: 'Language of the answer.', required: true, schema: { type: 'string', enum: ['en', 'de', 'fr'] } },
  'RateLimit-Policy': text('Quota and window of the token, such as "default";q=600;w=60.'),
  RateLimit: text('What is left, and the seconds until all of it is back, such as "default";r=119;t=1.'),
  Link: text('The first, previous and next page, and the last when the total was asked for (RFC 8288).'),
  'X-Total-Count': { description: 'All records that match; only with Prefer: count=exact.', schema: { type: 'integer' } },
  'Idempotent-Replayed': {
    description: 'The stored answer of an earlier request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
  'WWW-Authenticate': text('Bearer.', true),
};

const reference = (name: string): Header => ({ $ref: `#/components/headers/${name}` });

const references = (names: readonly string[]): Headers => Object.fromEntries(names.map((name) => [name, reference(name)]));

const always = ['X-Request-Id', 'Content-Language'];
const rateLimit = ['RateLimit-Policy', 'RateLimit'];

/** Answers are kept for whoever shows a token. */
export const takesIdempotencyKey = ({ method, operation }: Pick<Route, 'method' | 'operation'>): boolean =>
  method === 'POST' && operation.scope !== undefined;

/** The headers of a successful answer. */
export function answerHeaders({ method, operation }: Route, answer: AnswerDescription<never>): Headers {
  return {
    ...Object.fromEntries(Object.entries(answer.headers ?? {}).map(([name, description]) => [name, text(description, true)])),
    ...references([
      ...always,
      ...(operation.scope === undefined ? [] : rateLimit),
      ...(operation.query === undefined ? [] : ['Link', 'X-Total-Count']),
      ...(takesIdempotencyKey({ method, operation }) ? ['Idempotent-Replayed'] : []),
    ]),
  };
}

const ownHeaders: Readonly<Partial<Record<ProblemKind, readonly string[]>>> = {
  unauthenticated: ['WWW-Authenticate'],
  forbidden: rateLimit,
  throttled: [...rateLimit, 'Retry-After'],
  unavailable: ['Retry-After'],
};

/** The headers of a problem of the kind. */
export const problemHeaders = (kind: ProblemKind): Headers => references([...always, ...(ownHeaders[kind] ?? [])]);
