import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool, QueryResult } from 'pg';
import { v7 as uuid } from 'uuid';
import type { Recipe, Source } from './recipe';
import type { Answers } from './renderers';

type Row = Readonly<Record<string, unknown>>;

/** What parameters are made from while a request is served. */
interface Moment {
  readonly key: string | undefined;
  readonly now: Date;
  readonly answers: (readonly Row[])[];
  readonly made: string[];
}

type Make = (moment: Moment) => unknown;

/** A parameter's source as a function; made once, so that a request costs no more than in a program written by hand. */
function makerOf(source: Source): Make {
  switch (source.from) {
    case 'constant':
      return () => source.value;
    case 'request':
      return ({ key }) => key;
    case 'now':
      return ({ now }) => now;
    case 'bytes':
      return () => randomBytes(source.length);
    case 'row':
      return ({ answers }) => answers[source.statement]![source.row]![source.column];
    case 'column':
      return ({ answers }) => answers[source.statement]!.map((row) => row[source.column]);
    case 'new':
      return ({ made }) => (made[source.number] ??= uuid());
    case 'list':
    case 'text': {
      const makers = source.parts.map(makerOf);
      const toList: Make = (moment) => makers.map((make) => make(moment));
      return source.from === 'list' ? toList : (moment) => (toList(moment) as string[]).join('');
    }
  }
}

/** Runs the statements of a scenario, each prepared once for a connection. */
export function preparedRun(name: string, { steps, isTransaction }: Recipe): (pool: Pool, key: string | undefined) => Promise<Answers> {
  const prepared = steps.map(({ text, values }, index) => ({ name: `${name}-${index}`, text, makers: values.map(makerOf) }));

  const runOn = async (executor: ClientBase | Pool, key: string | undefined): Promise<Answers> => {
    const moment: Moment = { key, now: new Date(), answers: [], made: [] };
    for (const { makers, ...statement } of prepared) {
      const values = makers.map((make) => make(moment));
      const result: QueryResult<Row> = await executor.query<Row>({ ...statement, values });
      moment.answers.push(result.rows);
    }
    return moment.answers;
  };

  return async (pool, key) => {
    if (!isTransaction) return runOn(pool, key);
    const client = await pool.connect();
    try {
      return await runOn(client, key);
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
}
