import type { Fault, FhirRelease } from '@gateway/fhir';
import fc from 'fast-check';
import { ElementBuilder, type Surroundings } from './elements';

/** Resources that a request may contain: some are the same in both releases, some differ, some exist in one of them alone. */
const containable = [
  'Patient',
  'Practitioner',
  'Organization',
  'Condition',
  'Observation',
  'Specimen',
  'DetectedIssue',
  'BodyStructure',
  'Coverage',
  'Encounter',
  'DocumentReference',
  'Provenance',
  'Medication',
  'Device',
  'Location',
  'PlanDefinition',
  // R4B alone.
  'Media',
  'DeviceUseStatement',
  'RequestGroup',
  // R5 alone.
  'DeviceUsage',
  'RequestOrchestration',
  'GenomicStudy',
  'Transport',
] as const;

const plainUrls = ['http://example.org/a', 'http://example.org/b', 'urn:oid:1.2.3'];

const maximumPrunings = 12;

type Json = Record<string, any>;

/** Takes out what breaks a rule, and more around it at each attempt. */
function prune(resource: Json, { path }: Fault, attempt: number): void {
  const tokens = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? name! : Number(index)));
  const way: { holder: any; token: string | number }[] = [];
  let holder: any = resource;
  for (const token of tokens) {
    const shown = typeof token === 'string' && holder?.[token] === undefined && holder?.[`_${token}`] !== undefined ? `_${token}` : token;
    way.push({ holder, token: shown });
    const next = holder?.[shown];
    holder = typeof next === 'object' && next !== null ? next : holder?.[`_${String(shown)}`];
    if (holder === undefined) break;
  }
  const at = way[Math.max(0, way.length - 1 - Math.floor(attempt / 2))];
  if (at?.holder === undefined || at.holder === null) return;
  if (Array.isArray(at.holder)) at.holder.splice(Number(at.token), 1);
  else {
    Reflect.deleteProperty(at.holder, at.token);
    Reflect.deleteProperty(at.holder, `_${at.token}`);
  }
}

/** Without empty objects and lists, which FHIR does not have. */
function compact(value: any): any {
  if (Array.isArray(value)) {
    const items = value.map(compact).filter((item) => item !== undefined);
    return items.length > 0 && items.some((item) => item !== null) ? items : undefined;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, compact(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

function toValid(resource: Json, { validator }: FhirRelease): Json | undefined {
  let current = resource;
  for (let attempt = 0; attempt < maximumPrunings; attempt += 1) {
    const faults = validator.validate(current).filter(({ severity }) => severity === 'error');
    if (faults.length === 0) return current;
    // The last first, so that the indexes of the others hold.
    for (const fault of faults.toReversed()) prune(current, fault, attempt);
    current = compact(current) as Json;
    current['subject'] ??= { reference: 'Patient/1' };
    current['status'] ??= 'active';
    current['intent'] ??= 'order';
  }
  return undefined;
}

export interface RequestOptions {
  /** Addresses of extensions besides ordinary ones. */
  readonly urls?: readonly string[];
}

/** ServiceRequests that are valid in the release, with everything that its definitions allow. */
export function serviceRequests(release: FhirRelease, { urls = [] }: RequestOptions = {}): fc.Arbitrary<Json> {
  const { artefact } = release.validator.structures;
  const types = containable.filter((type) => release.validator.structures.isResourceType(type));
  // A generator draws from a copy of the source of chance: without the number beside it, a discarded request would be drawn again.
  return fc
    .tuple(fc.integer(), fc.gen())
    .map(([, draw]) => {
      const around: Surroundings & { contained: { id: string; type: string }[] } = {
        artefact,
        contained: [] as { id: string; type: string }[],
        urls: [...plainUrls, ...urls],
      };
      const builder = new ElementBuilder(draw, around);
      const count = builder.chance(50) ? 0 : 1 + draw(fc.nat, 2);
      const contained = Array.from({ length: count }, (_, index): Json => {
        const type = builder.pick(types);
        around.contained.push({ id: `c${index}`, type });
        return { resourceType: type, id: `c${index}`, ...builder.members(type, 3, 7) };
      });
      const request: Json = {
        resourceType: 'ServiceRequest',
        ...builder.members('ServiceRequest', 0, 15),
        ...(contained.length > 0 && { contained }),
      };
      // Everything contained has to be referred to.
      const links = around.contained.filter(() => builder.chance(40)).map(({ id }): Json => ({ reference: `#${id}` }));
      if (links.length > 0) {
        const entries = release.name === 'R5' ? links.map((reference) => ({ reference })) : links;
        request['supportingInfo'] = [...((request['supportingInfo'] as unknown[] | undefined) ?? []), ...entries];
      }
      delete request['id'];
      if (request['meta'] !== undefined) {
        delete request['meta'].versionId;
        delete request['meta']._versionId;
        delete request['meta'].lastUpdated;
        delete request['meta']._lastUpdated;
      }
      return toValid(compact(request) as Json, release);
    })
    .filter((request) => request !== undefined);
}
