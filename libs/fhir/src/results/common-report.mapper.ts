import { type DocumentRow, type ReportRow, translate } from '@gateway/core';
import type { CodeableConcept, LinkedAttachment } from '../types/datatypes';
import type { CommonDiagnosticReport } from '../types/result-resources';
import { fillerIdentifier, laboratoryReport, reportCategory, reportStatuses } from './code-systems';
import { collectionOf } from './effective-time';
import { factVersion } from './fact-version';
import { toFhirText, toNotes } from './fhir-text';
import { toReportNarrative } from './narrative.mapper';
import { referTo, toEncounter, toPerformers, toSubject } from './references.mapper';
import type { ResultSetting } from './result-setting';

/** A laboratory report, of the product that was ordered. */
function toReportCode({ product }: ReportRow['context'], { baseUrl, language }: ResultSetting): CodeableConcept {
  const name = toFhirText(translate(product.name, language));
  return { coding: [laboratoryReport, { system: `${baseUrl}/products`, code: product.canonicalId, display: name }], text: name };
}

/** The laboratory's notes as one text. */
function toConclusion(labNotes: readonly string[] | null): string | undefined {
  const notes = toNotes(labNotes);
  return notes.length === 0 ? undefined : toFhirText(notes.join('\n'));
}

/** A document by its address; its size is left to the releases, which write it differently. */
export const toLinkedAttachment = (document: DocumentRow, { baseUrl }: ResultSetting): LinkedAttachment => ({
  contentType: document.mimeType,
  url: `${baseUrl}/v1/documents/${document.id}/download`,
  title: toFhirText(document.originalFileName),
  creation: document.createdAt,
});

/** DiagnosticReport as far as the releases agree. */
export function toCommonReport(row: ReportRow, setting: ResultSetting): CommonDiagnosticReport {
  const { context } = row;
  const collection = collectionOf(context.specimens, setting.labTimeZone);
  const encounter = toEncounter(context);
  const performer = toPerformers(row.laboratory);
  const conclusion = toConclusion(row.labNotes);
  return {
    resourceType: 'DiagnosticReport',
    id: row.id,
    meta: { versionId: factVersion(row), lastUpdated: row.createdAt },
    text: toReportNarrative(row, collection?.dateTime, setting.language),
    identifier: [{ type: fillerIdentifier, system: `${setting.baseUrl}/v1/test_results`, value: row.id }],
    basedOn: [referTo('ServiceRequest', context.serviceRequestId)],
    status: reportStatuses[row.state],
    category: [reportCategory],
    code: toReportCode(context, setting),
    subject: toSubject(context),
    ...(encounter && { encounter }),
    ...(collection && { effectiveDateTime: collection.dateTime }),
    issued: row.createdAt,
    ...(performer && { performer }),
    ...(context.specimens.length > 0 && { specimen: context.specimens.map(({ id }) => referTo('Specimen', id)) }),
    ...(row.observations.length > 0 && { result: row.observations.map(({ id }) => referTo('Observation', id)) }),
    ...(conclusion !== undefined && { conclusion }),
  };
}
