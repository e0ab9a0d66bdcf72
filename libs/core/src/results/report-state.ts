import type { ReportState } from './report-row';

interface Delivered {
  /** How far it goes, where the laboratory says so. */
  readonly stage?: 'partial' | 'corrected' | undefined;
  readonly observations: readonly { readonly loincNum: string; readonly value: string }[];
  readonly documents: readonly unknown[];
}

/** A result without values, but with a document, says everything in the document. */
const isComplete = ({ observations, documents }: Delivered, loincNums: readonly string[]): boolean => {
  if (observations.length === 0 && documents.length > 0) return true;
  const present = new Set(observations.filter(({ value }) => value !== '').map(({ loincNum }) => loincNum));
  return loincNums.every((loincNum) => present.has(loincNum));
};

/**
 * What a result is to those before it, when it comes in and from then on.
 * @param loincNums the analytes that a complete result of the product has
 * @param wasComplete whether the test has a complete result already: then this one corrects it, whatever it holds
 */
export function stateOf(delivered: Delivered, loincNums: readonly string[], wasComplete: boolean): ReportState {
  if (wasComplete || delivered.stage === 'corrected') return 'corrected';
  return delivered.stage === undefined && isComplete(delivered, loincNums) ? 'final' : 'partial';
}
