import { addressToken, type Condition, presenceToken, selective } from '@gateway/core';
import { allOf, anyOf, holds, never } from '../conditions';
import { periodParameter, type RangeSql } from '../kinds/date-parameter';
import { idsIn, referenceParameter } from '../kinds/reference-parameter';
import { eachToken, type TokenMatch } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { idsOfType, isOneOf } from './common.parameters';
import { collectedKey, lacks } from '../wall-keys';
import { hasToken, soughtTokens } from './service-request.parameters';

/** What reports, observations and patients tell of the request `q` of their test `t`. */

/** The condition for the tests of requests `x` for which it holds; the ids are found first, by an index of requests. */
const testsWhere =
  (test: string, ...conditions: readonly Condition[]): Condition =>
  (bind, partner) => {
    const found = conditions.map(
      (condition) => `SELECT x.test_id FROM service_requests x WHERE x.partner_id = ${partner} AND ${condition(bind, partner)}`,
    );
    return `${test} = ANY(ARRAY(${found.join(' UNION ALL ')}))`;
  };

const refersTo = (test: string, references: readonly string[], isPatient: boolean): Condition => {
  const own = idsOfType('Patient', idsIn(references, 'Patient'));
  const written = allOf([
    hasToken(
      references.map((reference) => addressToken('subject', reference)),
      'x.search_tokens',
    ),
    (bind) => `x.subject_reference = ANY(${bind(references)}::text[])`,
    ...(isPatient ? [hasToken([presenceToken('patient')], 'x.search_tokens')] : []),
  ]);
  const recorded: Condition = (bind) => `x.test_id = ANY(${bind(own)}::uuid[]) AND x.subject_reference IS NULL`;
  return own.length === 0 ? testsWhere(test, written) : testsWhere(test, written, recorded);
};

/** The subject is the patient as recorded on the test, where the EHR wrote none that can be repeated. */
const recordedAs = (ids: string): Condition => holds(`x.subject_reference IS NULL AND x.test_id IN (${ids})`);

/** The EHR wrote one of our own patients. */
const writtenAs =
  (ids: string): Condition =>
  (bind) =>
    `(x.search_tokens && ARRAY(SELECT ${bind(addressToken('subject', 'Patient/'))}::text || own.id FROM (${ids}) AS own (id))
      AND x.subject_reference IS NOT NULL)`;

const echoed = (member: string): string => `x.echo #>> '{subject,identifier,${member}}'`;

/** The identifier that reports repeat of the subject. It is among the request's tokens, so that few requests have to be looked at. */
export const subjectIdentifier = (test: string): TokenMatch =>
  eachToken((token) => {
    const { system, code } = token;
    const tokens = ['subject:identifier', 'patient.identifier'].flatMap((parameter) => soughtTokens(parameter, [token]));
    const exact: Condition = (bind) =>
      [
        ...(system === undefined ? [] : [`coalesce(${echoed('system')}, '') = ${bind(system)}`]),
        ...(code === undefined ? [] : [`${echoed('value')} = ${bind(code)}`]),
      ].join(' AND ');
    return testsWhere(test, allOf([hasToken(tokens, 'x.search_tokens'), exact]));
  });

export const hasSubjectIdentifier = holds(`json_typeof(q.echo #> '{subject,identifier}') = 'object'`);

const subjectTypes = ['Group', 'Device', 'Patient', 'Location', 'Organization', 'Practitioner', 'Medication', 'Substance'];

/** Requests for groups, devices and the like; an index holds nothing but these. */
const ofOthers = holds(`x.subject_reference IS NOT NULL AND NOT x.search_tokens && '{${presenceToken('patient')}}'::text[]`);

/** @param test the column of the test */
function subjectParameter(name: 'patient' | 'subject', test: string): SearchParameter {
  const isPatient = name === 'patient';
  const patients = anyOf([holds('q.subject_reference IS NULL'), hasToken([presenceToken('patient')])]);
  const ofPatients = (condition: Condition): Condition => (isPatient ? allOf([condition, patients]) : condition);
  const identifier: TokenMatch = (values, setting) => ofPatients(subjectIdentifier(test)(values, setting));
  return referenceParameter({
    name,
    targets: isPatient ? ['Patient'] : subjectTypes,
    element: 'subject',
    presence: isPatient ? patients : holds('TRUE'),
    ...(isPatient && { absence: testsWhere(test, ofOthers) }),
    match: (references) => selective(refersTo(test, references, isPatient)),
    identifier,
    leadsTo: (_type, ids, bind, partner) => testsWhere(test, recordedAs(ids), writtenAs(ids))(bind, partner),
  });
}

export const subjectParameters = (test: string): readonly SearchParameter[] => [
  subjectParameter('patient', test),
  subjectParameter('subject', test),
];

/** The encounter of the request, where it can be repeated. @param test the column of the test */
export function encounterParameter(test: string): SearchParameter {
  const withEncounter = (tokens: readonly string[], condition: string): Condition =>
    testsWhere(test, allOf([hasToken(tokens, 'x.search_tokens'), holds(condition)]));
  return referenceParameter({
    name: 'encounter',
    element: 'encounter',
    targets: ['Encounter'],
    presence: holds(`json_typeof(q.echo -> 'encounter') = 'object'`),
    match: (references) =>
      withEncounter(
        references.map((reference) => addressToken('encounter', reference)),
        `x.echo #>> '{encounter,reference}' IS NOT NULL`,
      ),
    identifier: (values) => withEncounter(soughtTokens('encounter:identifier', values), `json_typeof(x.echo -> 'encounter') = 'object'`),
  });
}

/** The request that a result answers. */
export const basedOnParameter: SearchParameter = referenceParameter({
  name: 'based-on',
  element: 'basedOn',
  targets: ['CarePlan', 'DeviceRequest', 'ImmunizationRecommendation', 'MedicationRequest', 'NutritionOrder', 'ServiceRequest'],
  presence: holds('TRUE'),
  match: (references) => isOneOf('q.id', 'ServiceRequest', idsIn(references, 'ServiceRequest')),
  leadsTo: (_type, ids) => `q.id IN (${ids})`,
});

/** The laboratory is known by its name only, so that no reference can match. @param result the column of the result */
export const performerParameter = (result: string): SearchParameter =>
  referenceParameter({
    name: 'performer',
    targets: ['CareTeam', 'Organization', 'Patient', 'Practitioner', 'PractitionerRole', 'RelatedPerson'],
    presence: holds(`r.laboratory ~ '\\S'`),
    absence: resultsWhere(result, holds(`x.laboratory !~ '\\S'`)),
    match: () => never,
  });

const firstMoment = (wall: string, zone: string): string => `first_moment(${wall}, ${zone})`;

/** What a specimen's date and time cover, as the resources show them: a day, or a second of it; null without a date. */
export function collectedRange(specimen: string, zone: string): string {
  const [date, time] = [`${specimen}.collection_date`, `${specimen}.collection_time`];
  const day = `tstzrange(${firstMoment(`${date}::timestamp`, zone)}, ${firstMoment(`(${date} + 1)::timestamp`, zone)})`;
  const second = firstMoment(`${date} + ${time}`, zone);
  return `CASE WHEN ${date} IS NULL THEN NULL WHEN ${time} IS NULL THEN ${day} ELSE tstzrange(${second}, ${second} + interval '1 second') END`;
}

/** When what was examined left the patient, as kept beside results and observations. */
const collectedWithin =
  (alias: 'r' | 'o'): RangeSql =>
  (zone) => {
    const [at, from, to] = [zone(), `lower(${alias}.collected)`, `upper(${alias}.collected)`];
    const first = firstMoment(from, at);
    const isDay = `${to} - ${from} = interval '1 day'`;
    return `tstzrange(${first}, CASE WHEN ${isDay} THEN ${firstMoment(to, at)} ELSE ${first} + interval '1 second' END)`;
  };

export function collectionDateParameter(alias: 'r' | 'o'): SearchParameter {
  const key = collectedKey(alias);
  return periodParameter({ name: 'date', presence: holds(key.isThere), absence: holds(lacks(key)) }, collectedWithin(alias), key);
}

/** The condition for the results `x` for which it holds; the ids are found first. @param result the column of the result */
export const resultsWhere =
  (result: string, condition: Condition): Condition =>
  (bind, partner) =>
    `${result} = ANY(ARRAY(SELECT x.id FROM test_results x WHERE x.partner_id = ${partner} AND ${condition(bind, partner)}))`;
