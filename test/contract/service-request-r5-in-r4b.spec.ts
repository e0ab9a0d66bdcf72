import type { JsonObject } from '@gateway/kernel';
import { baseUrl, elementOf, errorsIn, inR4b, inR5, leastRequest } from '../support/round-trips';

const r5Request: JsonObject = {
  ...leastRequest,
  extension: [{ url: 'http://example.org/a', valueInteger64: '9007199254740993' }],
  contained: [
    { resourceType: 'Organization', id: 'lab', name: 'Lab' },
    { resourceType: 'GenomicStudy', id: 'study', status: 'available', subject: { reference: 'Patient/1' } },
  ],
  code: { concept: { text: 'Glucose' }, reference: { reference: 'ActivityDefinition/1' } },
  orderDetail: [{ parameter: [{ code: { text: 'Dose' }, valueQuantity: { value: 5, comparator: 'ad' } }] }],
  focus: [{ reference: 'Device/7' }],
  performer: [{ reference: '#lab' }],
  reason: [{ reference: { reference: 'Condition/1' } }, { concept: { text: 'Thirst' } }, { reference: { reference: 'DetectedIssue/1' } }],
  supportingInfo: [{ concept: { text: 'fasting' } }, { reference: { reference: '#study' } }],
  bodyStructure: { reference: 'BodyStructure/1' },
  note: [
    { text: 'first', authorReference: { reference: 'PractitionerRole/1' } },
    { text: 'second', time: '2026-01-31' },
  ],
  occurrenceTiming: { repeat: { when: ['IMD', 'MORN'] } },
  patientInstruction: [{ instructionMarkdown: 'Eat *nothing*.' }, { instructionReference: { reference: 'DocumentReference/1' } }],
};

describe('An R5 request in R4B', () => {
  const shown = inR4b.write(inR5.read(r5Request));

  it('is valid', () => {
    expect(errorsIn(shown, inR4b)).toEqual([]);
  });

  it('says what R4B has elements for, and carries the rest in the official extensions', () => {
    const { extension, ...elements } = shown;
    const content = (original: unknown, instead?: unknown) => ({
      url: `${baseUrl}/fhir/StructureDefinition/original-content`,
      valueString: JSON.stringify({ original, ...(instead !== undefined && { instead }) }),
    });
    const comparator = { extension: [{ url: elementOf('5.0', 'Quantity.comparator'), valueCode: 'ad' }] };
    const unlinked = { type: 'GenomicStudy', display: 'GenomicStudy' };
    const link = { extension: [content({ reference: '#study' }, unlinked)], ...unlinked };
    expect(elements).toEqual({
      ...leastRequest,
      contained: [{ resourceType: 'Organization', id: 'lab', name: 'Lab' }],
      code: { text: 'Glucose' },
      performer: [{ reference: '#lab' }],
      reasonCode: [{ text: 'Thirst' }],
      reasonReference: [{ reference: 'Condition/1' }],
      supportingInfo: [link],
      note: [
        {
          text: 'first',
          authorReference: {
            extension: [{ url: elementOf('5.0', 'Annotation.author'), valueReference: { reference: 'PractitionerRole/1' } }],
          },
        },
        { text: 'second', time: '2026-01-31' },
      ],
      occurrenceTiming: {
        repeat: {
          when: [null, 'MORN'],
          _when: [{ extension: [{ url: elementOf('5.0', 'Timing.repeat.when'), valueCode: 'IMD' }] }, null],
        },
      },
      patientInstruction: 'Eat *nothing*.',
    });
    expect(extension).toEqual([
      {
        url: `${baseUrl}/fhir/StructureDefinition/contained-original`,
        valueString: JSON.stringify((r5Request['contained'] as unknown[])[1]),
        _valueString: { extension: [{ url: `${baseUrl}/fhir/StructureDefinition/contained-position`, valueInteger: 1 }] },
      },
      { url: elementOf('5.0', 'ServiceRequest.code'), valueCodeableReference: r5Request['code'] },
      {
        url: elementOf('5.0', 'ServiceRequest.orderDetail'),
        extension: [
          {
            url: 'parameter',
            extension: [
              { url: 'code', valueCodeableConcept: { text: 'Dose' } },
              { url: 'value', valueQuantity: { value: 5, _comparator: comparator } },
            ],
          },
        ],
      },
      { url: elementOf('5.0', 'ServiceRequest.focus'), valueReference: { reference: 'Device/7' } },
      ...(r5Request['reason'] as JsonObject[]).map((reason) => ({
        url: elementOf('5.0', 'ServiceRequest.reason'),
        valueCodeableReference: reason,
      })),
      { url: elementOf('5.0', 'ServiceRequest.supportingInfo'), valueCodeableReference: { concept: { text: 'fasting' } } },
      { url: elementOf('5.0', 'ServiceRequest.supportingInfo'), valueCodeableReference: { reference: link } },
      { url: elementOf('5.0', 'ServiceRequest.bodyStructure'), valueReference: { reference: 'BodyStructure/1' } },
      {
        url: elementOf('5.0', 'ServiceRequest.patientInstruction'),
        extension: [{ url: 'instruction', valueMarkdown: 'Eat *nothing*.' }],
      },
      {
        url: elementOf('5.0', 'ServiceRequest.patientInstruction'),
        extension: [{ url: 'instruction', valueReference: { reference: 'DocumentReference/1' } }],
      },
      { url: 'http://example.org/a', extension: [content({ valueInteger64: '9007199254740993' })] },
    ]);
  });

  it('shows an attachment in the types of R4B', () => {
    const attachment = { url: 'http://example.org/scan', size: '123', width: 640, duration: 1.5 };
    const request = { ...leastRequest, extension: [{ url: 'http://example.org/scan', valueAttachment: attachment }] };
    const size = { url: `${baseUrl}/fhir/StructureDefinition/original-content`, valueString: '{"original":"123","instead":123}' };
    const elsewhere = inR4b.write(inR5.read(request));
    expect(elsewhere).toEqual({
      ...leastRequest,
      extension: [
        {
          url: 'http://example.org/scan',
          valueAttachment: {
            url: 'http://example.org/scan',
            size: 123,
            _size: { extension: [size] },
            extension: [
              { url: elementOf('5.0', 'Attachment.width'), valuePositiveInt: 640 },
              { url: elementOf('5.0', 'Attachment.duration'), valueDecimal: 1.5 },
            ],
          },
        },
      ],
    });
    expect(inR5.write(inR4b.read(elsewhere))).toEqual(request);
  });

  const reasons = r5Request['reason'] as JsonObject[];
  const withCode = [...(shown['reasonCode'] as JsonObject[]), { text: 'Fatigue' }];

  it.each<[string, (request: JsonObject) => JsonObject, JsonObject]>([
    ['nothing', (request) => request, {}],
    ['the status', (request) => ({ ...request, status: 'on-hold' }), { status: 'on-hold' }],
    ['an element that was not there', (request) => ({ ...request, priority: 'stat' }), { priority: 'stat' }],
    [
      'the text of a reason, which keeps its place',
      (request) => ({ ...request, reasonCode: [{ text: 'Great thirst' }] }),
      { reason: [reasons[0], { concept: { text: 'Great thirst' } }, reasons[2]] },
    ],
    [
      'one more reason',
      (request) => ({ ...request, reasonCode: withCode }),
      { reason: [{ concept: withCode[0] }, { concept: withCode[1] }, reasons[0], reasons[2]] },
    ],
    ['no reference as a reason', ({ reasonReference: _reasonReference, ...request }) => request, { reason: [reasons[1], reasons[2]] }],
    ['another code', (request) => ({ ...request, code: { text: 'Lactate' } }), { code: { concept: { text: 'Lactate' } } }],
    [
      'another instruction',
      (request) => ({ ...request, patientInstruction: 'Eat.' }),
      {
        patientInstruction: [{ instructionMarkdown: 'Eat.' }, { instructionReference: { reference: 'DocumentReference/1' } }],
      },
    ],
    ['no notes', ({ note: _note, ...request }) => request, { note: undefined }],
    [
      'another author of a note',
      (request) => {
        const [first, second] = request['note'] as JsonObject[];
        const author = first!['authorReference'] as JsonObject;
        return { ...request, note: [{ ...first, authorReference: { ...author, reference: 'Practitioner/2' } }, second] };
      },
      { note: [{ text: 'first', authorReference: { reference: 'Practitioner/2' } }, (r5Request['note'] as unknown[])[1]] },
    ],
    [
      'other times',
      (request) => {
        const { repeat } = request['occurrenceTiming'] as { repeat: JsonObject };
        return { ...request, occurrenceTiming: { repeat: { ...repeat, when: ['NOON', 'MORN'] } } };
      },
      { occurrenceTiming: { repeat: { when: ['NOON', 'MORN'] } } },
    ],
    [
      'an extension more',
      (request) => ({ ...request, extension: [...(request['extension'] as unknown[]), { url: 'http://example.org/b', valueCode: 'b' }] }),
      { extension: [...(r5Request['extension'] as unknown[]), { url: 'http://example.org/b', valueCode: 'b' }] },
    ],
  ])('comes back with what R4B wrote, and the rest as before: %s', (_name, edit, changes) => {
    const edited = edit(shown);
    expect(errorsIn(edited, inR4b)).toEqual([]);
    const written = inR4b.read(edited);
    expect(inR4b.write(written)).toEqual(edited);
    expect(inR5.write(written)).toEqual({ ...r5Request, ...changes });
  });

  it('loses a contained resource that nothing refers to any more', () => {
    const { extension, supportingInfo: _supportingInfo, ...rest } = shown;
    const isKept = ({ url }: { url: string }): boolean => url !== elementOf('5.0', 'ServiceRequest.supportingInfo');
    const written = inR4b.read({ ...rest, extension: (extension as { url: string }[]).filter(isKept) });
    const { supportingInfo: _info, ...expected } = r5Request;
    expect(inR5.write(written)).toEqual({ ...expected, contained: [(r5Request['contained'] as unknown[])[0]] });
  });
});
