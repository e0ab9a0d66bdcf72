import type { DataSource } from 'typeorm';
import type { SentStatement } from './sent-statements';

export interface PlanOptions {
  /** The statement runs too, and the plan says what each step of it has found. */
  readonly isRun?: boolean;
}

/** The plan that PostgreSQL makes for these very parameters. */
export async function planOf(
  dataSource: DataSource,
  { text, values }: SentStatement,
  { isRun = false }: PlanOptions = {},
): Promise<string> {
  const explain = isRun ? 'EXPLAIN (ANALYZE, TIMING OFF)' : 'EXPLAIN';
  const lines: { 'QUERY PLAN': string }[] = await dataSource.query(`${explain} ${text}`, [...values]);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

/** The tables that a plan reads from the first row to the last. */
export const tablesReadWhole = (plan: string): readonly string[] => [
  ...new Set([...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table!)),
];
