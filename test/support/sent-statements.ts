import { Client } from 'pg';
import type { TestGateway } from './gateway';
import type { Headers } from './test-client';

export interface SentStatement {
  /** Under which the server keeps it, prepared. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Given {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

type Query = (this: Client, ...args: unknown[]) => unknown;

/** Notes the statements that all connections of this process send while `work` runs, those of work in the background too. */
export async function noteStatements<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly statements: readonly SentStatement[] }> {
  const statements: SentStatement[] = [];
  const send = Reflect.get(Client.prototype, 'query') as Query;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const [given, values] = args;
    const { name, text, values: own } = typeof given === 'string' ? ({ text: given } as Given) : (given as Given);
    statements.push({ name, text, values: own ?? (Array.isArray(values) ? (values as unknown[]) : []) });
    return send.apply(this, args);
  } as typeof Client.prototype.query;
  try {
    return { answer: await work(), statements };
  } finally {
    Client.prototype.query = send as typeof Client.prototype.query;
  }
}

/**
 * Whether a statement is of the request itself: what is known of its token may have to be looked up again after some seconds, and what is
 * recorded of earlier requests goes out in the background, in transactions that begin with another word than those of requests.
 */
export const isOwn = ({ text }: SentStatement): boolean => !/\baccess_tokens\b|\baudit_|^(?:BEGIN|COMMIT)$/.test(text);

/** What the partner `acme` reads, and how many statements go to PostgreSQL for it when its token is known already. */
export async function countStatements(
  { acme }: TestGateway,
  path: string,
  headers: Headers = {},
): Promise<readonly [count: number, body: any]> {
  await acme.get(path);
  const { answer, statements } = await noteStatements(() => acme.get(path, headers));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return [statements.filter(isOwn).length, answer.body];
}
