const testId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3b';
const resultId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3d';
const documentId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3f';

export const intakeExample = { specimenCode: 'SP-2026-000123', receivedAt: '2026-02-05T10:12:31Z' };

export const intakeAnswerExample = { diagnosticTests: [`/v1/diagnostic_tests/${testId}`], labIntakeAt: '2026-02-05T10:12:31.000Z' };

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

export const documentExample = {
  id: documentId,
  originalFileName: 'report.pdf',
  downloadPath: `/v1/documents/${documentId}/download`,
  mimeType: 'application/pdf',
  size: 48213,
  createdAt: '2026-02-06T11:00:00.000Z',
};

export const resultExample = {
  id: resultId,
  createdAt: '2026-02-06T11:00:00.000Z',
  observations: [
    {
      id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3e',
      testResult: `/v1/test_results/${resultId}`,
      loincNum: '13457-7',
      value: '2.6',
      unit: 'mmol/L',
      referenceRange: { intervals: [{ label: 'normal', lower: null, upper: { operator: '<', value: 3 } }] },
      interpretation: 'N',
      labNotes: null,
      createdAt: '2026-02-06T11:00:00.000Z',
    },
  ],
  documents: [],
  labNotes: null,
  diagnosticTest: `/v1/diagnostic_tests/${testId}`,
};
