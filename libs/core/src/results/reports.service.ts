import { Database, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import type { ReportedObservationRow, ReportRow } from './report-row';
import { reportedObservationList, reportList, selectReportedObservations, selectReports } from './reports.queries';

/** Results and observations with everything that they need to stand alone, as FHIR's reports do. */
@Injectable()
export class ReportsService {
  constructor(private readonly database: Database) {}

  async get(partnerId: string, id: string): Promise<ReportRow> {
    const source = '(SELECT * FROM test_results WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<ReportRow>(selectReports(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  list(partnerId: string, request: ListRequest<ReportRow>): Promise<Page<ReportRow>> {
    return runList(this.database, reportList, request, selectReports, partnerId);
  }

  async getObservation(partnerId: string, id: string): Promise<ReportedObservationRow> {
    const source = '(SELECT * FROM observations WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<ReportedObservationRow>(selectReportedObservations(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  listObservations(partnerId: string, request: ListRequest<ReportedObservationRow>): Promise<Page<ReportedObservationRow>> {
    return runList(this.database, reportedObservationList, request, selectReportedObservations, partnerId);
  }
}
