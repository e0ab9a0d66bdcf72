import { AuditTrail, operatingChain } from '@gateway/audit';
import type { TestGateway } from './gateway';

/** An event as the administration reads it, as far as tests say what it holds. */
export interface ReadEvent {
  readonly id: string;
  readonly recordedAt: string;
  readonly partner: string | null;
  readonly token: string;
  readonly client: string | null;
  readonly operation: string;
  readonly scope: string;
  readonly action: string;
  readonly method: string;
  readonly records: readonly string[];
  readonly status: number;
  readonly outcome: string;
  readonly requestId: string;
  readonly address: string | null;
}

/** What was recorded, the oldest first, after all of it was stored. Its own readings are left out. */
export async function recorded(gateway: TestGateway, query = ''): Promise<readonly ReadEvent[]> {
  const trail = gateway.application.get(AuditTrail);
  // One that runs already has begun without what came last.
  for (let time = 0; time < 2; time += 1) await trail.flush();
  const events: ReadEvent[] = [];
  let path: string | undefined = `/admin/v1/audit_events?itemsPerPage=100&cursor=&sort[id]=asc${query}`;
  while (path !== undefined) {
    const { body, headers, status }: { body: ReadEvent[]; headers: Readonly<Record<string, string>>; status: number } =
      await gateway.operator.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    events.push(...body);
    path = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
  }
  return events.filter(({ operation }) => operation !== 'listAuditEvents');
}

/** What `work` has recorded. */
export async function recordedBy(gateway: TestGateway, work: () => Promise<unknown>): Promise<readonly ReadEvent[]> {
  const before = new Set((await recorded(gateway)).map(({ id }) => id));
  await work();
  return (await recorded(gateway)).filter(({ id }) => !before.has(id));
}

/** The chain of a partner, or of the operating side. */
export async function chainOf({ dataSource }: TestGateway, slug: string | null): Promise<string> {
  if (slug === null) return operatingChain;
  const rows: { id: string }[] = await dataSource.query('SELECT id FROM partners WHERE slug = $1', [slug]);
  return rows[0]!.id;
}

/** Does with the trail what only a superuser can: the triggers that guard it are off meanwhile. */
export async function tamper({ dataSource }: TestGateway, sql: string, parameters: readonly unknown[] = []): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(sql, [...parameters]);
  });
}
