import { fromInterfaceShape } from '@gateway/fhir';
import { ExactNumber } from '@gateway/kernel';
import * as fc from 'fast-check';
import { releases } from '../support/fhir-examples';

type Json = Record<string, unknown>;

const defaults = { resourceType: 'ServiceRequest', status: 'draft', intent: 'proposal' };

const companion = { extension: [{ url: 'urn:x', valueCode: 'a' }] };
const concept = { text: 'a' };
const timing = (repeat: Json): Json => ({ occurrenceTiming: { repeat } });

/** What is read alike in both releases; the defaults are added. */
const same: readonly (readonly [string, Json, Json])[] = [
  ['nothing', {}, {}],
  ['nulls as left out', { identifier: null, status: null, intent: null, id: null, resourceType: null, _status: null, meta: null }, {}],
  ['nulls deep inside as left out', { requisition: { use: null, value: 'a', period: null } }, { requisition: { value: 'a' } }],
  ['nulls in arrays as they are', { instantiatesUri: ['a', null], basedOn: [null] }, { instantiatesUri: ['a', null], basedOn: [null] }],
  ['a null of an unknown member as it is', { foo: null }, { foo: null }],
  ['nulls in extensions as they are', { extension: [{ url: null }] }, { extension: [{ url: null }] }],
  ['a status that an extension gives', { _status: companion, status: null }, { _status: companion, status: undefined }],
  ['status and intent as given', { status: 'active', intent: 'order' }, { status: 'active', intent: 'order' }],
  ['another resource type', { resourceType: 'Patient' }, { resourceType: 'Patient' }],
  ['no number of its own', { id: 12 }, {}],
  ['no name of its own', { id: 'any text' }, {}],
  ['an id that is neither', { id: 1.5 }, { id: 1.5 }],
  ['several Metas as one', { meta: [{ versionId: 1, profile: ['a'] }, { profile: ['b'] }] }, { meta: { profile: ['a', 'b'] } }],
  ['element ids in Meta', { meta: [{ id: 3, tag: [{ id: 4, code: 'a' }] }] }, { meta: { id: '3', tag: [{ id: '4', code: 'a' }] } }],
  [
    'element ids as numbers and texts',
    { subject: { id: 1, identifier: { id: 2, period: { id: '3' } } }, text: { id: 0 }, _priority: { id: 12 } },
    { subject: { id: '1', identifier: { id: '2', period: { id: '3' } } }, text: { id: '0' }, _priority: { id: '12' } },
  ],
  [
    'an element id of any length',
    { subject: { id: new ExactNumber('12345678901234567890') } },
    { subject: { id: '12345678901234567890' } },
  ],
  ['an element id with a fraction as it is', { subject: { id: 1.5 } }, { subject: { id: 1.5 } }],
  [
    'ids of contained resources and in extensions as they are',
    { contained: [{ resourceType: 'Patient', name: [{ id: 1 }] }], subject: { extension: [{ id: 2 }] }, modifierExtension: [{ id: 3 }] },
    { contained: [{ resourceType: 'Patient', name: [{ id: 1 }] }], subject: { extension: [{ id: 2 }] }, modifierExtension: [{ id: 3 }] },
  ],
  [
    'the document’s names of an Identifier',
    { identifier: [{ codeableConcept: concept, reference: { display: 'x' } }] },
    { identifier: [{ type: concept, assigner: { display: 'x' } }] },
  ],
  ['FHIR’s names of an Identifier', { requisition: { type: concept, assigner: {} } }, { requisition: { type: concept, assigner: {} } }],
  ['one name where the other is null', { requisition: { type: null, codeableConcept: concept } }, { requisition: { type: concept } }],
  [
    'both names as they are',
    { requisition: { type: concept, codeableConcept: concept } },
    { requisition: { type: concept, codeableConcept: concept } },
  ],
  [
    'an Identifier wherever it stands',
    { note: [{ authorReference: { identifier: { codeableConcept: concept, reference: { identifier: { codeableConcept: concept } } } } }] },
    { note: [{ authorReference: { identifier: { type: concept, assigner: { identifier: { type: concept } } } } }] },
  ],
  [
    'a contained Identifier as it is',
    { contained: [{ resourceType: 'Patient', identifier: [{ codeableConcept: concept }] }] },
    { contained: [{ resourceType: 'Patient', identifier: [{ codeableConcept: concept }] }] },
  ],
  ['codeableConcept elsewhere as it is', { subject: { codeableConcept: concept } }, { subject: { codeableConcept: concept } }],
  ['one event', { occurrenceTiming: { event: '2024' } }, { occurrenceTiming: { event: ['2024'] } }],
  ['several events', { occurrenceTiming: { event: ['2024', '2025'] } }, { occurrenceTiming: { event: ['2024', '2025'] } }],
  ['an empty list of events as it is', { occurrenceTiming: { event: [] } }, { occurrenceTiming: { event: [] } }],
  [
    'one event with its companion',
    { occurrenceTiming: { event: '2024', _event: { ...companion, id: 1 } } },
    { occurrenceTiming: { event: ['2024'], _event: [{ ...companion, id: '1' }] } },
  ],
  ['a companion alone', { occurrenceTiming: { _event: companion } }, { occurrenceTiming: { _event: [companion] } }],
  [
    'single values of a repeat',
    timing({ dayOfWeek: 'mon', when: 'MORN', timeOfDay: '10:00:00', count: 1 }),
    timing({ dayOfWeek: ['mon'], when: ['MORN'], timeOfDay: ['10:00:00'], count: 1 }),
  ],
  ['lists of a repeat', timing({ dayOfWeek: ['mon', 'tue'], when: null }), timing({ dayOfWeek: ['mon', 'tue'] })],
  ['a single value of the wrong type', timing({ dayOfWeek: 7 }), timing({ dayOfWeek: [7] })],
  ['a single value of another list as it is', { instantiatesUri: 'a', note: { text: 'a' } }, { instantiatesUri: 'a', note: { text: 'a' } }],
];

const pKV = { pKV: true, healthInsuranceCompanyName: 'x', healthInsuranceSubscriberId: 7 };

const own: Readonly<Record<string, typeof same>> = {
  R4B: [
    ['the members of R5 as they are', pKV, pKV],
    ['an instruction as it is', { patientInstruction: 'a' }, { patientInstruction: 'a' }],
  ],
  R5: [
    ['no read-only members', { ...pKV, doNotPerform: true }, { doNotPerform: true }],
    [
      'one instruction',
      { patientInstruction: { id: 1, instructionMarkdown: 'a' } },
      { patientInstruction: [{ id: '1', instructionMarkdown: 'a' }] },
    ],
    [
      'several instructions',
      { patientInstruction: [{ instructionMarkdown: 'a' }, { instructionMarkdown: 'b' }] },
      { patientInstruction: [{ instructionMarkdown: 'a' }, { instructionMarkdown: 'b' }] },
    ],
    [
      'an Identifier in a CodeableReference and in an order detail',
      {
        supportingInfo: [{ reference: { identifier: { codeableConcept: concept } } }],
        orderDetail: [
          { parameterFocus: { reference: { identifier: { reference: { id: 1 } } } }, parameter: [{ id: 5, valueQuantity: { id: 6 } }] },
        ],
      },
      {
        supportingInfo: [{ reference: { identifier: { type: concept } } }],
        orderDetail: [
          {
            parameterFocus: { reference: { identifier: { assigner: { id: '1' } } } },
            parameter: [{ id: '5', valueQuantity: { id: '6' } }],
          },
        ],
      },
    ],
  ],
};

describe.each(releases)('the interface’s dialect of %s', (name, release) => {
  it.each([...same, ...own[name]!].map((row) => [row[0], row] as const))('reads %s', (_, [, body, expected]) => {
    const before = JSON.stringify(body);
    expect(fromInterfaceShape(body, release).resource).toEqual({ ...defaults, ...expected });
    expect(JSON.stringify(body)).toBe(before);
  });

  it('keeps a member __proto__, which is no element', () => {
    const { resource } = fromInterfaceShape(JSON.parse('{"__proto__":{"status":"active"},"meta":null}') as Json, release);
    expect(Object.keys(resource)).toEqual(['resourceType', '__proto__', 'status', 'intent']);
    expect(resource['status']).toBe('draft');
  });

  it('reads any JSON without an exception', () => {
    const names = fc.constantFrom(
      'id',
      'meta',
      'identifier',
      'requisition',
      'type',
      'codeableConcept',
      'reference',
      'profile',
      '_profile',
      'event',
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, 1, 'a', true, new ExactNumber('1.0')),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(names, fc.constantFrom('occurrenceTiming', '_event', 'subject', 'patientInstruction', 'repeat')),
          tie('value'),
        ),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(names, value), value, (body, occurrenceTiming) => {
        const { resource, sentPath } = fromInterfaceShape({ ...body, occurrenceTiming }, release);
        for (const { path } of release.validator.validate(resource)) expect(typeof sentPath(path)).toBe('string');
      }),
      { numRuns: 500 },
    );
  });
});

const sent = {
  meta: [{ source: 'a' }, { profile: ['a', 'b'] }, { profile: ['c'], foo: 1 }],
  identifier: [{ codeableConcept: { coding: [{}] } }, { type: { coding: [{}] }, reference: { identifier: { codeableConcept: {} } } }],
  requisition: { type: {}, codeableConcept: {} },
  occurrenceTiming: { event: '2024', repeat: { dayOfWeek: ['mon'], _when: { id: 1 } } },
  _status: { extension: [{}] },
  instantiatesUri: ['a', 'b'],
  _instantiatesUri: [null, { extension: [{}] }],
  contained: [{ identifier: [{ codeableConcept: {} }] }],
};

describe.each(releases)('paths in a body of %s', (_, release) => {
  const { sentPath, otherSpelling } = fromInterfaceShape(sent, release);

  it.each([
    ['', ''],
    ['subject', 'subject'],
    ['meta', 'meta[0]'],
    ['meta.source', 'meta[0].source'],
    ['meta.profile[0]', 'meta[1].profile[0]'],
    ['meta.profile[2]', 'meta[2].profile[0]'],
    ['meta.foo', 'meta[2].foo'],
    ['identifier[0].type.coding[0].system', 'identifier[0].codeableConcept.coding[0].system'],
    ['identifier[1].type.coding[0].system', 'identifier[1].type.coding[0].system'],
    ['identifier[1].assigner.identifier.type.text', 'identifier[1].reference.identifier.codeableConcept.text'],
    ['identifier[0].assigner', 'identifier[0].assigner'],
    ['identifier[7].type', 'identifier[7].type'],
    ['requisition.codeableConcept', 'requisition.codeableConcept'],
    ['occurrenceTiming.event[0]', 'occurrenceTiming.event'],
    ['occurrenceTiming.repeat.dayOfWeek[0]', 'occurrenceTiming.repeat.dayOfWeek[0]'],
    ['occurrenceTiming.repeat.when[0]', 'occurrenceTiming.repeat._when'],
    ['status.extension[0].url', '_status.extension[0].url'],
    ['status', '_status'],
    ['instantiatesUri[1]', 'instantiatesUri[1]'],
    ['instantiatesUri[1].extension[0]', '_instantiatesUri[1].extension[0]'],
    ['contained[0].identifier[0].type', 'contained[0].identifier[0].type'],
    ['orderDetail[0].parameter[0].value[x]', 'orderDetail[0].parameter[0].value[x]'],
    ['no.such[0].place', 'no.such[0].place'],
  ])('%p is %p', (fhirPath, expected) => {
    expect(sentPath(fhirPath)).toBe(expected);
  });

  it.each([
    ['requisition.codeableConcept', 'type'],
    ['requisition.type', undefined],
    ['requisition.foo', undefined],
    ['meta.foo', undefined],
    ['contained[0].identifier[0].codeableConcept', undefined],
  ])('%p is another spelling of %p', (fhirPath, expected) => {
    expect(otherSpelling(fhirPath)).toBe(expected);
  });

  it('takes a Meta that is an object for one', () => {
    expect(fromInterfaceShape({ meta: { profile: ['a'] } }, release).sentPath('meta.profile[0]')).toBe('meta.profile[0]');
  });
});
