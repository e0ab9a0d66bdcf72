import type { JsonObject } from '@gateway/kernel';
import type { CollectedSpecimenRow } from '@gateway/core';
import { collectionOf } from '../results/effective-time';
import { factVersion } from '../results/fact-version';
import { toFhirText, toFhirTextIfAny } from '../results/fhir-text';
import { referTo } from '../results/references.mapper';
import type { ResultSetting } from '../results/result-setting';

/** Specimen (https://hl7.org/fhir/R5/specimen.html, the same in R4B); its identifier is the laboratory's code. */
export function toSpecimen(row: CollectedSpecimenRow, { baseUrl, labTimeZone }: ResultSetting): JsonObject {
  const type = toFhirTextIfAny(row.sampleType);
  const collected = collectionOf([row], labTimeZone);
  const code = { system: `${baseUrl}/specimens`, value: toFhirText(row.specimenCode) };
  return {
    resourceType: 'Specimen',
    id: row.id,
    meta: { versionId: factVersion(row), lastUpdated: row.updatedAt },
    ...(row.menstrualPhase !== null && {
      extension: [{ url: `${baseUrl}/fhir/StructureDefinition/menstrual-phase`, valueCode: row.menstrualPhase }],
    }),
    identifier: [code],
    accessionIdentifier: code,
    status: 'available',
    ...(type !== undefined && { type: { text: type } }),
    subject: referTo('Patient', row.testId),
    ...(row.labIntakeAt !== null && { receivedTime: row.labIntakeAt }),
    request: [referTo('ServiceRequest', row.serviceRequestId)],
    ...(collected !== undefined && { collection: { collectedDateTime: collected.dateTime } }),
  };
}
