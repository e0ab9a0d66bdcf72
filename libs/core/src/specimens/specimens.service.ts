import { Database } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type CollectedSpecimenRow, selectSpecimens } from './specimens.queries';

@Injectable()
export class SpecimensService {
  constructor(private readonly database: Database) {}

  async get(partnerId: string, id: string): Promise<CollectedSpecimenRow> {
    const source = '(SELECT * FROM specimens WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<CollectedSpecimenRow>(selectSpecimens(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }
}
