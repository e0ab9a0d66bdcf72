import { Client } from 'pg';
import type { DataSource } from 'typeorm';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (this: Client, ...args: unknown[]) => unknown;

/** Notes the statements that all connections of this process send while `work` runs. */
export async function statementsOf(work: () => Promise<void>): Promise<readonly SentStatement[]> {
  const sent: SentStatement[] = [];
  const send = Reflect.get(Client.prototype, 'query') as Query;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const [given, values] = args;
    const { text, values: own } = typeof given === 'string' ? { text: given } : (given as { text: string; values?: unknown[] });
    sent.push({ text, values: own ?? (Array.isArray(values) ? (values as unknown[]) : []) });
    return send.apply(this, args);
  } as typeof Client.prototype.query;
  try {
    await work();
  } finally {
    Client.prototype.query = send as typeof Client.prototype.query;
  }
  return sent;
}

/** The plan that PostgreSQL makes for these very parameters. */
export async function planOf(dataSource: DataSource, { text, values }: SentStatement): Promise<string> {
  const lines: { 'QUERY PLAN': string }[] = await dataSource.query(`EXPLAIN ${text}`, [...values]);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

/** The tables that a plan reads from the first row to the last. */
export const tablesReadWhole = (plan: string): readonly string[] => [
  ...new Set([...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table!)),
];
