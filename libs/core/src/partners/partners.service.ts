import { Clock, Database, Identifiers } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { Partner } from './partner.entity';

@Injectable()
export class PartnersService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
  ) {}

  findBySlug(slug: string): Promise<Partner | null> {
    return this.database.manager.findOneBy(Partner, { slug });
  }

  list(): Promise<Partner[]> {
    return this.database.manager.find(Partner);
  }

  /** Makes the partner or changes its name. */
  async put(slug: string, name: string): Promise<{ partner: Partner; isNew: boolean }> {
    const [row] = await this.database.query<{ id: string; isNew: boolean }>(
      `INSERT INTO partners (id, slug, name, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (slug) DO UPDATE SET name = excluded.name
       RETURNING id, (xmax = 0) AS "isNew"`,
      [this.identifiers.next(), slug, name, this.clock.now()],
    );
    const partner = await this.database.manager.findOneByOrFail(Partner, { id: row!.id });
    return { partner, isNew: row!.isNew };
  }
}
