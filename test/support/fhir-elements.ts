import { ExactNumber } from '@gateway/kernel';
import type { ReleasePath } from './fhir-requests';

/** Members of ServiceRequests with everything in them that the interface document lists, in its shape. */
type Members = Readonly<Record<string, unknown>>;
type Case = readonly [name: string, members: Members];

const extension = [
  { url: 'https://ehr.example/one', valueString: 'one' },
  { url: 'https://ehr.example/two', extension: [{ url: 'inner', valueDecimal: new ExactNumber('5.10') }] },
];
const coding = { system: 'http://loinc.org', version: '2.77', code: '13457-7', display: 'LDL', userSelected: true };
const concept = { coding: [coding, { ...coding, code: '2093-3', userSelected: false }], text: 'lipids' };
const period = { start: '2026-01-31T09:30:00+01:00', end: '2026-02' };
const quantity = {
  id: 4,
  extension,
  value: new ExactNumber('5.10'),
  comparator: '<',
  unit: 'mmol/L',
  system: 'http://unitsofmeasure.org',
  code: 'mmol/L',
};
const simple = (value: number, extra: Members = {}) => ({ value, unit: 'd', system: 'http://unitsofmeasure.org', code: 'd', ...extra });
const ratio = { id: 5, extension, numerator: quantity, denominator: simple(3, { value: new ExactNumber('1.0') }) };
const range = { id: 6, extension, low: simple(1), high: simple(2, { id: 'high', extension }) };

const identifier: Members = {
  id: 1,
  extension,
  use: 'official',
  codeableConcept: concept,
  system: 'https://ehr.example/requests',
  value: ' R  1001 ',
  period,
  reference: { display: 'The EHR', identifier: { system: 'urn:oid:1.2', value: 'EHR' } },
};

const reference = (target: string, type: string): Members => ({
  id: 2,
  extension,
  reference: target,
  type,
  identifier: { use: 'usual', system: 'urn:oid:1.2.3', value: '1', codeableConcept: { text: 'MR' } },
  display: 'as it is called',
});
const references = (type: string): readonly Members[] => [reference(`${type}/1`, type), { display: 'another' }, { reference: `${type}/0` }];

/** Everything that can stand together. */
const repeat: Members = {
  id: 8,
  extension,
  boundsPeriod: period,
  count: 1,
  countMax: 2147483647,
  duration: new ExactNumber('0.50'),
  durationMax: 2,
  durationUnit: 'h',
  frequency: 2,
  frequencyMax: 3,
  period: new ExactNumber('1.0'),
  periodMax: 7,
  periodUnit: 'd',
  dayOfWeek: 'mon',
  when: 'MORN',
  offset: 30,
};

const timing = (changes: Members, own: Members = {}): Members => ({ occurrenceTiming: { ...own, repeat: { ...changes } } });

const contained = [
  { resourceType: 'Organization', id: 'payer', name: 'Payer' },
  {
    resourceType: 'Observation',
    id: '1',
    status: 'final',
    code: { text: 'weight' },
    valueQuantity: { value: new ExactNumber('70.50') },
    performer: [{ reference: '#payer' }],
    focus: [{ reference: '#' }],
    _status: { id: '7', extension: [{ url: 'https://ehr.example/x', valueBoolean: true }] },
  },
];

const xhtml = '<div xmlns="http://www.w3.org/1999/xhtml"><p>Lipids &amp; more</p></div>';

const common: readonly Case[] = [
  ['identifiers', { identifier: [identifier, { value: '2' }, { value: '1' }] }],
  ['a requisition', { requisition: identifier }],
  ['canonicals', { instantiatesCanonical: ['https://ehr.example/plan|1.0', 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520'] }],
  ['uris', { instantiatesUri: ['https://ehr.example/b', 'https://ehr.example/a'] }],
  ['basedOn and replaces', { basedOn: references('CarePlan'), replaces: references('ServiceRequest') }],
  ['categories', { category: [concept, { text: 'second' }] }],
  ['a Quantity', { quantityQuantity: quantity }],
  ['a Ratio', { quantityRatio: ratio }],
  ['a Range', { quantityRange: range }],
  ['a subject', { subject: reference('Patient/1', 'Patient') }],
  ['a subject elsewhere', { subject: { reference: 'https://ehr.example/fhir/Patient/1' } }],
  [
    'an encounter and a requester',
    { encounter: reference('Encounter/1', 'Encounter'), requester: reference('Practitioner/1', 'Practitioner') },
  ],
  ['an occurrence in a year', { occurrenceDateTime: '2026' }],
  ['an occurrence in milliseconds', { occurrenceDateTime: '2026-01-31T09:30:00.100-05:00' }],
  ['an occurrence in a Period', { occurrencePeriod: { id: 9, extension, ...period } }],
  ['a Timing', timing(repeat, { id: 7, extension, event: '2026-02-03T08:00:00+01:00', code: { text: 'BID' } })],
  ['a Timing for a Duration', timing({ boundsDuration: quantity, count: 1 })],
  ['a Timing for a Range', timing({ boundsRange: range, timeOfDay: '08:00:00' })],
  [
    'a Timing with several of each',
    timing({ dayOfWeek: ['sun', 'mon'], timeOfDay: ['20:00:00', '08:00:00'] }, { event: ['2027', '2026'] }),
  ],
  ['a Timing with several moments', timing({ when: ['NIGHT', 'MORN'], offset: 0 })],
  ['as needed', { asNeededBoolean: true }],
  ['as needed for', { asNeededCodeableConcept: concept }],
  ['authoredOn with its offset', { authoredOn: '2026-01-31T23:30:00+14:00' }],
  ['performers', { performerType: concept, performer: references('Practitioner') }],
  ['an insurance', { insurance: references('Coverage') }],
  ['specimens', { specimen: references('Specimen') }],
  ['a history', { relevantHistory: references('Provenance') }],
  ['body sites', { bodySite: [concept, { text: 'arm' }] }],
  [
    'notes',
    {
      note: [
        {
          id: 3,
          extension,
          authorReference: reference('Practitioner/1', 'Practitioner'),
          time: '2026-01-31T09:30:00Z',
          text: ' as  sent\n',
        },
        { authorString: 'Dr. Müller', text: '😀' },
      ],
    },
  ],
  ['a narrative', { text: { status: 'additional', div: xhtml, id: 11 } }],
  ['contained resources', { contained, subject: { display: 'x' }, specimen: [{ display: 'x' }], performer: [{ reference: '#payer' }] }],
  ['extensions', { extension, modifierExtension: [{ url: 'https://ehr.example/modifier', valueCode: 'a' }] }],
  [
    'extensions of primitives',
    {
      _status: { extension },
      _priority: { id: 12, extension },
      instantiatesUri: ['urn:a', null, 'urn:c'],
      _instantiatesUri: [null, { extension }, { id: 'c', extension }],
      _authoredOn: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] },
    },
  ],
  [
    'a meta',
    {
      meta: [
        {
          id: 13,
          extension,
          source: 'https://ehr.example/source',
          profile: ['https://ehr.example/profile'],
          security: [coding],
          tag: [{ code: 'b' }, { code: 'a' }],
        },
      ],
    },
  ],
  ['a language and rules', { language: 'de-AT', implicitRules: 'https://ehr.example/rules' }],
  ['a request that is not to be done', { doNotPerform: true, priority: 'stat' }],
];

const values: readonly (readonly [string, unknown])[] = [
  ['valueQuantity', quantity],
  ['valueRatio', ratio],
  ['valueRange', range],
  ['valueBoolean', false],
  ['valueCodeableConcept', concept],
  ['valueString', ' a  b '],
  ['valuePeriod', period],
];

const details = values.map(([name, value], index): Members => ({
  id: index,
  extension,
  modifierExtension: extension,
  code: { text: name },
  [name]: value,
}));

const backbone = { id: 20, extension, modifierExtension: extension };
const either = (type: string): readonly Members[] => [
  { concept, id: 21, extension },
  { reference: reference(`${type}/1`, type) },
  { concept: { text: 'both' }, reference: { display: 'both' } },
];

const own: Readonly<Record<ReleasePath, readonly Case[]>> = {
  r4b: [
    ['a code with details', { code: { id: 14, extension, ...concept }, orderDetail: [concept, { text: 'second' }] }],
    ['locations', { locationCode: [concept], locationReference: references('Location') }],
    ['reasons', { reasonCode: [concept, { text: 'b' }], reasonReference: references('Condition') }],
    ['supporting information', { supportingInfo: references('Patient') }],
    ['an instruction', { patientInstruction: ' Come  fasting. ' }],
  ],
  r5: [
    ['a code by concept', { code: { id: 14, extension, concept } }],
    ['a code by reference', { code: { reference: reference('ActivityDefinition/1', 'ActivityDefinition') } }],
    [
      'details',
      {
        code: { concept },
        orderDetail: [{ ...backbone, parameterFocus: { concept }, parameter: details }, { parameter: details.slice(3, 4) }],
      },
    ],
    [
      'a focus of a detail',
      { code: { concept }, orderDetail: [{ parameterFocus: { reference: { display: 'a' } }, parameter: details.slice(0, 1) }] },
    ],
    ['a focus', { focus: references('Patient') }],
    ['locations', { location: either('Location') }],
    ['reasons', { reason: either('Condition') }],
    ['supporting information', { supportingInfo: either('Patient') }],
    ['a body structure', { bodyStructure: reference('BodyStructure/1', 'BodyStructure') }],
    ['an instruction', { patientInstruction: { ...backbone, instructionMarkdown: ' Come  *fasting*. ' } }],
    [
      'several instructions',
      {
        patientInstruction: [{ instructionReference: reference('DocumentReference/1', 'DocumentReference') }, { instructionMarkdown: 'a' }],
      },
    ],
  ],
};

export const elementsOf = (release: ReleasePath): readonly Case[] => [...common, ...own[release]];
