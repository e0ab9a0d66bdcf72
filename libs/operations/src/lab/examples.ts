import { exampleIris } from '@gateway/resources';

export const intakeExample = { specimenCode: 'SP-2026-000123', receivedAt: '2026-02-05T10:12:31Z' };

export const intakeAnswerExample = { diagnosticTests: [exampleIris.test], labIntakeAt: '2026-02-05T10:12:31.000Z' };

export const newResultExample = {
  specimenCode: 'SP-2026-000123',
  externalId: 'LAB-4711',
  observations: [
    {
      loincNum: '13457-7',
      value: '2.6',
      unit: 'mmol/L',
      referenceRange: { intervals: [{ label: 'normal', upper: { operator: '<', value: 3 } }] },
      interpretation: 'N',
    },
  ],
};
