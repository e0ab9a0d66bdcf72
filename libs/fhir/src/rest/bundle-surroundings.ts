import type { JsonObject } from '@gateway/kernel';
import type { PartnerPrincipal } from '@gateway/access';
import type { Structures } from '../validation/structures';
import type { BundleEntry } from './bundle-entries';
import type { BundleTrail } from './bundle-trail';
import { addressesOf, withPatientsInside, withReferences } from './bundle-references.mapper';
import type { RestCaller } from './service-request-interactions';

/** Who sends a Bundle, and how its entries are meant. */
export interface BundleCaller extends RestCaller {
  readonly principal: PartnerPrincipal;
  readonly requestId: string;
  readonly isStrict: boolean;
  readonly trail: BundleTrail;
  /** Whether what is written comes back. */
  readonly wantsResources: boolean;
  /** Whether the answer is kept for repetitions (`Idempotency-Key`): then it must say nothing that is true for a moment only. */
  readonly isKept: boolean;
  /** Told of an error that only an entry's response tells of. */
  readonly noteFailure: (error: unknown) => void;
}

/** What the entries of one Bundle know of each other. */
export interface Surroundings {
  readonly caller: BundleCaller;
  /** By every address under which the Bundle knows them. */
  readonly patients: ReadonlyMap<string, JsonObject>;
  /** The requests that the Bundle creates or finds, by address. */
  readonly requests: ReadonlyMap<string, string>;
  /** Ids of new requests, by entry. */
  readonly ids: ReadonlyMap<number, string>;
  /** The request that a condition found instead of creating one, by entry. */
  readonly found: ReadonlyMap<number, string>;
  /** The patients that came with a request, and the test that it has ordered. */
  readonly tests: Map<JsonObject, string | null>;
}

export const patientsIn = (entries: readonly BundleEntry[]): ReadonlyMap<string, JsonObject> =>
  new Map(
    entries.flatMap(({ fullUrl, resource, action }): [string, JsonObject][] =>
      action.kind === 'patient' && fullUrl !== undefined && resource !== undefined ? [[fullUrl, resource]] : [],
    ),
  );

export const noSurroundings = (caller: BundleCaller, entries: readonly BundleEntry[]): Surroundings => ({
  caller,
  patients: patientsIn(entries),
  requests: new Map(),
  ids: new Map(),
  found: new Map(),
  tests: new Map(),
});

/** The entry's resource with its references resolved: patients inside of it, requests by their ids. */
export function resolved({ resource = {}, fullUrl }: BundleEntry, { patients, requests }: Surroundings, structures: Structures) {
  const { resource: whole, used } = withPatientsInside(resource, patients, fullUrl, structures);
  const refer = (reference: string): string | undefined => {
    const id = addressesOf(reference, fullUrl)
      .map((address) => requests.get(address))
      .find((known) => known !== undefined);
    return id === undefined ? undefined : `ServiceRequest/${id}`;
  };
  return { resource: requests.size === 0 ? whole : withReferences(whole, refer, structures), used };
}

/** Notes with which request the patients came. */
export function noteUse({ tests }: Surroundings, used: ReadonlySet<JsonObject>, testId: string | null): void {
  for (const patient of used) if ((tests.get(patient) ?? null) === null) tests.set(patient, testId);
}
