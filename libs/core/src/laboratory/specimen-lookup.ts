import { Database } from '@gateway/kernel';
import { AppError, type Violation } from '@gateway/problems';
import { Injectable } from '@nestjs/common';

/**
 * Which test the laboratory means: by id, or by the specimen's code, narrowed by product where one tube serves several. What is
 * said besides the id has to fit it, so that no result is filed under another's test.
 */
export type TestReference =
  | { readonly testId: string; readonly specimenCode?: string | undefined; readonly productId?: string | undefined }
  | { readonly specimenCode: string; readonly productId?: string | undefined };

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
    if ('testId' in reference) return this.lockById(reference.testId, reference.specimenCode, reference.productId);
    const [first, ...others] = await this.lockTests(reference.specimenCode, reference.productId);
    if (others.length === 0) return first;
    throw AppError.violations({
      propertyPath: 'specimenCode',
      constraint: 'Choice',
      hint: 'specimen_ambiguous',
      payload: { diagnosticTests: [first, ...others].map((test) => `/v1/diagnostic_tests/${test.id}`) },
    });
  }

  private async lockById(testId: string, specimenCode?: string, productId?: string): Promise<LocatedTest> {
    const [test] = await this.database.query<LocatedTest & { hasSpecimen: boolean; hasProduct: boolean }>(
      `SELECT t.partner_id AS "partnerId", t.id, $3::uuid IS NULL OR t.product_id = $3 AS "hasProduct",
              $2::text IS NULL OR EXISTS (SELECT FROM specimens p
                WHERE p.partner_id = t.partner_id AND p.test_id = t.id AND p.specimen_code = $2) AS "hasSpecimen"
         FROM diagnostic_tests t WHERE t.id = $1 FOR UPDATE`,
      [testId, specimenCode ?? null, productId ?? null],
    );
    if (test === undefined) throw AppError.violations({ propertyPath: 'diagnosticTest', constraint: 'Choice', hint: 'test_unknown' });
    const { partnerId, id, hasSpecimen, hasProduct } = test;
    const faults: Violation[] = [];
    if (!hasSpecimen) faults.push({ propertyPath: 'specimenCode', constraint: 'Choice', hint: 'specimen_unknown' });
    if (!hasProduct) faults.push({ propertyPath: 'diagnosticProduct', constraint: 'Choice', hint: 'product_unknown' });
    if (faults.length > 0) throw AppError.violations(...faults);
    return { partnerId, id };
  }
}
