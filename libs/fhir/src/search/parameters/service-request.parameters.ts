import {
  addressToken,
  codeToken,
  type Condition,
  presenceToken,
  requestStatuses,
  type SearchedType,
  selective,
  systemToken,
} from '@gateway/core';
import { allOf, anyOf, holds, not } from '../conditions';
import { periodParameter } from '../kinds/date-parameter';
import type { ParameterFacts } from '../kinds/parameter-facts';
import { referenceParameter } from '../kinds/reference-parameter';
import { someBeginWith } from '../kinds/string-parameter';
import { mappedCodes, type TokenMatch, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { uriParameter } from '../kinds/uri-parameter';
import { commonParameters } from './common.parameters';

/** Everything but `_id`, `_lastUpdated`, `status` and the dates is a lookup in one inverted index (core, `search-values.ts`). */
const tokensColumn = 'q.search_tokens';

/** Whether a request `q` has any of the tokens. */
export const hasToken =
  (tokens: readonly string[], column = tokensColumn): Condition =>
  (bind) =>
    `${column} && ${bind(tokens)}::text[]`;

const isPresent = (parameter: string): Condition => hasToken([presenceToken(parameter)]);

/** What nearly all requests have: an index holds those that lack some of it. */
const usual = ['code', 'identifier', 'intent', 'patient', 'requisition', 'subject'];
const lacksSomeUsual = holds(`NOT ${tokensColumn} @> '{${usual.map(presenceToken).join(',')}}'::text[]`);

/** @param stored the name under which the values are stored */
const presenceOf = (stored: string): Pick<ParameterFacts, 'presence' | 'absence'> => {
  const presence = isPresent(stored);
  return { presence, ...(usual.includes(stored) && { absence: allOf([lacksSomeUsual, not(presence)]) }) };
};

/** Tokens of the values that are looked for. */
export const soughtTokens = (parameter: string, values: Parameters<TokenMatch>[0]): readonly string[] =>
  values.map(({ system, code }) => (code === undefined ? systemToken(parameter, system!) : codeToken(parameter, system, code)));

const codedBy =
  (parameter: string): TokenMatch =>
  (values) =>
    hasToken(soughtTokens(parameter, values));

type Named = Pick<ParameterFacts, 'name' | 'release'>;

/** @param stored the name under which the values are stored */
const coded = (named: Named, stored = named.name): SearchParameter =>
  tokenParameter({ ...named, ...presenceOf(stored), match: codedBy(stored) });

const concept = (named: Named, stored = named.name): SearchParameter =>
  tokenParameter({
    ...named,
    ...presenceOf(stored),
    match: codedBy(stored),
    text: (texts) => anyOf(texts.map((text) => (bind) => someBeginWith({ id: 'q.id', texts: 'q.search_texts' }, stored, text, bind))),
  });

interface ReferenceNames extends Named {
  readonly element: string;
  readonly targets: readonly string[];
}

/** References to our own records, which are found by the addresses of those. */
const leadsToOwn =
  (parameter: string) =>
  (type: SearchedType, ids: string, bind: (value: unknown) => string): string =>
    `${tokensColumn} && ARRAY(SELECT ${bind(addressToken(parameter, `${type}/`))}::text || own.id FROM (${ids}) AS own (id))`;

const reference = ({ element, targets, ...named }: ReferenceNames): SearchParameter => {
  const { name } = named;
  return referenceParameter({
    ...named,
    element,
    targets,
    ...presenceOf(name),
    match: (references) => hasToken(references.map((each) => addressToken(name, each))),
    identifier: codedBy(`${name}:identifier`),
    leadsTo: leadsToOwn(name),
  });
};

/** The patient's identifiers in the request count too: those of the reference and of a contained Patient. */
const subject = (names: ReferenceNames): SearchParameter => {
  const parameter = reference(names);
  const identified = codedBy(`${names.name}:identifier`);
  const contained = codedBy('patient.identifier');
  const both: TokenMatch = (values, setting) => anyOf([identified(values, setting), contained(values, setting)]);
  const identifiers = tokenParameter({ name: names.name, presence: parameter.presence, match: both });
  const read: SearchParameter['read'] = (term, setting) => selective(parameter.read(term, setting));
  return { ...parameter, read, link: { ...parameter.link!, identified: (term, setting) => identifiers.read(term, setting) } };
};

const canonical = (named: Named, targets: readonly string[]): SearchParameter =>
  referenceParameter({
    ...named,
    targets,
    presence: isPresent(named.name),
    match: (addresses) => hasToken(addresses.map((each) => addressToken(named.name, each))),
  });

const uri = (named: Named): SearchParameter =>
  uriParameter({
    ...named,
    presence: isPresent(named.name),
    match: (addresses) => hasToken(addresses.map((each) => addressToken(named.name, each))),
  });

const statusCodes = Object.fromEntries(requestStatuses.map((status) => [status, status]));

/** As its index holds it. */
const statusColumn = 'q.status COLLATE "C"';

/** A status that only extensions explain is stored as unknown, and is not there. */
const hasStatus = anyOf([holds(`${statusColumn} <> 'unknown'`), isPresent('status')]);
const lacksStatus = allOf([holds(`${statusColumn} = 'unknown'`), not(isPresent('status'))]);
const statusMatch: TokenMatch = (values, setting) =>
  allOf([mappedCodes(statusColumn, 'http://hl7.org/fhir/request-status', statusCodes)(values, setting), hasStatus]);

const people = ['Practitioner', 'PractitionerRole', 'Organization', 'Patient', 'RelatedPerson', 'Device'];

export const serviceRequestParameters: readonly SearchParameter[] = [
  ...commonParameters('ServiceRequest', 'q', 'q.updated_at'),
  coded({ name: '_language', release: 'R5' }),
  uri({ name: '_profile', release: 'R4B' }),
  canonical({ name: '_profile', release: 'R5' }, ['StructureDefinition']),
  coded({ name: '_security' }),
  uri({ name: '_source' }),
  coded({ name: '_tag' }),
  periodParameter({ name: 'authored', presence: isPresent('authored') }, () => 'q.authored'),
  reference({ name: 'based-on', element: 'basedOn', targets: ['CarePlan', 'MedicationRequest', 'ServiceRequest'] }),
  concept({ name: 'body-site' }),
  reference({ name: 'body-structure', release: 'R5', element: 'bodyStructure', targets: ['BodyStructure'] }),
  concept({ name: 'category' }),
  concept({ name: 'code', release: 'R4B' }),
  concept({ name: 'code-concept', release: 'R5' }, 'code'),
  reference({ name: 'code-reference', release: 'R5', element: 'code', targets: ['ActivityDefinition', 'PlanDefinition'] }),
  reference({ name: 'encounter', element: 'encounter', targets: ['Encounter'] }),
  coded({ name: 'identifier' }),
  canonical({ name: 'instantiates-canonical' }, ['ActivityDefinition', 'PlanDefinition']),
  uri({ name: 'instantiates-uri' }),
  coded({ name: 'intent' }),
  periodParameter({ name: 'occurrence', presence: isPresent('occurrence') }, () => 'q.occurrence'),
  subject({ name: 'patient', element: 'subject', targets: ['Patient'] }),
  reference({ name: 'performer', element: 'performer', targets: [...people, 'CareTeam', 'HealthcareService'] }),
  concept({ name: 'performer-type' }),
  coded({ name: 'priority' }),
  reference({ name: 'replaces', element: 'replaces', targets: ['ServiceRequest'] }),
  reference({ name: 'requester', element: 'requester', targets: people }),
  coded({ name: 'requisition' }),
  reference({ name: 'specimen', element: 'specimen', targets: ['Specimen'] }),
  tokenParameter({ name: 'status', presence: hasStatus, absence: lacksStatus, match: statusMatch }),
  subject({ name: 'subject', element: 'subject', targets: ['Device', 'Group', 'Location', 'Patient'] }),
];
