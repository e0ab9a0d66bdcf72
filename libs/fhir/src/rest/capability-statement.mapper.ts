import type { JsonObject } from '@gateway/kernel';
import { languages } from '@gateway/problems';
import type { FhirRelease } from '../release';
import type { StatedSearch } from '../search/search-statement.mapper';
import { fhirMediaType } from '../standard-door';
import type { InteractionMark } from './interaction';

export interface StatementFacts {
  readonly release: FhirRelease;
  readonly baseUrl: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly marks: readonly InteractionMark[];
  readonly searchOf: (type: string) => StatedSearch | undefined;
  /** Whether browsers of other origins are let in. */
  readonly hasCors: boolean;
}

const validateOperation = { name: 'validate', definition: 'http://hl7.org/fhir/OperationDefinition/Resource-validate' };

/** What is true of a type whose instances can be written. */
const written = {
  versioning: 'versioned',
  readHistory: true,
  updateCreate: false,
  conditionalCreate: true,
  conditionalRead: 'full-support',
  conditionalUpdate: false,
  conditionalDelete: 'not-supported',
  referencePolicy: ['literal', 'logical'],
};

/** What is true of a type that is only read: what belongs to a record can change without its time. */
const readOnly = { versioning: 'versioned', conditionalRead: 'not-match', referencePolicy: ['literal'] };

const ifAny = (name: string, list: readonly unknown[]): JsonObject => (list.length === 0 ? {} : { [name]: list });

function toResource(type: string, { marks, searchOf }: StatementFacts): JsonObject {
  const codes = marks.filter((mark) => mark.type === type).flatMap((mark) => mark.codes);
  const search = codes.includes('search-type') ? searchOf(type) : undefined;
  return {
    type,
    ...ifAny(
      'interaction',
      codes.map((code) => ({ code })),
    ),
    ...(codes.includes('create') ? written : codes.length > 0 ? readOnly : {}),
    ...ifAny('searchInclude', search?.includes ?? []),
    ...ifAny('searchRevInclude', search?.revIncludes ?? []),
    ...ifAny('searchParam', search?.parameters ?? []),
    operation: [validateOperation],
  };
}

/** CapabilityStatement (https://hl7.org/fhir/R5/capabilitystatement.html) from the marks on the handlers and the tables of the search. */
export function toCapabilityStatement(facts: StatementFacts): JsonObject {
  const { release, baseUrl, date, marks, hasCors } = facts;
  const base = `${baseUrl}/fhir/${release.path}`;
  const ofServer = marks.filter(({ type }) => type === undefined).flatMap(({ codes }) => codes);
  return {
    resourceType: 'CapabilityStatement',
    url: `${base}/metadata`,
    name: 'LaboratoryGateway',
    title: `Laboratory gateway, FHIR ${release.name}`,
    status: 'active',
    date,
    kind: 'instance',
    software: { name: 'Laboratory gateway' },
    implementation: { description: 'Laboratory diagnostics and specimen kits', url: base },
    fhirVersion: release.validator.structures.artefact.fhirVersion,
    format: ['json', fhirMediaType, 'application/json'],
    patchFormat: ['application/json-patch+json'],
    // R4B has no element for it.
    ...(release.name === 'R5' && { acceptLanguage: languages }),
    rest: [
      {
        mode: 'server',
        security: {
          cors: hasCors,
          service: [
            {
              coding: [
                {
                  system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                  code: 'SMART-on-FHIR',
                  display: 'SMART-on-FHIR',
                },
              ],
            },
          ],
          description: 'Access tokens of the service, or SMART Backend Services.',
        },
        resource: release.validator.structures.resourceTypes.map((type) => toResource(type, facts)),
        ...ifAny(
          'interaction',
          ofServer.map((code) => ({ code })),
        ),
        operation: [{ name: 'versions', definition: 'http://hl7.org/fhir/OperationDefinition/CapabilityStatement-versions' }],
      },
    ],
  };
}

/** The Parameters of `$versions` (https://hl7.org/fhir/R5/capabilitystatement-operation-versions.html). */
export const toVersions = ({ fhirVersion }: FhirRelease) => ({
  resourceType: 'Parameters',
  parameter: [
    { name: 'version', valueCode: fhirVersion },
    { name: 'default', valueCode: fhirVersion },
  ],
});
