import { type Fault, unevaluated } from '@gateway/fhir';
import { examplesOf, releases } from '../support/fhir-examples';

const types = [
  'ServiceRequest',
  'DiagnosticReport',
  'Observation',
  'Patient',
  'Specimen',
  'Bundle',
  'Coverage',
  'Practitioner',
  'Organization',
  'Questionnaire',
  'ValueSet',
] as const;

/** What a request can carry. Larger examples are collections of definitions; `tools/validate-fhir-examples.mjs` covers them. */
const maximumSize = 1024 * 1024;

const duplicateLinkIds = 'linkIds are not unique: the generator wrote the same for every choice that it could not name';

/** Official examples that are not valid, and why. Every one is looked at below: an entry that is accepted fails as well. */
const invalid: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  R4B: {
    'Bundle-conceptmaps.json': 'narrower and inexact mappings without the comment that cmd-1 asks for',
    'Observation-clinical-gender.json': 'performer refers to an Encounter, which is none of its targets',
    'Questionnaire-qs1.json': 'linkIds are not unique',
    'ValueSet-catalogType.json': 'has no status',
  },
  R5: {
    'Bundle-b5711af0a-d678-46d1-86e9-66e454cf1522.json': 'media types whose parameters have a blank without quotes',
  },
};

/** A rule that could not be evaluated counts: those that cannot are listed and never tried. */
const isFault = ({ severity, text }: Fault): boolean => severity === 'error' || text === 'invariant_not_evaluated';

const isGeneratedQuestionnaire = (file: string): boolean => file.startsWith('Questionnaire-qgen-');

describe.each(releases)('official examples of %s', (name, release) => {
  const errorsOf = (resource: unknown): readonly Fault[] => release.validator.validate(resource).filter(isFault);

  it.each(types)('accepts every %s', (type) => {
    const unexpected = examplesOf(release, type, maximumSize)
      .filter(({ file }) => !isGeneratedQuestionnaire(file))
      .flatMap(({ file, read }) => {
        const errors = errorsOf(read());
        const reason = invalid[name]?.[file];
        if (reason !== undefined) return errors.length > 0 ? [] : [`${file} is accepted, although ${reason}`];
        return errors.map(({ expression, text, parameters }) => `${file}: ${expression}: ${text} ${JSON.stringify(parameters)}`);
      });
    expect(unexpected).toEqual([]);
  });

  it(`refuses generated questionnaires only where ${duplicateLinkIds}`, () => {
    const keys = examplesOf(release, 'Questionnaire', maximumSize)
      .filter(({ file }) => isGeneratedQuestionnaire(file))
      .slice(0, 4)
      .flatMap(({ read }) => errorsOf(read()))
      .map(({ parameters }) => parameters['key']);
    expect(new Set(keys).size).toBeLessThanOrEqual(1);
    expect(keys.every((key) => key === 'que-2')).toBe(true);
  });

  it('lists as impossible only rules of the standard', () => {
    const rules = releases.flatMap(([, { validator }]) => Object.keys(validator.structures.artefact.invariants));
    expect(Object.keys(unevaluated).filter((key) => !rules.includes(key))).toEqual([]);
  });
});
