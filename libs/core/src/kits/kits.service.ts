import { Database, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { kitList, type KitRow, selectKits } from './kits.queries';

@Injectable()
export class KitsService {
  constructor(private readonly database: Database) {}

  async get(partnerId: string, id: string): Promise<KitRow> {
    const source = '(SELECT * FROM kits WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<KitRow>(selectKits(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  list(partnerId: string, request: ListRequest<KitRow>): Promise<Page<KitRow>> {
    return runList(this.database, kitList, request, selectKits, partnerId);
  }
}
