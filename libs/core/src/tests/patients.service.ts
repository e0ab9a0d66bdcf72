import { Database } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type PatientRow, selectPatients } from './patients.queries';

@Injectable()
export class PatientsService {
  constructor(private readonly database: Database) {}

  /** @param id that of the test */
  async get(partnerId: string, id: string): Promise<PatientRow> {
    const source = '(SELECT * FROM diagnostic_tests WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<PatientRow>(selectPatients(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }
}
