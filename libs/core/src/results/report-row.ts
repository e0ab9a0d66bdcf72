import type { DocumentRow } from '../documents/documents.service';
import type { ObservationRow } from '../observations/observations.queries';
import type { Translations } from '../products/product';

/** A reference of an EHR's request, as FHIR JSON; what the EHR did not write is absent or null. */
export interface SubjectEcho {
  readonly reference?: string | null;
  readonly type?: string | null;
  readonly identifier?: object | null;
  readonly display?: string | null;
}

/** A specimen as far as results tell of it. */
export interface ReportedSpecimen {
  readonly id: string;
  readonly specimenCode: string;
  /** YYYY-MM-DD */
  readonly collectionDate: string | null;
  /** HH:MM:SS, local time of the patient */
  readonly collectionTime: string | null;
}

/** What a result or observation has to be told of its test to stand alone. */
export interface ResultContext {
  readonly testId: string;
  /** Integer id of the test's ServiceRequest, as text. */
  readonly serviceRequestId: string;
  readonly product: { readonly canonicalId: string; readonly name: Translations; readonly loincNums: readonly string[] };
  /** What an EHR wrote as subject of its request, so that it can match its own patient; null where the order came otherwise. */
  readonly subject: SubjectEcho | null;
  /** The EHR's encounter; null where it wrote none. */
  readonly encounter: SubjectEcho | null;
  /** For display where nothing is echoed. */
  readonly patientName: string | null;
  /** Oldest first. */
  readonly specimens: readonly ReportedSpecimen[];
}

export const reportStates = ['partial', 'final', 'corrected'] as const;

/** What a result is to the others of its test. */
export type ReportState = (typeof reportStates)[number];

/** A result that stands alone; times as ISO 8601 text. */
export interface ReportRow {
  readonly id: string;
  readonly createdAt: string;
  readonly laboratory: string;
  readonly labNotes: readonly string[] | null;
  readonly state: ReportState;
  readonly observations: readonly ObservationRow[];
  readonly documents: readonly DocumentRow[];
  readonly context: ResultContext;
}

/** An observation that stands alone. */
export interface ReportedObservationRow {
  readonly observation: ObservationRow;
  readonly laboratory: string;
  readonly state: ReportState;
  readonly context: ResultContext;
}
