/**
 * Loaded into a service before anything else (`node --require`): notes every statement that the driver sends, with its
 * parameters and rows, and hands them over when the parent asks. The service that is measured runs without it.
 */
import { Client, type QueryResult } from 'pg';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  rows: readonly Readonly<Record<string, unknown>>[];
}

type Callback = (error: Error | null, result: QueryResult) => void;
type Query = (this: Client, ...args: unknown[]) => unknown;

let recorded: RecordedStatement[] = [];

const send = Reflect.get(Client.prototype, 'query') as Query;

function statementOf([given, values]: readonly unknown[]): RecordedStatement {
  const config = typeof given === 'string' ? { text: given } : (given as { text: string; values?: unknown[] });
  const own = 'values' in config ? config.values : undefined;
  return { text: config.text, values: own ?? (Array.isArray(values) ? (values as unknown[]) : []), rows: [] };
}

const keep = (statement: RecordedStatement, result: QueryResult | undefined): void => {
  statement.rows = (result?.rows ?? []) as RecordedStatement['rows'];
};

Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
  const statement = statementOf(args);
  recorded.push(statement);
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const heard: Callback = (error, result) => {
      keep(statement, result);
      (callback as Callback)(error, result);
    };
    return send.call(this, ...args.slice(0, -1), heard);
  }
  const answer = send.call(this, ...args);
  if (!(answer instanceof Promise)) return answer;
  return answer.then((result: QueryResult) => {
    keep(statement, result);
    return result;
  });
} as typeof Client.prototype.query;

/** Rows may hold numbers of a class that does not travel between processes: as JSON they do. */
const portable = (value: unknown): unknown =>
  value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value) || Array.isArray(value)
    ? value
    : JSON.stringify(value);

process.on('message', () => {
  const statements = recorded.map(({ text, values, rows }) => ({
    text,
    values,
    rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, portable(value)]))),
  }));
  recorded = [];
  process.send?.(statements);
});
