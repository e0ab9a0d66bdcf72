import { AuditTrail } from '@gateway/audit';
import { Client } from 'pg';
import type { TestGateway } from './gateway';
import type { Headers } from './test-client';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
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
    const { text, values: own } = typeof given === 'string' ? { text: given } : (given as { text: string; values?: unknown[] });
    statements.push({ text, values: own ?? (Array.isArray(values) ? (values as unknown[]) : []) });
    return send.apply(this, args);
  } as typeof Client.prototype.query;
  try {
    return { answer: await work(), statements };
  } finally {
    Client.prototype.query = send as typeof Client.prototype.query;
  }
}

/** Whether a statement belongs to the request: what is known of its token may have to be looked up again after some seconds. */
const isOwn = ({ text }: SentStatement): boolean => !text.includes('access_tokens');

/** What the partner `acme` reads, and how many statements go to PostgreSQL for it when its token is known already. */
export async function countStatements(
  { acme, application }: TestGateway,
  path: string,
  headers: Headers = {},
): Promise<readonly [count: number, body: any]> {
  await acme.get(path);
  // What is recorded of earlier requests must not go out meanwhile.
  await application.get(AuditTrail).flush();
  const { answer, statements } = await noteStatements(() => acme.get(path, headers));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return [statements.filter(isOwn).length, answer.body];
}
