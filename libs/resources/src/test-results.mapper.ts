import type { DocumentRow, ResultRow } from '@gateway/core';
import { type Observation, toObservation } from './observations.mapper';

export interface Document {
  readonly id: string;
  readonly originalFileName: string;
  readonly downloadPath: string;
  readonly mimeType: string;
  readonly size: number;
  readonly createdAt: string;
}

/** TestResult of the interface. */
export interface TestResult {
  readonly id: string;
  readonly createdAt: string;
  readonly observations: readonly Observation[];
  readonly documents: readonly Document[];
  readonly labNotes: readonly string[] | null;
  readonly diagnosticTest: string;
}

export const toDocument = (row: DocumentRow): Document => ({
  id: row.id,
  originalFileName: row.originalFileName,
  downloadPath: `/v1/documents/${row.id}/download`,
  mimeType: row.mimeType,
  size: row.size,
  createdAt: row.createdAt,
});

export const toTestResult = (row: ResultRow): TestResult => ({
  id: row.id,
  createdAt: row.createdAt,
  observations: row.observations.map(toObservation),
  documents: row.documents.map(toDocument),
  labNotes: row.labNotes,
  diagnosticTest: `/v1/diagnostic_tests/${row.testId}`,
});
