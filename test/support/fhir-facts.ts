import { baseUrl, type ReleasePath } from './fhir-requests';
import { readValid } from './fhir-validity';
import type { TestClient } from './test-client';

/** One test with everything that can be known of it; each door has to tell the same. */
export interface Told {
  readonly testId: string;
  readonly requestId: string;
  readonly resultId: string;
}

export interface Facts {
  readonly status: string;
  readonly product: string;
  readonly patient: readonly (string | undefined)[];
  readonly insurance: readonly (string | undefined)[];
  readonly specimens: readonly string[];
  readonly collected: string;
  readonly issued: string;
  readonly values: readonly string[];
  readonly ranges: readonly string[];
  readonly flags: readonly (string | undefined)[];
  readonly notes: readonly string[];
  readonly documents: readonly string[];
}

const genders: Readonly<Record<string, string>> = { male: 'M', female: 'F', other: 'D', unknown: 'X' };

/** The value of an Observation as a laboratory writes it. */
const spelled = ({ valueQuantity, valueRatio, valueCodeableConcept, valueString }: any): string => {
  if (valueQuantity !== undefined) return `${valueQuantity.comparator ?? ''}${String(valueQuantity.value)} ${valueQuantity.unit}`;
  if (valueRatio !== undefined) return `${String(valueRatio.numerator.value)}:${String(valueRatio.denominator.value)}`;
  return valueCodeableConcept?.text ?? valueString;
};

/** As /v1 tells them; the state of a request is what its results say. */
export async function factsOfV1(client: TestClient, { testId, resultId }: Told): Promise<Facts> {
  const atV1 = async (path: string): Promise<any> => (await client.get(path)).body;
  const test = await atV1(`/v1/diagnostic_tests/${testId}`);
  const result = await atV1(`/v1/test_results/${resultId}`);
  const { firstName, lastName, email, gender, dateOfBirth, healthInsuranceDetails: insurance } = test.patient;
  const [first] = result.observations;
  const [interval] = first.referenceRange.intervals;
  return {
    status: test.testResults.length > 0 ? 'completed' : 'active',
    product: (await atV1(test.diagnosticProduct)).canonicalId,
    patient: [firstName, lastName, email, gender, dateOfBirth],
    insurance: [insurance.healthInsuranceTypeDE, insurance.provider, insurance.subscriberIdentifier],
    specimens: test.specimens.map(({ specimenCode }: any) => specimenCode),
    collected: `${test.specimens[0].collectionDate}T${test.specimens[0].collectionTime}`,
    issued: result.createdAt,
    values: result.observations.map(({ value, unit }: any) => (unit === null ? value : `${value} ${unit}`)),
    ranges: [String(interval.lower.value), String(interval.upper.value)],
    flags: result.observations.map(({ interpretation }: any) => interpretation ?? undefined),
    notes: result.labNotes,
    documents: result.documents.map(({ originalFileName }: any) => originalFileName),
  };
}

/** The EHR's own Coverage is valid in its release alone: in the other one it is told as it was written. */
const coverageIn = ({ contained = [], extension = [] }: any): any => {
  const moved = extension
    .filter(({ url }: any) => url === `${baseUrl}/fhir/StructureDefinition/contained-original`)
    .map(({ valueString }: any) => JSON.parse(valueString));
  return [...contained, ...moved].find(({ resourceType }: any) => resourceType === 'Coverage');
};

const insuranceIn = (request: any): (string | undefined)[] => {
  const { type, payor, insurer, subscriberId } = coverageIn(request);
  return [type.coding[0].code, payor?.[0].display ?? insurer.display, Array.isArray(subscriberId) ? subscriberId[0].value : subscriberId];
};

/** As the standard paths of a release tell them; everything on the way is valid in the release. */
export async function factsOf(client: TestClient, release: ReleasePath, { testId, requestId, resultId }: Told): Promise<Facts> {
  const read = (reference: string) => readValid(client, release, reference);
  const request = await read(`ServiceRequest/${requestId}`);
  const patient = await read(`Patient/${testId}`);
  const report = await read(`DiagnosticReport/${resultId}`);
  expect(report.basedOn).toEqual([{ reference: `ServiceRequest/${requestId}`, type: 'ServiceRequest' }]);
  const specimens = await Promise.all(report.specimen.map(({ reference }: any) => read(reference)));
  const found = await Promise.all(report.result.map(({ reference }: any) => read(reference)));
  const [code] = (request.code.concept ?? request.code).coding;
  const [first] = found;
  return {
    status: request.status,
    product: code.code,
    patient: [...patient.name[0].given, patient.name[0].family, patient.telecom[0].value, genders[patient.gender], patient.birthDate],
    insurance: insuranceIn(request),
    specimens: specimens.map(({ identifier }: any) => identifier[0].value),
    collected: report.effectiveDateTime.slice(0, 19),
    issued: report.issued,
    values: found.map(spelled),
    ranges: [String(first.referenceRange[0].low.value), String(first.referenceRange[0].high.value)],
    flags: found.map(({ interpretation }: any) => interpretation?.[0].text),
    notes: report.conclusion.split('\n'),
    documents: report.presentedForm.map(({ title }: any) => title),
  };
}
