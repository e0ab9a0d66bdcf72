import { Database } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';

/** Which order the requests of a requisition share. */
@Injectable()
export class Requisitions {
  constructor(private readonly database: Database) {}

  /** The requisition's order, or a new one where there is none yet or it is shipped. Parallel requests follow each other. */
  async orderFor(partnerId: string, key: Buffer, makeOrder: () => Promise<string>): Promise<string> {
    // The second of two parallel requests waits at the key for the first one's commit.
    await this.database.query('INSERT INTO requisitions (partner_id, key) VALUES ($1, $2) ON CONFLICT (partner_id, key) DO NOTHING', [
      partnerId,
      key,
    ]);
    await this.database.query('SELECT FROM requisitions WHERE partner_id = $1 AND key = $2 FOR UPDATE', [partnerId, key]);
    // A statement of its own: after the wait it sees what was committed meanwhile. The lock keeps the order from being shipped.
    const [open] = await this.database.query<{ id: string }>(
      `SELECT o.id FROM requisitions r JOIN diagnostic_orders o ON o.partner_id = r.partner_id AND o.id = r.order_id
        WHERE r.partner_id = $1 AND r.key = $2 AND o.shipped_at IS NULL FOR UPDATE OF o`,
      [partnerId, key],
    );
    if (open !== undefined) return open.id;
    const orderId = await makeOrder();
    await this.database.query('UPDATE requisitions SET order_id = $3 WHERE partner_id = $1 AND key = $2', [partnerId, key, orderId]);
    return orderId;
  }
}
