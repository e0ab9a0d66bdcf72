import { toInterfaceShape } from '@gateway/fhir';
import { ExactNumber } from '@gateway/kernel';
import { examplesOf, releases } from '../support/fhir-examples';

type Json = Record<string, unknown>;

const companion = { extension: [{ url: 'urn:x', valueCode: 'a' }] };
const concept = { text: 'a' };
const timing = (repeat: Json): Json => ({ occurrenceTiming: { repeat } });

/** What is written alike in both releases; FHIR first. */
const same: readonly (readonly [string, Json, Json])[] = [
  ['the number of the resource', { id: '12' }, { id: 12 }],
  ['an id that is no number', { id: '012' }, { id: '012' }],
  [
    'Meta as an array, its version as a number',
    { meta: { versionId: '3', lastUpdated: '2024-01-01T00:00:00Z', profile: ['a'], tag: [{ id: '4', code: 'a' }] } },
    { meta: [{ versionId: 3, lastUpdated: '2024-01-01T00:00:00Z', profile: ['a'], tag: [{ id: 4, code: 'a' }] }] },
  ],
  [
    'element ids',
    {
      subject: { id: '1', display: 'x' },
      requester: { id: 'a1', display: 'x' },
      _priority: { id: '-5' },
      text: { id: '0', status: 'empty' },
    },
    { subject: { id: 1, display: 'x' }, requester: { id: 'a1', display: 'x' }, _priority: { id: -5 }, text: { id: 0, status: 'empty' } },
  ],
  [
    'an element id at the edge of what a number holds',
    { subject: { id: '9007199254740991' }, requester: { id: '9007199254740992' }, encounter: { id: '-0' } },
    { subject: { id: 9007199254740991 }, requester: { id: '9007199254740992' }, encounter: { id: '-0' } },
  ],
  [
    'what is contained or in an extension as it is',
    {
      contained: [{ resourceType: 'Patient', id: '1', meta: { versionId: '1' }, identifier: [{ id: '1', type: concept }] }],
      extension: [{ id: '1', url: 'urn:x', valueIdentifier: { id: '2', type: concept } }],
      subject: { modifierExtension: [{ id: '3' }] },
    },
    {
      contained: [{ resourceType: 'Patient', id: '1', meta: { versionId: '1' }, identifier: [{ id: '1', type: concept }] }],
      extension: [{ id: '1', url: 'urn:x', valueIdentifier: { id: '2', type: concept } }],
      subject: { modifierExtension: [{ id: '3' }] },
    },
  ],
  [
    'Identifiers wherever they stand',
    { identifier: [{ type: concept }], subject: { identifier: { assigner: { identifier: { type: concept } } } } },
    { identifier: [{ codeableConcept: concept }], subject: { identifier: { reference: { identifier: { codeableConcept: concept } } } } },
  ],
  [
    'the type of a Reference as it is',
    { subject: { type: 'Patient', reference: 'Patient/1' } },
    { subject: { type: 'Patient', reference: 'Patient/1' } },
  ],
  ['one event', { occurrenceTiming: { event: ['2024'] } }, { occurrenceTiming: { event: '2024' } }],
  ['several events', { occurrenceTiming: { event: ['2024', '2025'] } }, { occurrenceTiming: { event: ['2024', '2025'] } }],
  [
    'one event with its companion',
    { occurrenceTiming: { event: ['2024'], _event: [{ ...companion, id: '1' }] } },
    { occurrenceTiming: { event: '2024', _event: { ...companion, id: 1 } } },
  ],
  ['a companion alone', { occurrenceTiming: { _event: [companion] } }, { occurrenceTiming: { _event: companion } }],
  [
    'a gap as the list that it is in',
    { occurrenceTiming: { event: [null], _event: [companion] } },
    { occurrenceTiming: { event: [null], _event: [companion] } },
  ],
  [
    'the lists of a repeat',
    timing({ dayOfWeek: ['mon'], when: ['MORN', 'NOON'], timeOfDay: ['10:00:00'] }),
    timing({ dayOfWeek: 'mon', when: ['MORN', 'NOON'], timeOfDay: '10:00:00' }),
  ],
  ['other lists as lists', { instantiatesUri: ['a'], note: [{ text: 'a' }] }, { instantiatesUri: ['a'], note: [{ text: 'a' }] }],
  [
    'values as they were sent',
    { authoredOn: '2024-01-01T10:00:00+05:30', occurrenceDateTime: '2024', quantityQuantity: { value: new ExactNumber('5.10') } },
    { authoredOn: '2024-01-01T10:00:00+05:30', occurrenceDateTime: '2024', quantityQuantity: { value: new ExactNumber('5.10') } },
  ],
];

const own: Readonly<Record<string, typeof same>> = {
  R4B: [['an instruction', { patientInstruction: 'a' }, { patientInstruction: 'a' }]],
  R5: [
    [
      'one instruction as a single value',
      { patientInstruction: [{ id: '1', instructionMarkdown: 'a' }] },
      { patientInstruction: { id: 1, instructionMarkdown: 'a' } },
    ],
    [
      'several instructions as a list',
      { patientInstruction: [{ instructionMarkdown: 'a' }, { instructionMarkdown: 'b' }] },
      { patientInstruction: [{ instructionMarkdown: 'a' }, { instructionMarkdown: 'b' }] },
    ],
    [
      'Identifiers in CodeableReferences',
      { reason: [{ reference: { identifier: { type: concept } } }] },
      { reason: [{ reference: { identifier: { codeableConcept: concept } } }] },
    ],
  ],
};

describe.each(releases)('the interface’s shape of %s', (name, release) => {
  it.each([...same, ...own[name]!].map((row) => [row[0], row] as const))('writes %s', (_, [, members, expected]) => {
    const resource = { resourceType: 'ServiceRequest', ...members };
    const before = JSON.stringify(resource);
    expect(toInterfaceShape(resource, release)).toEqual({ resourceType: 'ServiceRequest', ...expected });
    expect(JSON.stringify(resource)).toBe(before);
  });

  it.each(['DiagnosticReport', 'Observation'])('leaves the id of a %s a text', (resourceType) => {
    const resource = { resourceType, id: '12', meta: { versionId: '1' }, identifier: [{ type: concept }], subject: { id: '7' } };
    const expected = { resourceType, id: '12', meta: [{ versionId: 1 }], identifier: [{ codeableConcept: concept }], subject: { id: 7 } };
    expect(toInterfaceShape(resource, release)).toEqual(expected);
  });

  it('writes the Timing of an Observation', () => {
    const resource = { resourceType: 'Observation', effectiveTiming: { event: ['2024'] }, component: [{ id: '1', code: concept }] };
    const expected = { resourceType: 'Observation', effectiveTiming: { event: '2024' }, component: [{ id: 1, code: concept }] };
    expect(toInterfaceShape(resource, release)).toEqual(expected);
  });

  it.each(['ServiceRequest', 'DiagnosticReport', 'Observation'])('adds no null to any official %s', (type) => {
    const nullsIn = (value: unknown): number =>
      value === null ? 1 : typeof value === 'object' ? Object.values(value).reduce<number>((sum, each) => sum + nullsIn(each), 0) : 0;
    const examples = examplesOf(release, type, 100_000);
    expect(examples.length).toBeGreaterThan(3);
    for (const { read } of examples) expect(nullsIn(toInterfaceShape(read(), release))).toBe(nullsIn(read()));
  });
});
