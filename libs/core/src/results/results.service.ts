import { Database, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { resultList, type ResultRow, selectResults } from './results.queries';

@Injectable()
export class ResultsService {
  constructor(private readonly database: Database) {}

  async get(partnerId: string, id: string): Promise<ResultRow> {
    const source = '(SELECT * FROM test_results WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<ResultRow>(selectResults(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  list(partnerId: string, request: ListRequest<ResultRow>): Promise<Page<ResultRow>> {
    return runList(this.database, resultList, request, selectResults, partnerId);
  }
}
