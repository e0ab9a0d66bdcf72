import type { ReportedObservationRow } from '@gateway/core';
import type { StringExtension } from '../types/datatypes';
import type { Observation, ObservedValue } from '../types/result-resources';
import { toAnalyte } from './analyte.mapper';
import { observationCategory, observationIdentifier, observationStatuses } from './code-systems';
import { collectionOf } from './effective-time';
import { factVersion } from './fact-version';
import { toFhirText, toFhirTextIfAny, toNotes } from './fhir-text';
import { toInterpretation } from './interpretation.mapper';
import { toObservationNarrative } from './narrative.mapper';
import { toObservedValue } from './observed-value.mapper';
import { toReferenceRanges } from './reference-range.mapper';
import { referTo, toEncounter, toPerformers, toSubject } from './references.mapper';
import type { ResultSetting } from './result-setting';
import { toUnit } from './units';

/** Values that have a place for a unit. */
const isMeasured = (value: ObservedValue): boolean => 'valueQuantity' in value || 'valueRatio' in value || 'valueRange' in value;

/** What the laboratory wrote, so that no reading of ours can hide it: the value, and a unit that the value has no place for. */
function toRaw({ observation }: ReportedObservationRow, value: ObservedValue, baseUrl: string): readonly StringExtension[] {
  const unit = isMeasured(value) ? undefined : toFhirTextIfAny(observation.unit);
  const definitions = `${baseUrl}/fhir/StructureDefinition`;
  return [
    ...(observation.value === '' ? [] : [{ url: `${definitions}/raw-value`, valueString: toFhirText(observation.value) }]),
    ...(unit === undefined ? [] : [{ url: `${definitions}/raw-unit`, valueString: unit }]),
  ];
}

/** Observation of a laboratory value: of what such a value fills, nothing differs between the releases. */
export function toObservationOfValue(row: ReportedObservationRow, setting: ResultSetting): Observation {
  const { observation, context, laboratory, state } = row;
  const { baseUrl, language, labTimeZone } = setting;
  const collection = collectionOf(context.specimens, labTimeZone);
  const specimenId = collection?.specimenId ?? context.specimens.at(-1)?.id;
  const unit = toUnit(observation.unit);
  const value = toObservedValue(observation.value, unit);
  const raw = toRaw(row, value, baseUrl);
  const encounter = toEncounter(context);
  const performer = toPerformers(laboratory);
  const interpretation = toInterpretation(observation.interpretation);
  const note = toNotes(observation.labNotes).map((text) => ({ text }));
  const referenceRange = toReferenceRanges(observation.referenceRange, unit, observation.unit);
  return {
    resourceType: 'Observation',
    id: observation.id,
    meta: { versionId: factVersion(row), lastUpdated: observation.createdAt },
    text: toObservationNarrative(row, collection?.dateTime, language),
    ...(raw.length > 0 && { extension: raw }),
    identifier: [{ type: observationIdentifier, system: `${baseUrl}/v1/observations`, value: observation.id }],
    basedOn: [referTo('ServiceRequest', context.serviceRequestId)],
    status: observationStatuses[state],
    category: [observationCategory],
    code: toAnalyte(context.product, observation.loincNum, language),
    subject: toSubject(context),
    ...(encounter && { encounter }),
    ...(collection && { effectiveDateTime: collection.dateTime }),
    issued: observation.createdAt,
    ...(performer && { performer }),
    ...value,
    ...(interpretation && { interpretation: [interpretation] }),
    ...(note.length > 0 && { note }),
    ...(specimenId !== undefined && { specimen: referTo('Specimen', specimenId) }),
    ...(referenceRange.length > 0 && { referenceRange }),
  };
}
