import { ExactNumber } from '@gateway/kernel';
import type { ConstraintName } from '@gateway/problems';
import { containedPatient } from './fhir-requests';

/** What the interface's FHIR paths refuse: kinds of defect with the place and the constraint that the answer has to name. */
type Members = Readonly<Record<string, unknown>>;

export interface Refusal {
  readonly what: string;
  readonly members: Members;
  readonly path: string;
  readonly constraint: ConstraintName;
  readonly payload?: Members;
}

export const refusal = (what: string, members: Members, path: string, constraint: ConstraintName, payload?: Members): Refusal => ({
  what,
  members,
  path,
  constraint,
  ...(payload && { payload }),
});

const repeat = (members: Members): Members => ({ occurrenceTiming: { repeat: members } });
export const quantity = (members: Members): Members => ({ quantityQuantity: { value: 1, ...members } });
const concept = { text: 'a' };

const positive = ['count', 'countMax', 'frequency', 'frequencyMax'].flatMap((name): Refusal[] => {
  const path = `occurrenceTiming.repeat.${name}`;
  const others = { count: 1, frequency: 1 };
  return [
    ...[0, -1, new ExactNumber('1.5')].map((value) =>
      refusal(`${name} ${String(value)}`, repeat({ ...others, [name]: value }), path, 'Positive'),
    ),
    refusal(`${name} past 32 bits`, repeat({ ...others, [name]: 2147483648 }), path, 'Range'),
    refusal(`${name} as a text`, repeat({ ...others, [name]: '1' }), path, 'Type', { type: 'number' }),
  ];
});

const statuses = ['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'];

export const commonRefusals: readonly Refusal[] = [
  ...positive,
  refusal('a status that is none', { status: 'Active' }, 'status', 'Choice', { choices: statuses }),
  refusal('an intent that is none', { intent: 'orders' }, 'intent', 'Choice'),
  refusal('a priority that is none', { priority: 'high' }, 'priority', 'Choice', { choices: ['routine', 'urgent', 'asap', 'stat'] }),
  refusal('a use that is none', { requisition: { use: 'x', value: '1' } }, 'requisition.use', 'Choice'),
  refusal('a comparator that is none', quantity({ comparator: '=' }), 'quantityQuantity.comparator', 'Choice'),
  refusal('a day that is none', repeat({ dayOfWeek: 'monday' }), 'occurrenceTiming.repeat.dayOfWeek', 'Choice'),
  refusal('a unit of time that is none', repeat({ duration: 1, durationUnit: 'days' }), 'occurrenceTiming.repeat.durationUnit', 'Choice'),
  refusal('an unknown member', { foo: 1 }, 'foo', 'ExtraField'),
  refusal('an unknown member that is null', { foo: null }, 'foo', 'ExtraField'),
  refusal('an unknown member deep inside', { requisition: { period: { begin: '2026' } } }, 'requisition.period.begin', 'ExtraField'),
  refusal('a member in another case', { identifier: [{ Value: 'a' }] }, 'identifier[0].Value', 'ExtraField'),
  refusal('a member named like one of every object', { constructor: 1 }, 'constructor', 'ExtraField'),
  refusal('a text for a list', { identifier: 'a' }, 'identifier', 'Type', { type: 'array' }),
  refusal('an object for a list', { performer: { display: 'a' } }, 'performer', 'Type', { type: 'array' }),
  refusal('a list for an object', { subject: [{ display: 'a' }] }, 'subject', 'Type'),
  refusal('a text for an object', { subject: 'Patient/1' }, 'subject', 'Type', { type: 'object' }),
  refusal('a text for a boolean', { doNotPerform: 'true' }, 'doNotPerform', 'Type', { type: 'boolean' }),
  refusal('a number for a boolean', { asNeededBoolean: 1 }, 'asNeededBoolean', 'Type', { type: 'boolean' }),
  refusal('a text for a number', quantity({ value: '5' }), 'quantityQuantity.value', 'Type', { type: 'number' }),
  refusal('a number for a text', { identifier: [{ value: 5 }] }, 'identifier[0].value', 'Type', { type: 'string' }),
  refusal('an object for a text', { priority: {} }, 'priority', 'Type', { type: 'string' }),
  refusal('a number for the type', { resourceType: 5 }, 'resourceType', 'Choice'),
  refusal('another type', { resourceType: 'Patient' }, 'resourceType', 'Choice', { choices: ['ServiceRequest'] }),
  refusal('an empty list', { identifier: [] }, 'identifier', 'TooFew', { min: 1 }),
  refusal('an empty object', { subject: {} }, 'subject', 'NotBlank'),
  refusal('an empty text', { identifier: [{ value: '' }] }, 'identifier[0].value', 'NotBlank'),
  refusal('null in a list', { identifier: [null] }, 'identifier[0]', 'NotNull'),
  refusal('null in a list of texts', { instantiatesUri: ['urn:a', null] }, 'instantiatesUri[1]', 'NotNull'),
  refusal('an element id with a fraction', { subject: { id: 1.5, display: 'a' } }, 'subject.id', 'Type'),
  refusal('an id that is an object', { id: {} }, 'id', 'Type'),
  refusal('a Meta that is none', { meta: [{}, 'a'] }, 'meta[1]', 'Type'),
  refusal('two occurrences', { occurrenceDateTime: '2026', occurrencePeriod: { start: '2026' } }, 'occurrencePeriod', 'ExtraField'),
  refusal(
    'two quantities',
    { quantityRange: { low: { value: 1 } }, quantityRatio: { numerator: { value: 1 }, denominator: { value: 1 } } },
    'quantityRatio',
    'ExtraField',
  ),
  refusal('two ways of need', { asNeededBoolean: true, asNeededCodeableConcept: concept }, 'asNeededCodeableConcept', 'ExtraField'),
  refusal(
    'two bounds',
    repeat({ boundsPeriod: { start: '2026' }, boundsRange: { low: { value: 1 } } }),
    'occurrenceTiming.repeat.boundsRange',
    'ExtraField',
  ),
  refusal(
    'two authors',
    { note: [{ authorString: 'a', authorReference: { display: 'a' }, text: 'a' }] },
    'note[0].authorReference',
    'ExtraField',
  ),
  refusal('a date that does not exist', { authoredOn: '2026-02-30' }, 'authoredOn', 'DateTimeDate'),
  refusal('a leap day of no leap year', { occurrencePeriod: { end: '2100-02-29' } }, 'occurrencePeriod.end', 'DateTimeDate'),
  refusal('a month 13', { authoredOn: '2026-13-01' }, 'authoredOn', 'DateTimeFormat'),
  refusal('a date of another form', { occurrenceDateTime: '31.01.2026' }, 'occurrenceDateTime', 'DateTimeFormat'),
  refusal('a time without offset', { authoredOn: '2026-01-31T10:00:00' }, 'authoredOn', 'DateTimeFormat'),
  refusal('a time without seconds', { authoredOn: '2026-01-31T10:00Z' }, 'authoredOn', 'DateTimeFormat'),
  refusal('an hour 24', { authoredOn: '2026-01-31T24:00:00Z' }, 'authoredOn', 'DateTimeFormat'),
  refusal('one of several events', { occurrenceTiming: { event: ['2026', '2023-02-29'] } }, 'occurrenceTiming.event[1]', 'DateTimeDate'),
  refusal('a time of day without seconds', repeat({ timeOfDay: '08:00' }), 'occurrenceTiming.repeat.timeOfDay', 'Regex'),
  refusal('a negative offset', repeat({ when: 'ACM', offset: -1 }), 'occurrenceTiming.repeat.offset', 'Regex'),
  refusal('a note without a text', { note: [{ authorString: 'a' }] }, 'note[0].text', 'NotBlank'),
  refusal('a note with an empty text', { note: [{ text: '' }] }, 'note[0].text', 'NotBlank'),
  refusal(
    'both spellings of a type',
    { identifier: [{ type: concept, codeableConcept: concept }] },
    'identifier[0].codeableConcept',
    'ExtraField',
  ),
  refusal('a reference to no type', { subject: { reference: 'Patiant/1' } }, 'subject.reference', 'Choice'),
  refusal('a reference to the wrong type', { encounter: { reference: 'Patient/1' } }, 'encounter.reference', 'Choice', {
    choices: ['Encounter'],
  }),
  refusal('an absolute one', { specimen: [{ reference: 'https://ehr.example/fhir/Patient/1' }] }, 'specimen[0].reference', 'Choice', {
    choices: ['Specimen'],
  }),
  refusal('a type that is the wrong one', { encounter: { type: 'Patient', display: 'a' } }, 'encounter.type', 'Choice'),
  refusal('a type that says something else', { subject: { reference: 'Patient/1', type: 'Group' } }, 'subject.type', 'Choice'),
  refusal('a reference to nothing contained', { subject: { reference: '#p' } }, 'subject.reference', 'Choice'),
  refusal(
    'a contained resource of the wrong type',
    { contained: [containedPatient()], encounter: { reference: '#patient' } },
    'encounter.reference',
    'Choice',
  ),
  refusal(
    'a contained resource without a type',
    { contained: [{ id: 'patient' }], subject: { reference: '#patient' } },
    'contained[0]',
    'NotBlank',
  ),
  refusal(
    'a fault inside of a contained resource',
    { contained: [containedPatient({ gender: 'w' })], subject: { reference: '#patient' } },
    'contained[0].gender',
    'Choice',
    { choices: ['male', 'female', 'other', 'unknown'] },
  ),
  refusal(
    'an unknown member of a contained resource',
    { contained: [containedPatient({ nick: 'a' })], subject: { reference: '#patient' } },
    'contained[0].nick',
    'ExtraField',
  ),
  refusal(
    'the dialect in a contained resource',
    { contained: [containedPatient({ identifier: [{ codeableConcept: concept }] })], subject: { reference: '#patient' } },
    'contained[0].identifier[0].codeableConcept',
    'ExtraField',
  ),
  refusal('a contained resource that nothing refers to', { contained: [containedPatient()] }, 'contained[0]', 'ExtraField'),
  refusal(
    'contained in contained',
    { contained: [containedPatient({ contained: [containedPatient({ id: 'q' })] })], subject: { reference: '#patient' } },
    'contained[0].contained',
    'ExtraField',
  ),
  refusal('an extension without url', { extension: [{ valueCode: 'a' }] }, 'extension[0].url', 'NotBlank'),
  refusal(
    'an extension with two values',
    { extension: [{ url: 'urn:x', valueCode: 'a', valueString: 'a' }] },
    'extension[0].valueString',
    'ExtraField',
  ),
  refusal(
    'an extension of a primitive without url',
    { _priority: { extension: [{ valueCode: 'a' }] } },
    '_priority.extension[0].url',
    'NotBlank',
  ),
  refusal(
    'a period that ends before it begins',
    { occurrencePeriod: { start: '2026-02-01', end: '2026-01-01' } },
    'occurrencePeriod',
    'Regex',
    { key: 'per-1' },
  ),
  refusal('a duration without a unit', repeat({ duration: 5 }), 'occurrenceTiming.repeat', 'Regex', { key: 'tim-1' }),
  refusal('a time of day and a moment', repeat({ timeOfDay: '08:00:00', when: 'MORN' }), 'occurrenceTiming.repeat', 'Regex', {
    key: 'tim-10',
  }),
  refusal('a range from high to low', { quantityRange: { low: { value: 5 }, high: { value: 1 } } }, 'quantityRange', 'Regex', {
    key: 'rng-2',
  }),
  refusal(
    'a script in the narrative',
    { text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><script>a</script></div>' } },
    'text.div',
    'Regex',
  ),
  refusal('a control character', { identifier: [{ value: 'a\u0000' }] }, 'identifier[0].value', 'Regex'),
  refusal('NUL in an address', { identifier: [{ system: 'http://a\u0000b' }] }, 'identifier[0].system', 'Regex'),
  refusal('half a character in an address', { instantiatesUri: ['http://a\ud800'] }, 'instantiatesUri[0]', 'Regex'),
  refusal('half a character in a code', { category: [{ coding: [{ code: 'a\ud800b' }] }] }, 'category[0].coding[0].code', 'Regex'),
  refusal('half a surrogate pair', { identifier: [{ value: 'a\ud800' }] }, 'identifier[0].value', 'Regex'),
];
