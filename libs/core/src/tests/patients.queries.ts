import type { SubjectEcho } from '../results/report-row';
import type { Gender } from './patient';

/** The patient as recorded on a test, with that test's id; times as ISO 8601 text. */
export interface PatientRow {
  readonly id: string;
  readonly updatedAt: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly gender: Gender;
  readonly dateOfBirth: string | null;
  /** What an EHR wrote as subject of the request; null where the order came otherwise. */
  readonly subject: SubjectEcho | null;
}

/** Over `source`, a table expression with the columns of `diagnostic_tests`. */
export const selectPatients = (source: string): string =>
  `SELECT t.id, iso_utc(t.patient_updated_at) AS "updatedAt", t.patient_email AS email, t.patient_first_name AS "firstName",
          t.patient_last_name AS "lastName", t.patient_gender AS gender, t.patient_date_of_birth AS "dateOfBirth", q.echo -> 'subject' AS subject
     FROM ${source} t JOIN service_requests q ON q.partner_id = t.partner_id AND q.test_id = t.id`;
