import type { DocumentRow, ReportRow } from '@gateway/core';
import { type CommonDiagnosticReport, type LinkedAttachment, type ResultSetting, toCommonReport, toLinkedAttachment } from '@gateway/fhir';

/** Attachment of R4B: its size is an unsignedInt. */
interface Attachment extends LinkedAttachment {
  readonly size: number;
}

/** DiagnosticReport of R4B (https://hl7.org/fhir/R4B/diagnosticreport.html). It has no notes: the conclusion carries them. */
export interface DiagnosticReport extends CommonDiagnosticReport {
  readonly presentedForm?: readonly Attachment[];
}

export function toDiagnosticReport(row: ReportRow, setting: ResultSetting): DiagnosticReport {
  const toAttachment = (document: DocumentRow): Attachment => ({ ...toLinkedAttachment(document, setting), size: document.size });
  return {
    ...toCommonReport(row, setting),
    ...(row.documents.length > 0 && { presentedForm: row.documents.map(toAttachment) }),
  };
}
