import { createHash } from 'node:crypto';
import type { NewResult } from '@gateway/core';
import { type DocumentInput, toDocument } from './document.mapper';
import { fault, type Hl7Fault, type Place } from './faults';
import { interpretationOf, localCodesIn, loincOf, notesOf, referenceRangeOf, unitOf } from './observation-circumstances.mapper';
import { documentType, toObservationValue } from './observation-value.mapper';
import type { OrderGroup, ReportedObservation } from './order-groups';
import type { Segment } from './segment';
import { isResultStatus, namesOf, observationStatuses, observationStatusOf, resultStatuses, stageOf } from './statuses';

interface ObservationInput {
  readonly obx: Segment;
  readonly loincNum: string;
  readonly value: string;
  readonly notes: readonly string[];
}

/** One result of a message, as a delivery in JSON would write it, and where in the message its parts stand. */
export interface Delivery {
  readonly specimenCode: string;
  /** The filler's number of the order. */
  readonly externalId: string | null;
  /** Different for every result that says something else. */
  readonly key: string;
  readonly stage: NewResult['stage'];
  /** Codes by which the laboratory may mean one of our products. */
  readonly productCodes: readonly string[];
  readonly labNotes: readonly string[] | null;
  readonly observations: readonly object[];
  readonly documents: readonly DocumentInput[];
  readonly places: DeliveryPlaces;
}

export interface DeliveryPlaces {
  readonly result: Segment;
  readonly specimen: Place;
  readonly externalId: Place;
  readonly observations: readonly Segment[];
  readonly documents: readonly Segment[];
}

const listOrNull = (texts: readonly string[]): readonly string[] | null => (texts.length === 0 ? null : texts);

/** The one code of the specimen: the placer's in SPM-2, else the filler's there; without SPM the placer's number, else the filler's. */
function specimenOf({ obr, orc, specimens }: OrderGroup): { readonly code: string; readonly place: Place } | { readonly fault: Hl7Fault } {
  const named = specimens.flatMap((spm) =>
    [1, 2]
      .map((part) => ({ code: spm.component(2, part), place: spm.place(2, part) }))
      .filter(({ code }) => code.trim() !== '')
      .slice(0, 1),
  );
  const other = named.find(({ code }) => code !== named[0]!.code);
  if (other !== undefined) return { fault: fault(other.place, '102', 'specimens_several') };
  const numbers = [2, 3].flatMap((field) =>
    [obr, orc].flatMap((segment) => (segment === undefined ? [] : [{ code: segment.component(field, 1), place: segment.place(field, 1) }])),
  );
  const found = [...named, ...numbers].find(({ code }) => code.trim() !== '');
  return found ?? { fault: fault((specimens[0] ?? obr).place(2), '101', 'specimen_missing') };
}

/** Text that goes on in the next OBX, with the same OBX-3 and OBX-4. */
const continues = (obx: Segment, before: Segment): boolean =>
  ['TX', 'FT'].includes(obx.raw(2)) &&
  [2, 3, 4].every((field) => obx.raw(field) === before.raw(field)) &&
  [6, 7, 8].every((field) => obx.raw(field) === '' || obx.raw(field) === before.raw(field));

function statusFault(obx: Segment): Hl7Fault | undefined {
  const status = obx.component(11, 1);
  if (observationStatusOf(status) === undefined) {
    return fault(obx.place(11), '103', 'value_unsupported', { supported: namesOf(observationStatuses) });
  }
  return status === 'U' && obx.raw(5).trim() === '' ? fault(obx.place(5), '101', 'status_without_value') : undefined;
}

/** Collects what the OBX of a group hold. */
class ObservationReader {
  readonly observations: ObservationInput[] = [];
  readonly documents: { readonly obx: Segment; readonly document: DocumentInput }[] = [];
  readonly faults: Hl7Fault[] = [];
  /** Of what is no value. */
  readonly notes: string[] = [];

  read({ obx, notes }: ReportedObservation): void {
    const refused = statusFault(obx);
    if (refused !== undefined) this.faults.push(refused);
    const isKept = observationStatusOf(obx.component(11, 1))?.isKept ?? false;
    if (isKept && obx.component(2, 1) !== documentType) this.readValue(obx, notesOf(notes));
    else this.notes.push(...notesOf(notes));
    if (isKept && obx.component(2, 1) === documentType && obx.raw(5) !== '') this.readDocument(obx);
  }

  private readDocument(obx: Segment): void {
    const read = toDocument(obx);
    if ('fault' in read) this.faults.push(read.fault);
    else this.documents.push({ obx, document: read.document });
  }

  private readValue(obx: Segment, notes: readonly string[]): void {
    const loincNum = loincOf(obx);
    if (loincNum === undefined) this.faults.push(fault(obx.place(3), '101', 'loinc_missing'));
    const read = toObservationValue(obx);
    if ('fault' in read) this.faults.push(read.fault);
    if ('fault' in read || loincNum === undefined) return;
    const last = this.observations.at(-1);
    if (last !== undefined && continues(obx, last.obx)) {
      this.observations.splice(-1, 1, { ...last, value: `${last.value}\n${read.value}`, notes: [...last.notes, ...notes] });
    } else this.observations.push({ obx, loincNum, value: read.value, notes });
  }
}

const toObservationInput = ({ obx, loincNum, value, notes }: ObservationInput): object => {
  const { interpretation, notes: flags } = interpretationOf(obx);
  const labNotes = listOrNull([...notes, ...flags]);
  return { loincNum, value, unit: unitOf(obx), referenceRange: referenceRangeOf(obx), interpretation, labNotes };
};

/**
 * The same for the same result sent again, another for everything else: a correction, and a correction back to what was told first. It
 * holds the time of the report (OBR-22); without one, that of the message.
 */
function keyOf({ obr, lines }: OrderGroup, number: string, header: Segment): string {
  const namespace = [obr.component(3, 2), obr.component(3, 3), header.component(4, 1)].find((name) => name !== '') ?? '';
  const digest = createHash('sha256').update(`${namespace}\r${obr.raw(22) === '' ? header.raw(7) : ''}`);
  for (const line of lines) digest.update(`\r${line}`);
  return `hl7v2 ${number} ${digest.digest('base64url')}`;
}

/** @param header MSH of the message */
export function toDelivery(
  group: OrderGroup,
  header: Segment,
): { readonly delivery: Delivery | undefined; readonly faults: readonly Hl7Fault[] } {
  const { obr, orc } = group;
  const status = obr.component(25, 1);
  const specimen = specimenOf(group);
  const faults: Hl7Fault[] = [];
  if (!isResultStatus(status)) faults.push(fault(obr.place(25), '103', 'value_unsupported', { supported: namesOf(resultStatuses) }));
  if ('fault' in specimen) faults.push(specimen.fault);
  if (group.observations.length === 0) faults.push(fault(obr.place(), '100', 'observations_missing'));
  const reader = new ObservationReader();
  for (const observation of group.observations) reader.read(observation);
  faults.push(...reader.faults);
  if (faults.length > 0 || 'fault' in specimen || !isResultStatus(status)) return { delivery: undefined, faults };
  const numbered = [obr, orc].find((segment) => segment !== undefined && segment.component(3, 1) !== '');
  const number = numbered?.component(3, 1) ?? '';
  const delivery: Delivery = {
    specimenCode: specimen.code,
    externalId: number === '' ? null : number,
    key: keyOf(group, number, header),
    stage: stageOf(
      status,
      group.observations.map(({ obx }) => observationStatusOf(obx.component(11, 1))?.stage),
    ),
    productCodes: localCodesIn(obr, 4),
    labNotes: listOrNull([...notesOf(group.notes), ...reader.notes]),
    observations: reader.observations.map(toObservationInput),
    documents: reader.documents.map(({ document }) => document),
    places: {
      result: obr,
      specimen: specimen.place,
      externalId: (numbered ?? obr).place(3),
      observations: reader.observations.map(({ obx }) => obx),
      documents: reader.documents.map(({ obx }) => obx),
    },
  };
  return { delivery, faults };
}
