import { Database } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';

/** Which test the laboratory means: by id, or by the specimen's code, narrowed by product where one tube serves several. */
export type TestReference = { readonly testId: string } | { readonly specimenCode: string; readonly productId?: string | undefined };

export interface LocatedTest {
  readonly partnerId: string;
  readonly id: string;
}

const specimenUnknown = (): AppError =>
  AppError.violations({ propertyPath: 'specimenCode', constraint: 'Choice', hint: 'specimen_unknown' });

/** The laboratory knows specimens and tests, not partners: finds and locks what a message is about. */
@Injectable()
export class SpecimenLookup {
  constructor(private readonly database: Database) {}

  /** The tests of a specimen code, locked. @throws AppError when there is none */
  async lockTests(specimenCode: string, productId?: string): Promise<[LocatedTest, ...LocatedTest[]]> {
    const [first, ...others] = await this.database.query<{ partnerId: string; id: string }>(
      `SELECT t.partner_id AS "partnerId", t.id FROM diagnostic_tests t
        WHERE (t.partner_id, t.id) IN (SELECT p.partner_id, p.test_id FROM specimens p WHERE p.specimen_code = $1)
          AND ($2::uuid IS NULL OR t.product_id = $2)
        ORDER BY t.created_at, t.id FOR UPDATE`,
      [specimenCode, productId ?? null],
    );
    if (first === undefined) throw specimenUnknown();
    return [first, ...others];
  }

  /** The one test of a reference, locked. @throws AppError when there is none, or several */
  async lockTest(reference: TestReference): Promise<LocatedTest> {
    if ('testId' in reference) return this.lockById(reference.testId);
    const [first, ...others] = await this.lockTests(reference.specimenCode, reference.productId);
    if (others.length === 0) return first;
    throw AppError.violations({
      propertyPath: 'specimenCode',
      constraint: 'Choice',
      hint: 'specimen_ambiguous',
      payload: { diagnosticTests: [first, ...others].map((test) => `/v1/diagnostic_tests/${test.id}`) },
    });
  }

  private async lockById(testId: string): Promise<LocatedTest> {
    const [test] = await this.database.query<{ partnerId: string; id: string }>(
      'SELECT partner_id AS "partnerId", id FROM diagnostic_tests WHERE id = $1 FOR UPDATE',
      [testId],
    );
    if (test === undefined) throw AppError.violations({ propertyPath: 'diagnosticTest', constraint: 'Choice', hint: 'test_unknown' });
    return test;
  }
}
