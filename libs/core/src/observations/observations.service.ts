import { Database, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { observationList, type ObservationRow, selectObservations } from './observations.queries';

@Injectable()
export class ObservationsService {
  constructor(private readonly database: Database) {}

  async get(partnerId: string, id: string): Promise<ObservationRow> {
    const source = '(SELECT * FROM observations WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<ObservationRow>(selectObservations(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  list(partnerId: string, request: ListRequest<ObservationRow>): Promise<Page<ObservationRow>> {
    return runList(this.database, observationList, request, selectObservations, partnerId);
  }
}
