import { examplesOf } from '../support/fhir-examples';
import { elementsOf, isLaboratoryValue, type OfficialObservation, toNative } from '../support/official-observations';
import { answered, mappedReleases, reportedObservation, setting } from '../support/report-rows';

const reasons = {
  spelling: 'the unit is valid UCUM as it is written, and the example codes another spelling of the same unit',
  readableUnit: 'the unit is written for readers, not in UCUM; the code is not guessed from it',
  missingCode: 'the example leaves the code out, or takes it from another system, although the unit is valid UCUM',
  missingUnit: 'the bounds of the example have no unit; ours have that of the value',
  unknownWord: 'the word is none of those that laboratories report results with, so the value stays a text',
  textualRange: 'the example has a range in words; a laboratory sends it as the label of an interval without bounds',
} as const;

type Difference = readonly [reason: keyof typeof reasons, ...elements: string[]];

const word = ['unknownWord', 'valueString', 'valueCodeableConcept.text'] as const;
const codedWord = [...word, 'valueCodeableConcept.code'] as const;
const bounds = (member: string) => ['low', 'high'].map((bound) => `referenceRange[0].${bound}.${member}`);

/** Where ours differ from the official examples, and why. */
const differences: Readonly<Record<string, readonly Difference[]>> = {
  '656': [['missingCode', 'valueQuantity.code']],
  bloodgroup: [codedWord],
  bmd: [['readableUnit', 'valueQuantity.code']],
  'body-height': [['readableUnit', 'valueQuantity.code']],
  'body-temperature': [['readableUnit', 'valueQuantity.code']],
  'body-weight-with-arabic-code': [['readableUnit', 'valueQuantity.code']],
  'clinical-gender': [codedWord],
  example: [['readableUnit', 'valueQuantity.code']],
  'example-TPMT-haplotype-one': [word],
  'example-TPMT-haplotype-two': [word],
  'example-haplotype1': [word],
  'example-haplotype2': [word],
  'example-phenotype': [word],
  f001: [['spelling', 'valueQuantity.code', ...bounds('code')]],
  f002: [['spelling', 'valueQuantity.code', ...bounds('code')]],
  f004: [
    ['spelling', 'valueQuantity.code'],
    ['textualRange', 'referenceRange[0].type'],
  ],
  f005: [['spelling', 'valueQuantity.code', ...bounds('code')]],
  f202: [['readableUnit', 'valueQuantity.code']],
  f203: [
    ['missingCode', 'valueQuantity.code'],
    ['missingUnit', ...bounds('unit'), ...bounds('code')],
  ],
  f204: [
    ['missingCode', 'valueQuantity.code'],
    ['missingUnit', ...bounds('unit'), ...bounds('code')],
  ],
  f206: [codedWord],
  'heart-rate': [['readableUnit', 'valueQuantity.code']],
  herd1: [
    ['readableUnit', 'valueQuantity.code'],
    ['textualRange', 'referenceRange[0].type'],
  ],
  'krcore-observation-labresult-example-01': [['missingCode', 'valueQuantity.code']],
  'map-sitting': [['readableUnit', 'valueQuantity.code']],
  'respiratory-rate': [['readableUnit', 'valueQuantity.code']],
  rhstatus: [codedWord],
  secondsmoke: [codedWord],
  unsat: [['spelling', ...bounds('code')]],
  'vp-oyster': [['textualRange', 'referenceRange[0].type']],
};

interface Official {
  readonly name: string;
  readonly example: OfficialObservation;
}

const officialOf = (release: Parameters<typeof examplesOf>[0]): readonly Official[] =>
  examplesOf(release, 'Observation')
    .map(({ file, read }) => ({ name: file.replace(/^Observation-|\.json$/g, ''), example: read() }))
    .filter(({ example }) => isLaboratoryValue(example));

const packages = mappedReleases.map(([name, release]) => [name, officialOf(release)] as const);

const differing = (one: ReturnType<typeof elementsOf>, other: ReturnType<typeof elementsOf>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((element) => one[element] !== other[element]).sort();

describe.each(packages)('official Observations of %s', (_, officials) => {
  it('are enough to compare with', () => {
    expect(officials.length).toBeGreaterThan(50);
  });

  describe.each(mappedReleases)('as a laboratory would send them, in %s', (_name, release, { toObservation }) => {
    it.each(officials)('$name differs only where it is known to', ({ name, example }) => {
      const { resource, errors } = answered(toObservation(reportedObservation(toNative(example)), setting), release);
      expect(errors).toEqual([]);
      const known = (differences[name] ?? []).flatMap(([, ...elements]) => elements).sort();
      expect(differing(elementsOf(example), elementsOf(resource))).toEqual(known);
    });
  });
});

it('lists differences of existing examples alone, for every reason', () => {
  const names = new Set(packages.flatMap(([, officials]) => officials.map(({ name }) => name)));
  expect(Object.keys(differences).filter((name) => !names.has(name))).toEqual([]);
  const given = new Set(Object.values(differences).flatMap((each) => each.map(([reason]) => reason)));
  expect([...given].sort()).toEqual(Object.keys(reasons).sort());
});
