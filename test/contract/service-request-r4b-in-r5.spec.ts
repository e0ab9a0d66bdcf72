import type { JsonObject } from '@gateway/kernel';
import { baseUrl, elementOf, errorsIn, inR4b, inR5, leastRequest } from '../support/round-trips';

const r4bRequest: JsonObject = {
  ...leastRequest,
  code: { text: 'Glucose' },
  orderDetail: [{ text: 'fasting' }],
  locationCode: [{ text: 'ward' }],
  locationReference: [{ reference: 'Location/1' }],
  reasonCode: [{ text: 'Thirst' }],
  reasonReference: [{ reference: 'Condition/1' }],
  supportingInfo: [{ type: 'Observation' }],
  patientInstruction: 'Eat nothing.',
  note: [{ text: 'first' }, { text: 'second' }],
};

describe('An R4B request in R5', () => {
  const shown = inR5.write(inR4b.read(r4bRequest));

  it('says the same in the elements of R5', () => {
    expect(errorsIn(shown, inR5)).toEqual([]);
    expect(shown).toEqual({
      ...leastRequest,
      extension: [{ url: elementOf('4.3', 'ServiceRequest.orderDetail'), valueCodeableConcept: { text: 'fasting' } }],
      code: { concept: { text: 'Glucose' } },
      location: [{ concept: { text: 'ward' } }, { reference: { reference: 'Location/1' } }],
      reason: [{ concept: { text: 'Thirst' } }, { reference: { reference: 'Condition/1' } }],
      // A reference needs an address, an identifier, a text or an extension (ref-2).
      supportingInfo: [
        {
          reference: {
            type: 'Observation',
            extension: [{ url: `${baseUrl}/fhir/StructureDefinition/original-content`, valueString: '{"original":{}}' }],
          },
        },
      ],
      patientInstruction: [{ instructionMarkdown: 'Eat nothing.' }],
      note: [{ text: 'first' }, { text: 'second' }],
    });
  });

  it.each<[string, (request: JsonObject) => JsonObject, JsonObject]>([
    ['nothing', (request) => request, {}],
    ['a note less', (request) => ({ ...request, note: [{ text: 'second' }] }), { note: [{ text: 'second' }] }],
    [
      'another reason',
      (request) => ({ ...request, reason: [{ concept: { text: 'Pain' } }] }),
      {
        reasonCode: [{ text: 'Pain' }],
        reasonReference: undefined,
      },
    ],
    ['no details', ({ extension: _extension, ...request }) => request, { orderDetail: undefined }],
    [
      'a subject of information',
      (request) => ({ ...request, focus: [{ reference: 'Device/7' }] }),
      { extension: [{ url: elementOf('5.0', 'ServiceRequest.focus'), valueReference: { reference: 'Device/7' } }] },
    ],
  ])('comes back with what R5 wrote, and the rest as before: %s', (_name, edit, changes) => {
    const edited = edit(shown);
    expect(errorsIn(edited, inR5)).toEqual([]);
    expect(inR4b.write(inR5.read(edited))).toEqual({ ...r4bRequest, ...changes });
  });

  it('reads the official extensions that a client of R4B writes itself, wherever they stand', () => {
    const written = inR4b.read({
      ...leastRequest,
      extension: [
        { url: 'http://example.org/a', valueCode: 'a' },
        { url: elementOf('5.0', 'ServiceRequest.focus'), valueReference: { reference: 'Device/7' } },
        { url: elementOf('5.0', 'ServiceRequest.focus'), valueString: 'of no use' },
      ],
    });
    expect(inR5.write(written)).toMatchObject({ focus: [{ reference: 'Device/7' }] });
  });

  it('stays valid where R5 forbids a body structure beside a body site', () => {
    const request = {
      ...leastRequest,
      bodySite: [{ text: 'arm' }],
      extension: [{ url: elementOf('5.0', 'ServiceRequest.bodyStructure'), valueReference: { reference: 'BodyStructure/1' } }],
    };
    const elsewhere = inR5.write(inR4b.read(request));
    expect(errorsIn(elsewhere, inR5)).toEqual([]);
    expect(inR4b.write(inR5.read(elsewhere))).toEqual(request);
  });
});
