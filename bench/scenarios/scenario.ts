import type { Client } from 'pg';
import type { Door } from '../door';
import type { RendererName } from '../plain/renderers';

/** A request of a scenario. */
export interface LoadRequest {
  readonly path: string;
  readonly body?: string;
}

/** What requests are made from. */
export interface Surroundings {
  readonly database: Client;
  /** The partner that most records belong to: its id, and itself. */
  readonly partnerId: string;
  readonly partner: Door;
  readonly baseUrl: string;
  readonly depth: number;
}

/** Where a request names its record, so that the plain program finds it too; absent: every request is the same. */
export type KeyPlace = { readonly path: RegExp } | { readonly body: string };

export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  /** Whose token the requests carry. */
  readonly side: 'partner' | 'operator';
  readonly key?: KeyPlace;
  /** How the plain program makes bytes of the last rows. */
  readonly renderer: RendererName;
  /** Whether both answers have to be the same to the byte; those of writes have ids of their own. */
  readonly isRepeatable: boolean;
  /** Whether the plan depends on the parameters, so that nobody would let PostgreSQL keep one for all of them. */
  readonly needsOwnPlans?: boolean;
  /** Different requests; `count` matters where each may be sent only once. */
  readonly requests: (surroundings: Surroundings, count: number) => Promise<readonly LoadRequest[]>;
  /** Whether every request needs a record of its own, made for it. */
  readonly consumes?: boolean;
}

/** So many requests of a read, over records from all of the time. */
const spread = 1000;

/** Values of a column of the partner's rows, from all over the table. */
export async function sample({ database, partnerId }: Surroundings, sql: string, count = spread): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>(
    `WITH candidates AS (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total FROM (${sql}) found)
     SELECT id::text AS id FROM candidates WHERE place % greatest(1, total / $2) = 0 ORDER BY md5(id::text) LIMIT $2`,
    [partnerId, count],
  );
  if (rows.length === 0) throw new Error(`nothing was found for a scenario: ${sql}`);
  return rows.map(({ id }) => id);
}
