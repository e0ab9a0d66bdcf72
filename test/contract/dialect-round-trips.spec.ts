import { fromInterfaceShape, toInterfaceShape, validateInterfaceRequest } from '@gateway/fhir';
import { ExactNumber, parseJson, stringifyJson } from '@gateway/kernel';
import * as fc from 'fast-check';
import { examplesOf, releases } from '../support/fhir-examples';

type Json = Record<string, unknown>;

const defined = (value: Json): Json => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

/** An object with some of the members, at least one of which is no id. */
const some = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> =>
  fc
    .record(members, { requiredKeys: [] })
    .map(defined)
    .filter((value) => Object.keys(value).some((name) => name !== 'id'));

const elementId = fc.constantFrom(
  ...['1', '0', '42', '-7', '012', '-0', 'a1', '1.0', '1e3', '9007199254740991', '9007199254740992', '+3', 'x y', '１２'],
);
const text = fc.constantFrom('a', 'ä b', '12', '\u00a0x');
const extension = fc.constantFrom(
  [{ url: 'urn:x', id: '7', valueIdentifier: { type: { text: 'a' }, id: '8' } }],
  [{ url: 'urn:y', valueTiming: { event: ['2024'] } }],
);
const companion = some({ id: elementId, extension });
const instant = fc.constantFrom('2024', '2024-02', '2024-02-29', '2024-02-29T10:00:00.120+05:30');
const concept = some({ id: elementId, text, coding: fc.constant([{ id: '3', code: 'a', system: 'urn:x' }]) });

const identifierWith = (assigner: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  some({ id: elementId, value: text, type: concept, assigner, period: some({ id: elementId, start: instant }), _value: companion });

const reference = (inner: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  some({ id: elementId, display: text, identifier: inner, type: fc.constant('Organization') });

const identifier = identifierWith(reference(identifierWith(some({ display: text }))));

/** A list of primitives with its companions, as FHIR has gaps in either. */
const listWithCompanions = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Json> => {
  const entry = fc.oneof(fc.tuple(value, fc.constant(null)), fc.tuple(value, companion), fc.tuple(fc.constant(null), companion));
  return fc.array(entry, { maxLength: 3 }).map((entries) => {
    if (entries.length === 0) return {};
    const [values, companions] = [entries.map(([each]) => each), entries.map(([, each]) => each)];
    return {
      ...(values.some((each) => each !== null) && { [name]: values }),
      ...(companions.some((each) => each !== null) && { [`_${name}`]: companions }),
    };
  });
};

const merged = (...parts: fc.Arbitrary<Json>[]): fc.Arbitrary<Json> => fc.tuple(...parts).map((each) => Object.assign({}, ...each) as Json);

const repeat = merged(
  fc.record({ id: elementId, count: fc.constantFrom(1, 2) }, { requiredKeys: ['count'] }).map(defined),
  listWithCompanions('dayOfWeek', fc.constantFrom('mon', 'tue')),
  fc.oneof(
    listWithCompanions('when', fc.constantFrom('MORN', 'NOON')),
    listWithCompanions('timeOfDay', fc.constantFrom('10:00:00', '11:30:00')),
  ),
);

const timing = merged(listWithCompanions('event', instant), fc.record({ repeat }), some({ id: elementId, code: concept }));

const meta = some({
  id: elementId,
  source: fc.constant('urn:s'),
  tag: fc.constant([{ id: '1', code: 'a' }, { code: 'b' }]),
  profile: fc.constantFrom(['urn:p'], ['urn:p', 'urn:q']),
});

const shared = {
  meta,
  identifier: fc.array(identifier, { minLength: 1, maxLength: 2 }),
  requisition: identifier,
  requester: reference(identifier),
  occurrenceTiming: timing,
  quantityQuantity: fc.record({ value: fc.constantFrom(1, new ExactNumber('5.10'), new ExactNumber('12345678901234567890.123')) }),
  note: fc.constant([{ id: '5', authorReference: { identifier: { type: { text: 'a' } } }, text: 'x' }]),
  _priority: companion,
  contained: fc.constant([{ resourceType: 'Patient', id: '1', identifier: [{ id: '2', type: { text: 'a' } }] }]),
  subject: fc.constant({ id: '0', reference: '#1' }),
};

const own: Readonly<Record<string, Record<string, fc.Arbitrary<unknown>>>> = {
  R4B: { patientInstruction: text, orderDetail: fc.array(concept, { minLength: 1, maxLength: 2 }), code: concept },
  R5: {
    patientInstruction: fc.array(some({ id: elementId, instructionMarkdown: text }), { minLength: 1, maxLength: 3 }),
    supportingInfo: fc.array(some({ id: elementId, reference: reference(identifier) }), { minLength: 1, maxLength: 2 }),
    orderDetail: fc.array(fc.record({ id: elementId, parameter: fc.constant([{ id: '9', code: { text: 'a' }, valueString: 'x' }]) }), {
      minLength: 1,
      maxLength: 2,
    }),
    code: some({ id: elementId, concept }),
  },
};

const requestOf = (name: string): fc.Arbitrary<Json> =>
  fc
    .record({ ...shared, ...own[name]! }, { requiredKeys: ['subject', 'contained'] })
    .map((members) => ({ resourceType: 'ServiceRequest', status: 'active', intent: 'order', ...defined(members) }));

/** What a client gets: the text, read again. */
const overTheWire = (value: unknown): Json => parseJson(stringifyJson(value), 100).value as Json;

describe.each(releases)('the dialect of %s there and back', (name, release) => {
  const back = (resource: Json): unknown => fromInterfaceShape(overTheWire(toInterfaceShape(resource, release)), release).resource;

  it('gives every ServiceRequest back as it was', () => {
    let [checked, valid] = [0, 0];
    fc.assert(
      fc.property(requestOf(name), fc.nat(), (request, number) => {
        checked += 1;
        const isValid = release.validator.isValid(request);
        if (isValid) valid += 1;
        const served = { ...request, id: String(number), meta: { ...(request['meta'] as Json | undefined), versionId: '3' } };
        expect(back(served)).toEqual(request);
        expect(isValid && validateInterfaceRequest(toInterfaceShape(request, release), release).resource).toEqual(isValid && request);
      }),
      { numRuns: 400 },
    );
    // The generators speak of valid resources but for rules between elements.
    expect(valid / checked).toBeGreaterThan(0.7);
  });

  it('gives every official example back as it was, and accepts it', () => {
    const examples = examplesOf(release, 'ServiceRequest');
    expect(examples.length).toBeGreaterThan(15);
    for (const { file, read } of examples) {
      const { id: _, ...resource } = read() as Json;
      expect([file, back({ ...resource, id: '1' })]).toEqual([file, resource]);
      const shown = toInterfaceShape(resource, release);
      expect([file, validateInterfaceRequest(shown, release).resource]).toEqual([file, resource]);
    }
  });
});
