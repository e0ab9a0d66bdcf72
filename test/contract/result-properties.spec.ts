import { type ObservationRow, reportStates } from '@gateway/core';
import { languages } from '@gateway/problems';
import { parseStoredJson } from '@gateway/kernel';
import fc from 'fast-check';
import { answered, mappedReleases, observationRow, reportedObservation, reportRow, setting } from '../support/report-rows';

/** Everything that the laboratory's door lets in. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
  fc.string({ unit: fc.constantFrom(...' \t\n\u0001\u00a0<>=≤≥+-–.,:0123456789eE%/'.split('')), maxLength: 14 }),
  fc.constantFrom('', ' ', 'positive', 'Nicht  nachweisbar', '<5', '1:80', '2-5', '5.10', '1e400', 'mmol/L', 'G/l', 'constructor'),
);

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const number = fc
  .stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$/)
  .map((text) => parseStoredJson(text) as number);

const interval = fc.record({
  label: anyText,
  lower: orNull(fc.record({ operator: fc.constantFrom('>' as const, '>=' as const), value: orNull(number) })),
  upper: orNull(fc.record({ operator: fc.constantFrom('<' as const, '<=' as const), value: orNull(number) })),
});

const notes = orNull(fc.array(anyText, { maxLength: 3 }));

const observation: fc.Arbitrary<Partial<ObservationRow>> = fc.record({
  loincNum: fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter((text) => !/[\s\0]/.test(text) && text.isWellFormed()),
  value: anyText,
  unit: orNull(anyText),
  interpretation: orNull(anyText),
  labNotes: notes,
  referenceRange: orNull(fc.record({ intervals: fc.array(interval, { maxLength: 3 }) })),
});

const specimen = fc.record({
  id: fc.uuid(),
  specimenCode: anyText,
  collectionDate: orNull(
    fc
      .date({ min: new Date('1950-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
  collectionTime: orNull(fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(-13, -5))),
});

const circumstances = fc.record({
  state: fc.constantFrom(...reportStates),
  laboratory: anyText,
  context: fc.record({ specimens: fc.array(specimen, { maxLength: 3 }), patientName: orNull(anyText) }),
});

describe.each(mappedReleases)('any result in %s', (_name, release, { toObservation, toDiagnosticReport }) => {
  const settings = fc.constantFrom(...languages).map((language) => ({ ...setting, language }));

  it('is a valid Observation that keeps the value as it was written', () => {
    fc.assert(
      fc.property(observation, circumstances, settings, (given, { context, ...others }, itsSetting) => {
        const row = reportedObservation(given, { ...others, context });
        const { resource, errors } = answered(toObservation(row, itsSetting), release);
        expect(errors).toEqual([]);
        const [raw] = (resource.extension ?? []).filter(({ url }: { url: string }) => url.endsWith('/raw-value'));
        // Control characters have pictures in FHIR, which has no room for them.
        // eslint-disable-next-line no-control-regex -- they are what is looked for
        const readable = given.value!.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f]/g, (character) =>
          String.fromCodePoint(0x2400 + character.codePointAt(0)!),
        );
        expect(raw?.valueString ?? '').toBe(readable);
      }),
      { numRuns: 250 },
    );
  });

  it('is a valid DiagnosticReport', () => {
    fc.assert(
      fc.property(
        fc.array(observation, { maxLength: 3 }),
        notes,
        circumstances,
        settings,
        (observations, labNotes, { context, ...others }, itsSetting) => {
          const row = reportRow({ ...others, context, labNotes, observations: observations.map(observationRow) });
          expect(answered(toDiagnosticReport(row, itsSetting), release).errors).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('says the same again, and leaves what it was given as it was', () => {
    fc.assert(
      fc.property(observation, circumstances, (given, { context, ...others }) => {
        const row = reportedObservation(given, { ...others, context });
        const before = structuredClone({ ...row, observation: { ...row.observation, referenceRange: null } });
        const first = toObservation(row, setting);
        expect(toObservation(row, setting)).toEqual(first);
        expect({ ...row, observation: { ...row.observation, referenceRange: null } }).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });
});
