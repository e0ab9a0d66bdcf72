import { validateInterfaceRequest } from '@gateway/fhir';
import { ExactNumber } from '@gateway/kernel';
import { type AppError, type ConstraintName, languages, renderProblem } from '@gateway/problems';
import { releases } from '../support/fhir-examples';

type Json = Record<string, unknown>;
type Row = readonly [what: string, body: Json, place: string, constraint: ConstraintName];

const concept = { text: 'a' };
const timing = (repeat: Json): Json => ({ occurrenceTiming: { repeat } });

/** A member that holds a code, with a value in it, and the place of the value. */
const codeMembers: readonly (readonly [place: string, body: (value: string) => Json])[] = [
  ['status', (status) => ({ status })],
  ['intent', (intent) => ({ intent })],
  ['priority', (priority) => ({ priority })],
  ['language', (language) => ({ language })],
  ['identifier[0].use', (use) => ({ identifier: [{ use }] })],
  ['category[0].coding[0].code', (code) => ({ category: [{ coding: [{ code }] }] })],
  ['quantityQuantity.code', (code) => ({ quantityQuantity: { code } })],
  ['quantityQuantity.comparator', (comparator) => ({ quantityQuantity: { comparator } })],
  ['quantityRatio.numerator.comparator', (comparator) => ({ quantityRatio: { numerator: { comparator }, denominator: { value: 1 } } })],
  ['occurrenceTiming.repeat.boundsDuration.code', (code) => timing({ boundsDuration: { code, value: 1 } })],
  ['occurrenceTiming.repeat.durationUnit', (durationUnit) => timing({ durationUnit })],
  ['occurrenceTiming.repeat.periodUnit', (periodUnit) => timing({ periodUnit })],
  ['occurrenceTiming.repeat.dayOfWeek', (dayOfWeek) => timing({ dayOfWeek })],
  ['occurrenceTiming.repeat.when', (when) => timing({ when })],
  ['occurrenceTiming.repeat.when[1]', (when) => timing({ when: ['MORN', when] })],
  ['meta[0].tag[0].code', (code) => ({ meta: [{ tag: [{ code }] }] })],
  ['text.status', (status) => ({ text: { status, div: '<div xmlns="http://www.w3.org/1999/xhtml">a</div>' } })],
];

const uriMembers: readonly (readonly [place: string, body: (value: string) => Json])[] = [
  ['implicitRules', (implicitRules) => ({ implicitRules })],
  ['instantiatesCanonical[0]', (uri) => ({ instantiatesCanonical: [uri] })],
  ['instantiatesUri[0]', (uri) => ({ instantiatesUri: [uri] })],
  ['identifier[0].system', (system) => ({ identifier: [{ system }] })],
  ['requisition.codeableConcept.coding[0].system', (system) => ({ requisition: { codeableConcept: { coding: [{ system }] } } })],
  ['subject.type', (type) => ({ subject: { type } })],
  ['requisition.reference.type', (type) => ({ requisition: { reference: { type } } })],
  ['quantityQuantity.system', (system) => ({ quantityQuantity: { system } })],
  ['meta[0].source', (source) => ({ meta: [{ source }] })],
  ['meta[1].profile[0]', (profile) => ({ meta: [{ profile: ['urn:p'] }, { profile: [profile] }] })],
  ['extension[0].url', (url) => ({ extension: [{ url, valueCode: 'a' }] })],
];

const codeFaults = [' active', 'active ', 'a  b', 'a\tb', 'a\nb', '\u00a0a', ' '];
const uriFaults = [' urn:x', 'urn:x ', 'urn: x', 'urn:\u00a0x', 'urn:\nx', ' '];

const whitespace: readonly Row[] = [
  ...codeMembers.flatMap(([place, body]) =>
    codeFaults.map((value): Row => [`${JSON.stringify(value)} at ${place}`, body(value), place, 'Regex']),
  ),
  ...uriMembers.flatMap(([place, body]) =>
    uriFaults.map((value): Row => [`${JSON.stringify(value)} at ${place}`, body(value), place, 'Regex']),
  ),
];

const counted: readonly Row[] = ['count', 'countMax', 'frequency', 'frequencyMax'].flatMap((name): Row[] => [
  ...[0, -1, 1.5, new ExactNumber('1.0')].map((value): Row => [
    `${name} ${String(value)}`,
    timing({ count: 1, [name]: value }),
    `occurrenceTiming.repeat.${name}`,
    'Positive',
  ]),
  [`${name} past 32 bits`, timing({ count: 1, [name]: 2147483648 }), `occurrenceTiming.repeat.${name}`, 'Range'],
  [`${name} as a text`, timing({ count: 1, [name]: '1' }), `occurrenceTiming.repeat.${name}`, 'Type'],
]);

const rules: readonly Row[] = [
  ['a status that is none', { status: 'aktiv' }, 'status', 'Choice'],
  ['an intent that is none', { intent: 'orders' }, 'intent', 'Choice'],
  ['a use that is none', { requisition: { use: 'x' } }, 'requisition.use', 'Choice'],
  ['a day that is none', timing({ dayOfWeek: 'monday' }), 'occurrenceTiming.repeat.dayOfWeek', 'Choice'],
  ['a note without a text', { note: [{ authorString: 'a' }] }, 'note[0].text', 'NotBlank'],
  ['a note whose text is null', { note: [{ authorString: 'a', text: null }] }, 'note[0].text', 'NotBlank'],
  ['a note with an empty text', { note: [{ text: '' }] }, 'note[0].text', 'NotBlank'],
  ['a note of blanks', { note: [{ text: 'a' }, { text: ' \t\n' }] }, 'note[1].text', 'NotBlank'],
  ['a note of a no-break space', { note: [{ text: '\u00a0' }] }, 'note[0].text', 'NotBlank'],
  ['an unknown member', { foo: 1 }, 'foo', 'ExtraField'],
  ['an unknown member that is null', { foo: null }, 'foo', 'ExtraField'],
  ['an unknown member inside', { subject: { foo: 1 } }, 'subject.foo', 'ExtraField'],
  ['a member in another case', { identifier: [{ Value: 'a' }] }, 'identifier[0].Value', 'ExtraField'],
  ['a text for a list', { identifier: 'a' }, 'identifier', 'Type'],
  ['an object for a list', { identifier: { value: 'a' } }, 'identifier', 'Type'],
  ['a list for an object', { subject: [{}] }, 'subject', 'Type'],
  ['a text for an object', { subject: 'Patient/1' }, 'subject', 'Type'],
  ['a text for a boolean', { doNotPerform: 'true' }, 'doNotPerform', 'Type'],
  ['a text for a number', { quantityQuantity: { value: '5' } }, 'quantityQuantity.value', 'Type'],
  ['a number for a text', { identifier: [{ value: 5 }] }, 'identifier[0].value', 'Type'],
  ['a number for the type', { resourceType: 5 }, 'resourceType', 'Choice'],
  ['a type that is none', { resourceType: 'Servicerequest' }, 'resourceType', 'Choice'],
  ['another type', { resourceType: 'Patient' }, 'resourceType', 'Choice'],
  ['an empty list', { identifier: [] }, 'identifier', 'TooFew'],
  ['an empty object', { subject: {} }, 'subject', 'NotBlank'],
  ['null in a list', { identifier: [null] }, 'identifier[0]', 'NotNull'],
  ['an element id with a fraction', { subject: { id: 1.5, display: 'a' } }, 'subject.id', 'Type'],
  ['an id that is an object', { id: {} }, 'id', 'Type'],
  ['a Meta that is none', { meta: [{}, 'a'] }, 'meta[1]', 'Type'],
  ['two types of a choice', { occurrenceDateTime: '2024', occurrencePeriod: { start: '2024' } }, 'occurrencePeriod', 'ExtraField'],
  ['two quantities', { quantityRange: { low: { value: 1 } }, quantityQuantity: { value: 1 } }, 'quantityQuantity', 'ExtraField'],
  ['a date that does not exist', { authoredOn: '2024-02-30' }, 'authoredOn', 'DateTimeDate'],
  ['a leap day of no leap year', { occurrencePeriod: { end: '1900-02-29' } }, 'occurrencePeriod.end', 'DateTimeDate'],
  ['a month 13', { authoredOn: '2024-13-01' }, 'authoredOn', 'DateTimeFormat'],
  ['an event that does not exist', { occurrenceTiming: { event: '2023-02-29' } }, 'occurrenceTiming.event', 'DateTimeDate'],
  ['one of several', { occurrenceTiming: { event: ['2024', '2023-02-29'] } }, 'occurrenceTiming.event[1]', 'DateTimeDate'],
  ['a time without offset', { authoredOn: '2024-01-01T10:00:00' }, 'authoredOn', 'DateTimeFormat'],
  ['an event without offset', { occurrenceTiming: { event: '2024-01-01T10:00:00' } }, 'occurrenceTiming.event', 'DateTimeFormat'],
  [
    'both spellings of a type',
    { identifier: [{ type: concept, codeableConcept: concept }] },
    'identifier[0].codeableConcept',
    'ExtraField',
  ],
  [
    'both spellings of an assigner',
    { requisition: { reference: { display: 'a' }, assigner: { display: 'a' } } },
    'requisition.reference',
    'ExtraField',
  ],
  ['a reference to no type', { subject: { reference: 'Patiant/1' } }, 'subject.reference', 'Choice'],
  ['a reference to the wrong type', { encounter: { reference: 'Patient/1' } }, 'encounter.reference', 'Choice'],
  ['a reference to nothing', { subject: { reference: '#p' } }, 'subject.reference', 'Choice'],
  ['a broken rule', timing({ duration: 5 }), 'occurrenceTiming.repeat', 'Regex'],
  ['a companion without a url', { _priority: { extension: [{ valueCode: 'a' }] } }, '_priority.extension[0].url', 'NotBlank'],
];

const own: Readonly<Record<string, readonly Row[]>> = {
  R4B: [
    ['pKV', { pKV: true }, 'pKV', 'ExtraField'],
    ['the name of an insurance', { healthInsuranceCompanyName: 'a' }, 'healthInsuranceCompanyName', 'ExtraField'],
    ['an instruction as an object', { patientInstruction: { instructionMarkdown: 'a' } }, 'patientInstruction', 'Type'],
    ['a member of R5', { focus: [{ display: 'a' }] }, 'focus', 'ExtraField'],
  ],
  R5: [
    ['an instruction as a text', { patientInstruction: 'a' }, 'patientInstruction', 'Type'],
    ['a member of R4B', { reasonCode: [concept] }, 'reasonCode', 'ExtraField'],
    [
      'a wrong value of an order detail',
      {
        orderDetail: [
          {
            parameter: [
              { code: concept, valueString: 'a' },
              { code: concept, valueQuantity: { value: 'x' } },
            ],
          },
        ],
      },
      'orderDetail[0].parameter[1].valueQuantity.value',
      'Type',
    ],
  ],
};

describe.each(releases)('what the interface refuses in %s', (name, release) => {
  const refusalOf = (body: Json): AppError => {
    try {
      validateInterfaceRequest(body, release);
    } catch (error) {
      return error as AppError;
    }
    throw new Error('the body was accepted');
  };

  it.each([...whitespace, ...counted, ...rules, ...own[name]!].map((row) => [row[0], row] as const))(
    '%s',
    (_, [, body, propertyPath, constraint]) => {
      const refusal = refusalOf(body);
      expect([refusal.code, refusal.status]).toEqual(['resource_invalid', 400]);
      expect(refusal.violations).toContainEqual(expect.objectContaining({ propertyPath, constraint }));
    },
  );

  it('lets the subject be absent, and nothing else', () => {
    expect(validateInterfaceRequest({}, release).resource).toEqual({ resourceType: 'ServiceRequest', status: 'draft', intent: 'proposal' });
    expect(validateInterfaceRequest({ subject: null }, release).resource).not.toHaveProperty('subject');
    expect(refusalOf({ subject: {} }).violations[0]).toMatchObject({ propertyPath: 'subject', constraint: 'NotBlank' });
  });

  it('does not refuse for a warning', () => {
    expect(validateInterfaceRequest({ requester: { display: ' ' }, note: [{ text: ' a' }] }, release).resource).toHaveProperty('requester');
  });

  it('tells the first hundred faults', () => {
    const identifier = Array.from({ length: 150 }, () => ({ use: 'x' }));
    const { violations } = refusalOf({ identifier });
    expect(violations.map(({ propertyPath }) => propertyPath)).toEqual(
      Array.from({ length: 100 }, (_, index) => `identifier[${index}].use`),
    );
  });

  it.each(languages)('quotes no value (%s)', (language) => {
    const secret = 'Muster  mann';
    const bodies: readonly Json[] = [...codeMembers, ...uriMembers].map(([, body]) => body(secret));
    const others: readonly Json[] = [
      { authoredOn: secret },
      { priority: 'Mustermann' },
      { subject: { reference: 'Mustermann/7' } },
      { subject: { reference: '#Mustermann' } },
      { category: [{ coding: [{ userSelected: 'Mustermann' }] }] },
    ];
    for (const body of [...bodies, ...others]) {
      expect(JSON.stringify(renderProblem(refusalOf(body), language, 'r-1'))).not.toMatch(/Muster|mann/);
    }
  });
});

it.each([
  ['en', 'The code is not in the required value set "request-status".', 'The element "text" is required.', 'Allowed: draft, active,'],
  [
    'de',
    'Der Code gehört nicht zum vorgeschriebenen Value Set „request-status“.',
    'Das Element „text“ ist erforderlich.',
    'Erlaubt: draft,',
  ],
  ['fr', "Le code n'appartient pas au jeu de valeurs requis « request-status ».", "L'élément « text » est obligatoire.", 'draft, active,'],
] as const)('the 400 in %s', (language, ofStatus, ofText, hint) => {
  let refusal: AppError | undefined;
  try {
    validateInterfaceRequest({ status: 'x', note: [{}] }, releases[0]![1]);
  } catch (error) {
    refusal = error as AppError;
  }
  const detail = `status: ${ofStatus}\nnote[0]: ${{ en: 'An element', de: 'Ein Element', fr: 'Un élément' }[language]}`;
  const body = renderProblem(refusal!, language, 'r-1');
  expect(body).toEqual({
    '@context': '/contexts/Error',
    '@id': '/errors/400',
    '@type': 'Error',
    title: expect.any(String),
    detail: expect.stringContaining(detail),
    status: 400,
    instance: '/errors/400#r-1',
    type: '/errors/400',
    description: body.detail,
    violations: [
      {
        propertyPath: 'status',
        message: ofStatus,
        code: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
        hint: expect.stringContaining(hint),
        payload: { choices: ['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'] },
      },
      { propertyPath: 'note[0]', message: expect.any(String), code: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3' },
      { propertyPath: 'note[0].text', message: ofText, code: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3' },
    ],
  });
  expect(body.detail).toBe(body.violations!.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('\n'));
});
