import { Clock, Database, Identifiers } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type DocumentRow, DocumentsService, type NewDocument } from '../documents/documents.service';
import { Observation } from '../observations/observation.entity';
import type { ReferenceRange } from '../observations/reference-range';
import { searchedValueOf } from '../observations/searched-value';
import type { ResultRow } from '../results/results.queries';
import { ResultsService } from '../results/results.service';
import { type ReportState } from '../results/report-row';
import { stateOf } from '../results/report-state';
import { TestResult } from '../results/test-result.entity';
import { RequestJournal } from '../service-requests/request-journal';
import { type LocatedTest, SpecimenLookup, type TestReference } from './specimen-lookup';

export interface NewObservation {
  readonly loincNum: string;
  readonly value: string;
  readonly unit: string | null;
  readonly referenceRange: ReferenceRange | null;
  readonly interpretation: string | null;
  readonly labNotes: readonly string[] | null;
}

export interface NewResult {
  readonly test: TestReference;
  /** The laboratory's own number of the delivery. */
  readonly externalId: string | null;
  /** How far it goes, where the laboratory says so. */
  readonly stage?: 'partial' | 'corrected' | undefined;
  readonly labNotes: readonly string[] | null;
  readonly observations: readonly NewObservation[];
  readonly documents: readonly NewDocument[];
}

/** What the laboratory tells: specimens that arrived, and results. */
@Injectable()
export class LaboratoryService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly lookup: SpecimenLookup,
    private readonly results: ResultsService,
    private readonly documents: DocumentsService,
    private readonly journal: RequestJournal,
  ) {}

  /** Notes when a tube arrived, on every test that it serves. The first such time stays; tells the earliest of the tests'. */
  takeIn(specimenCode: string, receivedAt: Date | undefined): Promise<{ testIds: string[]; labIntakeAt: Date }> {
    return this.database.transaction(async () => {
      const tests = await this.lookup.lockTests(specimenCode);
      const noted: Date[] = [];
      for (const test of tests) noted.push(await this.noteIntake(test, receivedAt ?? this.clock.now()));
      return { testIds: tests.map((test) => test.id), labIntakeAt: new Date(Math.min(...noted.map(Number))) };
    });
  }

  /** Stores a result with its observations and documents, or nothing. A repeated `externalId` answers with the first result. */
  deliver(laboratory: string, result: NewResult): Promise<{ row: ResultRow; isNew: boolean }> {
    return this.database.transaction(async () => {
      const known = await this.findDelivery(laboratory, result.externalId);
      if (known !== undefined) return { row: await this.results.get(known.partnerId, known.resultId), isNew: false };
      const test = await this.lookup.lockTest(result.test);
      const id = this.identifiers.next();
      const raced = await this.claimExternalId(laboratory, result.externalId, test.partnerId, id);
      if (raced !== undefined) return { row: await this.results.get(raced.partnerId, raced.resultId), isNew: false };
      await this.noteIntake(test, this.clock.now(), true);
      await this.store(laboratory, test, id, result);
      await this.journal.follow(test.partnerId, test.id);
      return { row: await this.results.get(test.partnerId, id), isNew: true };
    });
  }

  /** @throws AppError when no partner has such a result */
  async assertResult(resultId: string): Promise<void> {
    const found = await this.database.query('SELECT 1 FROM test_results WHERE id = $1', [resultId]);
    if (found.length === 0) throw AppError.recordNotFound();
  }

  /** Adds one more document to a result of any partner. */
  addDocument(resultId: string, document: NewDocument): Promise<DocumentRow> {
    return this.database.transaction(async () => {
      const [result] = await this.database.query<{ partnerId: string }>(
        'SELECT partner_id AS "partnerId" FROM test_results WHERE id = $1 FOR UPDATE',
        [resultId],
      );
      if (result === undefined) throw AppError.recordNotFound();
      const [count] = await this.database.query<{ documents: number }>(
        'SELECT count(*)::integer AS documents FROM documents WHERE partner_id = $1 AND result_id = $2',
        [result.partnerId, resultId],
      );
      const [row] = await this.documents.add(result.partnerId, resultId, [document], count!.documents);
      return row!;
    });
  }

  /** Claims the number for a new result, or tells which result has it; waits for a delivery of the same number that runs. */
  private async claimExternalId(laboratory: string, externalId: string | null, partnerId: string, resultId: string) {
    if (externalId === null) return undefined;
    const claimed = await this.database.query(
      `INSERT INTO laboratory_deliveries (laboratory, external_id, partner_id, result_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (laboratory, external_id) DO NOTHING RETURNING 1`,
      [laboratory, externalId, partnerId, resultId],
    );
    return claimed.length > 0 ? undefined : this.findDelivery(laboratory, externalId);
  }

  private async findDelivery(laboratory: string, externalId: string | null) {
    if (externalId === null) return undefined;
    const [delivery] = await this.database.query<{ partnerId: string; resultId: string }>(
      `SELECT partner_id AS "partnerId", result_id AS "resultId" FROM laboratory_deliveries WHERE laboratory = $1 AND external_id = $2`,
      [laboratory, externalId],
    );
    return delivery;
  }

  /**
   * When the specimen of the test arrived: now, or as was noted before. That a result follows, which the database would note by itself, is
   * noted in the same change of the row.
   */
  private async noteIntake({ partnerId, id }: LocatedTest, at: Date, hasResult = false): Promise<Date> {
    const [test] = await this.database.query<{ labIntakeAt: Date }>(
      `UPDATE diagnostic_tests SET lab_intake_at = coalesce(lab_intake_at, $3), has_result = CASE WHEN $4::boolean THEN TRUE ELSE has_result END
        WHERE partner_id = $1 AND id = $2 RETURNING lab_intake_at AS "labIntakeAt"`,
      [partnerId, id, at, hasResult],
    );
    return test!.labIntakeAt;
  }

  private async store(laboratory: string, { partnerId, id: testId }: LocatedTest, id: string, result: NewResult): Promise<void> {
    const createdAt = this.clock.now();
    const state = await this.stateOf(partnerId, testId, result);
    const labNotes = result.labNotes && [...result.labNotes];
    await this.database.insertAll(TestResult, [{ partnerId, id, testId, laboratory, state, labNotes, createdAt }]);
    const observations = result.observations.map((observation, position): Observation => ({
      partnerId,
      id: this.identifiers.next(),
      resultId: id,
      position,
      loincNum: observation.loincNum,
      value: observation.value,
      unit: observation.unit,
      referenceRange: observation.referenceRange,
      interpretation: observation.interpretation,
      labNotes: observation.labNotes && [...observation.labNotes],
      createdAt,
      ...searchedValueOf(observation),
    }));
    await this.database.insertAll(Observation, observations);
    await this.documents.add(partnerId, id, result.documents, 0);
  }

  /** How far the result goes, beside what the test should have and had before. */
  private async stateOf(partnerId: string, testId: string, result: NewResult): Promise<ReportState> {
    const [test] = await this.database.query<{ loincNums: string[]; wasComplete: boolean }>(
      `SELECT p.loinc_nums AS "loincNums", EXISTS (SELECT FROM test_results r
                WHERE r.partner_id = t.partner_id AND r.test_id = t.id AND r.state <> 'partial') AS "wasComplete"
         FROM diagnostic_tests t JOIN diagnostic_products p ON p.id = t.product_id
        WHERE t.partner_id = $1 AND t.id = $2`,
      [partnerId, testId],
    );
    return stateOf(result, test!.loincNums, test!.wasComplete);
  }
}
