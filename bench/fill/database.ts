import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@gateway/persistence';
import { Client } from 'pg';
import { HttpDoor } from '../door';
import type { Progress } from '../report/progress';
import { administratorToken, baseUrl, startService } from '../service/service-process';
import { type Size, sizes } from '../sizes';
import { copyModel } from './copy-model';
import { makeModel } from './model';
import { largePartner, newToken } from './tokens';

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory)
    .sort()
    .map((name) => join(directory, name));

/** What a filled database depends on: the schema, the way it is filled, and how often. */
function fingerprint(size: Size): string {
  const files = [join(__dirname, '../../libs/persistence/src/migrations'), __dirname].flatMap(filesIn);
  const hash = createHash('sha256').update(String(sizes[size]));
  for (const file of files) if (file.endsWith('.js')) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** The server of the load tests, with filled databases that stay and one that a run may change. */
export class BenchDatabase {
  private constructor(
    private readonly server: EmbeddedPostgres,
    private readonly progress: Progress,
  ) {}

  static async open(directory: string, progress: Progress): Promise<BenchDatabase> {
    mkdirSync(directory, { recursive: true });
    const server = await startEmbeddedPostgres({ directory });
    const database = new BenchDatabase(server, progress);
    // Filling writes faster than checkpoints follow with the default.
    await database.run('postgres', async (client) => {
      await client.query(`ALTER SYSTEM SET max_wal_size = '4GB'`);
      await client.query('SELECT pg_reload_conf()');
    });
    return database;
  }

  close(): Promise<void> {
    return this.server.stop();
  }

  /** A copy of the filled database of the size, which is filled first where it is not there. Tells its address. */
  async copyOf(size: Size): Promise<string> {
    await this.provide(size);
    const name = `run_${size}`;
    this.progress.step(`copying the ${size} database`);
    await this.run('postgres', async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${name} TEMPLATE filled_${size} STRATEGY FILE_COPY`);
    });
    return withDatabase(this.server.url, name);
  }

  async drop(size: Size): Promise<void> {
    await this.run('postgres', (client) => client.query(`DROP DATABASE IF EXISTS run_${size} WITH (FORCE)`));
  }

  private async run<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: withDatabase(this.server.url, database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  private async provide(size: Size): Promise<void> {
    const wanted = fingerprint(size);
    const filled = `filled_${size}`;
    const isThere = await this.run('postgres', async (client) => {
      const { rows } = await client.query<{ comment: string | null }>(
        `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1`,
        [filled],
      );
      return rows[0]?.comment === wanted;
    });
    if (isThere) return;
    await this.run('postgres', async (client) => {
      for (const name of [filled, 'filling']) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query('CREATE DATABASE filling');
    });
    await this.fill(size);
    await this.run('postgres', async (client) => {
      await client.query(`ALTER DATABASE filling RENAME TO ${filled}`);
      await client.query(`COMMENT ON DATABASE ${filled} IS '${wanted}'`);
    });
  }

  private async fill(size: Size): Promise<void> {
    this.progress.step(`filling the ${size} database: the model, through the service`);
    const service = await startService({ databaseUrl: withDatabase(this.server.url, 'filling') });
    try {
      const administrator = new HttpDoor(service.url, administratorToken);
      await administrator.put(`/admin/v1/partners/${largePartner}`, { name: 'Large partner' });
      const operator = new HttpDoor(service.url, await newToken(administrator, null));
      const partner = new HttpDoor(service.url, await newToken(administrator, largePartner));
      await makeModel({ operator, partner, baseUrl });
    } finally {
      await service.stop();
    }
    const say = (text: string): void => this.progress.note(text);
    await this.run('filling', (client) => copyModel(client, { copies: sizes[size], rebuildsIndexes: size === 'full', say }));
  }
}
