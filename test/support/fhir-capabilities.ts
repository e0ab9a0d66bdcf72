import { type Members, type ReleasePath, requestBody } from './fhir-requests';
import { startGateway, type TestGateway } from './gateway';
import { makeRecords, type Records } from './records';
import type { TestClient } from './test-client';

/** Types that have records. */
export type KnownType = 'ServiceRequest' | 'DiagnosticReport' | 'Observation' | 'Patient' | 'Specimen';

/** The codes of the interactions of a type, or of the whole server. */
export const codesOf = ({ interaction = [] }: any): readonly string[] => interaction.map(({ code }: { code: string }) => code);

/** The CapabilityStatement of a release, and the gateway that it speaks of, with a record of each type. */
export interface CapabilityScene {
  /** There while tests run, like the four below. */
  readonly gateway: TestGateway;
  readonly acme: TestClient;
  readonly records: Records;
  readonly statement: any;
  readonly rest: any;
  readonly base: string;
  readonly resourceOf: (type: string) => any;
  /** The types that are said to have an interaction. */
  readonly typesWith: (code: string) => readonly KnownType[];
  readonly draft: (overrides?: Members) => Members;
}

/** For the tests of one `describe`. */
export function useCapabilityScene(release: ReleasePath): CapabilityScene {
  let gateway: TestGateway;
  let records: Records;
  let statement: any;
  const base = `/fhir/${release}`;

  beforeAll(async () => {
    gateway = await startGateway();
    records = await makeRecords(gateway);
    statement = (await gateway.nobody.get(`${base}/metadata`)).body;
  });

  afterAll(() => gateway.stop());

  return {
    get gateway() {
      return gateway;
    },
    get acme() {
      return gateway.acme;
    },
    get records() {
      return records;
    },
    get statement() {
      return statement;
    },
    get rest() {
      return statement.rest[0];
    },
    base,
    resourceOf: (type) => statement.rest[0].resource.find((resource: any) => resource.type === type),
    typesWith: (code) =>
      statement.rest[0].resource.filter((resource: any) => codesOf(resource).includes(code)).map(({ type }: any) => type as KnownType),
    draft: (overrides = {}) => requestBody(release, { status: 'draft', ...overrides }),
  };
}
