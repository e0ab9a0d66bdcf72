import { type ClientBase, Query, type QueryResult, type QueryResultRow } from 'pg';

/** A query as the driver runs it: of an object with text, parameters and name it would make a copy first, property by property. */
class NamedQuery extends Query {
  constructor(
    text: string,
    parameters: readonly unknown[],
    readonly name: string | undefined,
  ) {
    super(text, parameters);
  }
}

/** As pools and connections take queries; the types of the driver leave it out. */
interface Executor {
  query(query: NamedQuery, done: (error: Error | null | undefined, result: QueryResult) => void): unknown;
}

/** Runs SQL on a connection or a pool. @param name under which the server keeps the statement, prepared; undefined when it is not to be kept */
export function runNamed<Row extends QueryResultRow>(
  executor: Pick<ClientBase, 'query'>,
  text: string,
  parameters: readonly unknown[],
  name: string | undefined,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    (executor as unknown as Executor).query(new NamedQuery(text, parameters, name), (error, result) => {
      if (error) reject(error);
      else resolve(result.rows as Row[]);
    });
  });
}
