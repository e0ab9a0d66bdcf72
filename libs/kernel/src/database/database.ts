import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import type { Client, ClientBase, Pool, QueryResultRow } from 'pg';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type QueryRunner,
} from 'typeorm';
import { ServiceSettings } from '../settings';
import { Insertion } from './insertion';
import { isConnectionLost, isDatabaseOutage } from './outage';
import { runNamed } from './named-query';
import { StatementNames } from './statement-names';

interface Transaction {
  readonly runner: QueryRunner;
  readonly client: Client;
}

/** Runs SQL with parameters. */
export type Execute = <Row extends QueryResultRow>(text: string, parameters?: readonly unknown[]) => Promise<Row[]>;

const rowsPerInsert = 1000;

/** Prepared statements take memory on every connection. */
const mostNames = 500;

/** PostgreSQL, "ReadyForQuery": in no transaction. */
const idleStatus = 'I';

/**
 * The way to PostgreSQL. Inside `transaction` every query and every write through `manager` belongs to that transaction;
 * nothing needs a session of its own, so it runs behind PgBouncer in transaction mode.
 */
@Injectable()
export class Database {
  private readonly current = new AsyncLocalStorage<Transaction>();
  private readonly names: StatementNames;
  private readonly insertions = new Map<EntityTarget<ObjectLiteral>, Insertion>();
  /** Transactions that have begun and not ended. */
  private running = 0;

  constructor(
    private readonly dataSource: DataSource,
    { preparedStatements }: ServiceSettings,
  ) {
    this.names = new StatementNames(preparedStatements ? mostNames : 0);
    // TypeORM gives connections back also when it has given up on their statement: nobody may get one that is busy with it.
    (dataSource.driver as { master?: Pool }).master?.on('release', (_, client) => {
      if (isBusy(client)) void client.end();
    });
  }

  /** TypeORM's manager of the transaction that runs, or of the pool. */
  get manager(): EntityManager {
    return this.current.getStore()?.runner.manager ?? this.dataSource.manager;
  }

  /** Runs SQL with parameters; rows as PostgreSQL names them. A text that comes again is planned once for each connection. */
  query<Row extends QueryResultRow>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.run<Row>(text, parameters, this.names.of(text));
  }

  /** The same for SQL whose best plan depends on the parameters, such as searches: planned each time. */
  search<Row extends QueryResultRow>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.run<Row>(text, parameters);
  }

  private async run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], name?: string): Promise<Row[]> {
    const executor = this.current.getStore()?.client ?? this.pool;
    try {
      return await runNamed<Row>(executor, text, parameters, name);
    } catch (error) {
      // As the driver made it, its stack ends where the answer came in: from here it leads to who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw asRefusal(error);
    }
  }

  /** Inserts any number of rows: one statement for each thousand. */
  async insertAll<Row extends ObjectLiteral>(entity: EntityTarget<Row>, rows: readonly QueryDeepPartialEntity<Row>[]): Promise<void> {
    const insertion = this.insertionOf(entity);
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      const chunk = rows.slice(start, start + rowsPerInsert);
      if (insertion === undefined) await this.manager.insert(entity, chunk);
      else await this.query(insertion.text, [insertion.toParameter(chunk)]);
    }
  }

  private insertionOf(entity: EntityTarget<ObjectLiteral>): Insertion | undefined {
    const known = this.insertions.get(entity);
    if (known !== undefined) return known;
    const metadata = this.dataSource.getMetadata(entity);
    if (!Insertion.fits(metadata)) return undefined;
    const insertion = new Insertion(metadata);
    this.insertions.set(entity, insertion);
    return insertion;
  }

  /** Commits what `work` did, or nothing of it. Inside a transaction it joins that one. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore() !== undefined) return work();
    const runner = this.dataSource.createQueryRunner();
    this.running += 1;
    try {
      const client = (await runner.connect()) as Client;
      return await this.within(runner, client, work, () => commit(client));
    } catch (error) {
      throw asRefusal(error);
    } finally {
      this.running -= 1;
      // While a store is in use, Node notes every promise: reads go without when nothing writes.
      if (this.running === 0) this.current.disable();
      await runner.release();
    }
  }

  /**
   * A transaction that nothing joins: its statements are those that go through `execute`. For work in the background, which requests
   * shall not pay for: what `transaction` needs costs every promise of the process something while it runs.
   */
  async apart<T>(work: (execute: Execute) => Promise<T>): Promise<T> {
    try {
      const client = await this.pool.connect();
      let broken: Error | undefined;
      // The statements tell of it too; but an error that nobody listens to would end the process.
      const noteBroken = (error: Error): void => void (broken = error);
      client.on('error', noteBroken);
      try {
        await client.query('BEGIN');
        const result = await work((text, parameters = []) => runNamed(client, text, parameters, this.names.of(text)));
        await commit(client);
        return result;
      } catch (error) {
        // A connection that cannot undo is not given to anybody else.
        if (isConnectionLost(error)) broken = error as Error;
        else await client.query('ROLLBACK').catch(noteBroken);
        throw error;
      } finally {
        client.removeListener('error', noteBroken);
        client.release(broken);
      }
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** Inside a transaction: undoes what `work` did when it throws, and keeps the rest. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.current.getStore();
    if (transaction === undefined) return this.transaction(work);
    const { runner, client } = transaction;
    return this.within(runner, client, work, () => runner.commitTransaction());
  }

  private async within<T>(runner: QueryRunner, client: Client, work: () => Promise<T>, keep: () => Promise<void>): Promise<T> {
    try {
      await runner.startTransaction();
      const result = await this.current.run({ runner, client }, work);
      await keep();
      return result;
    } catch (error) {
      if (isConnectionLost(error)) void client.end();
      else await this.undo(runner, client);
      throw error;
    }
  }

  private async undo(runner: QueryRunner, client: Client): Promise<void> {
    await runner.rollbackTransaction().catch(() => {
      // Whether the server has undone it is not known, for example when a statement timed out: nobody may get this connection
      // again, or the next one's work would join what is still open. The pool drops connections that have ended.
      void client.end();
    });
  }

  private get pool(): Pool {
    const { master } = this.dataSource.driver as unknown as { master: Pool | undefined };
    if (master === undefined) throw new AppError('shutting_down', { headers: { 'Retry-After': '5' } });
    return master;
  }
}

const isBusy = (client: Client & { readonly readyForQuery?: boolean }): boolean =>
  client.readyForQuery === false || (client.getTransactionStatus() ?? idleStatus) !== idleStatus;

/** Where somebody has passed over the failure of a statement, the server answers without an error that it has rolled back. */
async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('A statement of this transaction has failed.');
}

/** What the caller gets to know: that the database is away, or the error as it is. */
const asRefusal = (error: unknown): unknown =>
  isDatabaseOutage(error) ? new AppError('database_unavailable', { headers: { 'Retry-After': '5' }, cause: error }) : error;
