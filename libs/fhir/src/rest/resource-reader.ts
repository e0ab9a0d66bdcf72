import type { PatientsService, ReportsService, SpecimensService } from '@gateway/core';
import { isUuid, type JsonObject, type ServiceSettings } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { toPatient } from '../people/patient-resource.mapper';
import { toSpecimen } from '../people/specimen-resource.mapper';
import type { FhirRelease } from '../release';
import type { ResultSetting } from '../results';
import type { RestCaller } from './service-request-interactions';

/** Where the records of the types come from. */
export interface Sources {
  readonly reports: ReportsService;
  readonly patients: PatientsService;
  readonly specimens: SpecimensService;
}

type Read = (sources: Sources, release: FhirRelease, partnerId: string, id: string, setting: ResultSetting) => Promise<object>;

/** Types that clients read, and that what happens to tests writes: each record has one version. */
const reads = {
  DiagnosticReport: async ({ reports }, { mappers }, partnerId, id, setting) =>
    mappers.toDiagnosticReport(await reports.get(partnerId, id), setting),
  Observation: async ({ reports }, { mappers }, partnerId, id, setting) =>
    mappers.toObservation(await reports.getObservation(partnerId, id), setting),
  Patient: async ({ patients }, _release, partnerId, id) => toPatient(await patients.get(partnerId, id)),
  Specimen: async ({ specimens }, _release, partnerId, id, setting) => toSpecimen(await specimens.get(partnerId, id), setting),
} as const satisfies Record<string, Read>;

export type ReadType = keyof typeof reads;

export const readTypes = Object.keys(reads) as readonly ReadType[];

/** Reads a record of any of the types as a resource of the release. */
export class ResourceReader {
  constructor(
    private readonly release: FhirRelease,
    private readonly sources: Sources,
    private readonly settings: ServiceSettings,
  ) {}

  async read(type: ReadType, { partnerId, language }: RestCaller, id: string): Promise<JsonObject> {
    if (!isUuid(id)) throw AppError.recordNotFound();
    const { baseUrl, labTimeZone } = this.settings;
    return (await reads[type](this.sources, this.release, partnerId, id, { baseUrl, labTimeZone, language })) as JsonObject;
  }
}
