import type { DocumentRow, ReportRow } from '@gateway/core';
import {
  type Annotation,
  type CommonDiagnosticReport,
  type LinkedAttachment,
  type ResultSetting,
  toCommonReport,
  toLinkedAttachment,
  toNotes,
} from '@gateway/fhir';

/** Attachment of R5: its size is an integer64, which JSON writes as a string (https://hl7.org/fhir/R5/json.html#primitive). */
interface Attachment extends LinkedAttachment {
  readonly size: string;
}

/** DiagnosticReport of R5 (https://hl7.org/fhir/R5/diagnosticreport.html). */
export interface DiagnosticReport extends CommonDiagnosticReport {
  readonly note?: readonly Annotation[];
  readonly presentedForm?: readonly Attachment[];
}

/** R5 has notes of its own; the conclusion repeats them for those who read it alone. */
export function toDiagnosticReport(row: ReportRow, setting: ResultSetting): DiagnosticReport {
  const note = toNotes(row.labNotes).map((text): Annotation => ({ text }));
  const toAttachment = (document: DocumentRow): Attachment => ({ ...toLinkedAttachment(document, setting), size: String(document.size) });
  return {
    ...toCommonReport(row, setting),
    ...(note.length > 0 && { note }),
    ...(row.documents.length > 0 && { presentedForm: row.documents.map(toAttachment) }),
  };
}
