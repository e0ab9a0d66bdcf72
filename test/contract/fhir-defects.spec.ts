import { bundle, commonDefects, type Defect, observation, ownDefects, patient } from '../support/fhir-defects';
import { releases } from '../support/fhir-examples';

/** What JSON would carry: without the members that are undefined. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(releases)('what %s does not allow', (name, { validator }) => {
  const defects: readonly Defect[] = [...commonDefects, ...(ownDefects[name] ?? [])];

  it.each(defects.map((defect) => [defect[0], defect] as const))('%s', (_, [, resource, expression, code, key]) => {
    const errors = validator.validate(json(resource)).filter(({ severity }) => severity === 'error');
    const expected = { expression, code, ...(key !== undefined && { parameters: expect.objectContaining({ key }) }) };
    expect(errors).toContainEqual(expect.objectContaining(expected));
  });

  it('names every fault once, without faults that follow from it', () => {
    const single = defects.filter(
      ([, resource]) => validator.validate(json(resource)).filter(({ severity }) => severity === 'error').length === 1,
    );
    expect(single.length).toBeGreaterThan(defects.length * 0.9);
  });

  it('bounds the work on a hostile resource', () => {
    const component = Array.from({ length: 25_000 }, () => ({ code: { text: 'a' }, valueQuantity: { value: 1 } }));
    const faults = validator.validate(observation({ component }));
    expect(faults).toEqual([expect.objectContaining({ severity: 'warning', code: 'incomplete', text: 'rules_many' })]);
    const broken = validator.validate(patient({ name: Array.from({ length: 5000 }, () => null) }));
    expect(broken).toHaveLength(201);
  });

  it('names every contained resource whose id is taken', () => {
    const contained = [patient(), patient(), patient({ id: 'q' }), patient()];
    const faults = validator.validate(observation({ contained, subject: { reference: '#p' }, performer: [{ reference: '#q' }] }));
    expect(faults.map(({ path, text }) => [path, text])).toEqual([
      ['contained[1].id', 'contained_repeated'],
      ['contained[3].id', 'contained_repeated'],
    ]);
  });

  it.each([
    ['no-break spaces in text', patient({ name: [{ family: 'van\u00a0der\u00a0Berg' }] })],
    ['line breaks in markdown', observation({ note: [{ text: 'a\nb\tc' }] })],
    ['a leap second', observation({ issued: '2016-12-31T23:59:60Z' })],
    ['29 February of a leap year', patient({ birthDate: '2000-02-29' })],
    ['a year alone', patient({ birthDate: '1990' })],
    ['a value that only an extension gives', patient({ gender: undefined, _gender: { extension: [{ url: 'http://x', valueCode: 'y' }] } })],
    ['an id beside a value', patient({ gender: 'male', _gender: { id: 'a' } })],
    ['an id beside a value of a list', patient({ name: [{ given: ['b'], _given: [{ id: 'a' }] }] })],
    [
      'a gap in a list that its companion fills',
      patient({ name: [{ given: [null, 'b'], _given: [{ extension: [{ url: 'http://x', valueCode: 'y' }] }, null] }] }),
    ],
    ['a negative decimal with an exponent', observation({ valueQuantity: { value: -1.5e-7 } })],
    [
      'a contained resource that refers to its container',
      observation({
        contained: [
          {
            resourceType: 'Provenance',
            id: 'a',
            target: [{ reference: '#' }],
            recorded: '2024-01-01T00:00:00Z',
            agent: [{ who: { display: 'x' } }],
          },
        ],
      }),
    ],
    [
      'one id in contained resources of two entries',
      bundle(
        [1, 2].map((number) => ({
          fullUrl: `urn:uuid:0d2c9c5e-5a0e-4e1b-9a50-1b0b5b0e7d1${number}`,
          resource: observation({ contained: [patient()], subject: { reference: '#p' } }),
        })),
      ),
    ],
    [
      'contained resources with ids that differ in case',
      observation({ contained: [patient(), patient({ id: 'P' })], subject: { reference: '#p' }, performer: [{ reference: '#P' }] }),
    ],
    [
      'an entity in a narrative',
      patient({ text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">a &amp; b &#160;<br/></div>' } }),
    ],
    ['an empty resource of a type without required elements', { resourceType: 'Patient' }],
  ])('%s is allowed', (_, resource) => {
    expect(validator.validate(json(resource))).toEqual([]);
  });
});
