import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import type { Client, Pool, QueryResultRow } from 'pg';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type QueryRunner,
} from 'typeorm';
import { isDatabaseOutage } from './outage';

interface Transaction {
  readonly runner: QueryRunner;
  readonly client: Client;
}

const rowsPerInsert = 1000;

/**
 * The way to PostgreSQL. Inside `transaction` every query and every write through `manager` belongs to that transaction;
 * nothing needs a session of its own, so it runs behind PgBouncer in transaction mode.
 */
@Injectable()
export class Database {
  private readonly current = new AsyncLocalStorage<Transaction>();

  constructor(private readonly dataSource: DataSource) {}

  /** TypeORM's manager of the transaction that runs, or of the pool. */
  get manager(): EntityManager {
    return this.current.getStore()?.runner.manager ?? this.dataSource.manager;
  }

  /** Runs SQL with parameters; rows as PostgreSQL names them. */
  async query<Row extends QueryResultRow>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const executor = this.current.getStore()?.client ?? this.pool;
    return this.guarded(async () => (await executor.query<Row>(text, [...parameters])).rows);
  }

  /** Inserts any number of rows; a statement may have no more than 65,535 parameters (PostgreSQL, appendix K). */
  async insertAll<Row extends ObjectLiteral>(entity: EntityTarget<Row>, rows: readonly QueryDeepPartialEntity<Row>[]): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await this.manager.insert(entity, rows.slice(start, start + rowsPerInsert));
    }
  }

  /** Commits what `work` did, or nothing of it. Inside a transaction it joins that one. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore() !== undefined) return work();
    return this.guarded(async () => {
      const runner = this.dataSource.createQueryRunner();
      try {
        const client = (await runner.connect()) as Client;
        return await this.within(runner, client, work);
      } finally {
        await runner.release();
      }
    });
  }

  /** Inside a transaction: undoes what `work` did when it throws, and keeps the rest. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.current.getStore();
    if (transaction === undefined) return this.transaction(work);
    return this.within(transaction.runner, transaction.client, work);
  }

  private async within<T>(runner: QueryRunner, client: Client, work: () => Promise<T>): Promise<T> {
    try {
      await runner.startTransaction();
      const result = await this.current.run({ runner, client }, work);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      await runner.rollbackTransaction().catch(() => {
        // Whether the server has undone it is not known, for example when a statement timed out: nobody may get this connection
        // again, or the next one's work would join what is still open. The pool drops connections that have ended.
        void client.end();
      });
      throw error;
    }
  }

  private get pool(): Pool {
    const { master } = this.dataSource.driver as unknown as { master: Pool | undefined };
    if (master === undefined) throw new AppError('shutting_down', { headers: { 'Retry-After': '5' } });
    return master;
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      throw new AppError('database_unavailable', { headers: { 'Retry-After': '5' }, cause: error });
    }
  }
}
