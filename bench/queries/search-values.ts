import type { SampleValues } from './values';

type Values = (values: SampleValues, baseUrl: string) => readonly string[];

const dates: Values = ({ day }) => [day!, `ge${day!}`, `lt${day!}`, `ne${day!}`, `ap${day!}`];

/** What to ask parameters of FHIR's search for, by type and name or by name. */
const named: Readonly<Record<string, Values>> = {
  'ServiceRequest _id': ({ request }) => [request!],
  'DiagnosticReport _id': ({ result }) => [result!],
  'Observation _id': ({ observation }) => [observation!],
  'Patient _id': ({ test }) => [test!],
  'Specimen _id': ({ specimen }) => [specimen!],
  'ServiceRequest identifier': ({ test }, baseUrl) => [test!, `${baseUrl}/v1/diagnostic_tests|${test!}`],
  'ServiceRequest requisition': ({ order }) => [order!],
  'DiagnosticReport identifier': ({ result }, baseUrl) => [`${baseUrl}/v1/test_results|${result!}`],
  'Observation identifier': ({ observation }, baseUrl) => [`${baseUrl}/v1/observations|${observation!}`],
  'Patient identifier': () => ['https://ehr.example/patients|P-00000018'],
  'Specimen identifier': ({ specimenCode }) => [specimenCode!],
  'Specimen accession': ({ specimenCode }) => [specimenCode!],
  'ServiceRequest code': ({ product }) => [product!],
  'ServiceRequest code-concept': ({ product }) => [product!],
  'DiagnosticReport code': ({ product }) => [product!],
  'Observation code': ({ analyte }) => [`http://loinc.org|${analyte!}`],
  'Observation combo-code': ({ analyte }) => [`http://loinc.org|${analyte!}`],
  patient: ({ test }) => [test!, `Patient/${test!}`],
  subject: ({ test }) => [`Patient/${test!}`],
  specimen: ({ specimen }) => [`Specimen/${specimen!}`],
  'based-on': ({ request }) => [`ServiceRequest/${request!}`],
  result: ({ observation }) => [`Observation/${observation!}`],
  status: () => ['on-hold', 'partial', 'preliminary'],
  gender: () => ['other'],
  email: ({ email }) => [email!],
  telecom: ({ email }) => [email!],
  birthdate: ({ birthdate }) => [birthdate!, `lt${birthdate!}`],
  family: ({ lastName }) => [lastName!],
  given: () => ['Alma'],
  name: ({ lastName }) => [lastName!],
};

const composite: Values = ({ analyte }) => [`http://loinc.org|${analyte!}$gt5`];

/** By the kind of the parameter, where its name says nothing. */
const byKind: Readonly<Record<string, Values>> = {
  date: dates,
  token: () => ['no-such-code', 'http://system.example|no-such-code'],
  reference: () => ['Patient/no-such-id'],
  quantity: () => ['5.1', 'gt500', 'lt5||mmol/L'],
  string: () => ['Panel'],
  uri: () => ['https://address.example'],
  composite,
};

const compositeByPart: Readonly<Record<string, string>> = { concept: '260385009', string: 'negative' };

const compositeValue = (name: string, { analyte }: SampleValues): readonly string[] =>
  Object.entries(compositeByPart).flatMap(([part, value]) => (name.endsWith(part) ? [`${analyte!}$${value}`] : []));

const withModifier = (modifier: string, values: readonly string[], test: string): readonly string[] => {
  if (modifier === 'missing') return ['true', 'false'];
  if (modifier === 'identifier') return ['https://ehr.example/patients|P-00000018'];
  if (/^[A-Z]/.test(modifier)) return modifier === 'Patient' ? [test] : [];
  return values.slice(0, 1);
};

/** Queries of one parameter, with each of its modifiers. @param description as the OpenAPI document has it: its kind, its modifiers */
export function searchQueries(type: string, name: string, description: string, values: SampleValues, baseUrl: string): readonly string[] {
  const kind = /^([a-z]+)\./.exec(description)?.[1] ?? '';
  const own = named[`${type} ${name}`] ?? named[name] ?? byKind[kind];
  if (own === undefined) throw new Error(`${type}: no value to ask ${name} for; name one here`);
  const special = kind === 'composite' ? compositeValue(name, values) : [];
  const asked = special.length > 0 ? special : own(values, baseUrl);
  const modifiers = /Modifiers: ([^.]*)\./.exec(description)?.[1]?.split(', ') ?? [];
  const query = (parameter: string, value: string): string => `${parameter}=${encodeURIComponent(value)}`;
  return [
    ...asked.map((value) => query(name, value)),
    ...modifiers.flatMap((modifier) => withModifier(modifier, asked, values['test']!).map((value) => query(`${name}:${modifier}`, value))),
  ];
}
