import { Clock, Database, Identifiers } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { TokensService } from '../tokens/tokens.service';
import type { PublicJwk } from './public-key';
import { SmartClient } from './smart-client.entity';

export interface ClientRegistration {
  readonly partnerId: string;
  readonly name: string;
  readonly keys: readonly PublicJwk[];
  readonly scopes: readonly string[];
}

/** Registered clients of SMART Backend Services. */
@Injectable()
export class SmartClientsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly tokens: TokensService,
  ) {}

  find(clientId: string): Promise<SmartClient | null> {
    return this.database.manager.findOneBy(SmartClient, { clientId });
  }

  /** Oldest first. */
  list(): Promise<SmartClient[]> {
    return this.database.manager.find(SmartClient, { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Makes the client or replaces what is registered; tokens made under other scopes, keys or another partner end. */
  async put(clientId: string, registration: ClientRegistration): Promise<{ client: SmartClient; isNew: boolean }> {
    const { row, client } = await this.database.transaction(async () => {
      const row = await this.upsert(clientId, registration);
      if (row.version !== row.before) await this.database.query('DELETE FROM access_tokens WHERE client_id = $1', [row.id]);
      return { row, client: await this.database.manager.findOneByOrFail(SmartClient, { id: row.id }) };
    });
    this.tokens.forgetClient(client.id);
    return { client, isNew: row.isNew };
  }

  private async upsert(clientId: string, { partnerId, name, keys, scopes }: ClientRegistration) {
    const [row] = await this.database.query<{ id: string; version: number; before: number | null; isNew: boolean }>(
      `WITH earlier AS (SELECT version FROM smart_clients WHERE client_id = $2)
       INSERT INTO smart_clients AS c (id, client_id, partner_id, name, keys, scopes, version, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, 1, $7)
       ON CONFLICT (client_id) DO UPDATE SET
         partner_id = excluded.partner_id, name = excluded.name, keys = excluded.keys, scopes = excluded.scopes,
         version = c.version + ((c.partner_id, c.keys, c.scopes) IS DISTINCT FROM (excluded.partner_id, excluded.keys, excluded.scopes))::integer
       RETURNING id, version, (SELECT version FROM earlier) AS before, (xmax = 0) AS "isNew"`,
      [this.identifiers.next(), clientId, partnerId, name, JSON.stringify(keys), scopes, this.clock.now()],
    );
    return row!;
  }

  /** Its tokens go with it. @throws AppError when there is no such client */
  async remove(clientId: string): Promise<void> {
    const [row] = await this.database.query<{ id: string }>('DELETE FROM smart_clients WHERE client_id = $1 RETURNING id', [clientId]);
    if (row === undefined) throw AppError.recordNotFound();
    this.tokens.forgetClient(row.id);
  }

  /**
   * Runs `work` while the client stays as it is: whoever changes or removes it waits, and finds what `work` made.
   * @returns undefined when it is no longer what was read
   */
  async whileUnchanged<T>({ id, version }: SmartClient, work: () => Promise<T>): Promise<T | undefined> {
    return this.database.transaction(async () => {
      const same = await this.database.query('SELECT 1 FROM smart_clients WHERE id = $1 AND version = $2 FOR SHARE', [id, version]);
      return same.length === 0 ? undefined : work();
    });
  }
}
