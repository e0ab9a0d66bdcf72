import type { FaultText } from './texts/en';

/** http://hl7.org/fhir/issue-type, as far as the validator uses it. */
export type FaultCode = 'structure' | 'required' | 'value' | 'invariant' | 'code-invalid' | 'not-supported' | 'incomplete';

export type FaultSeverity = 'error' | 'warning' | 'information';

/** One thing that is wrong with a resource, as data: the text is chosen by language where it leaves. */
export interface Fault {
  readonly severity: FaultSeverity;
  readonly code: FaultCode;
  /** FHIRPath of the element, as `Observation.component[0].value.ofType(Quantity).value`. */
  readonly expression: string;
  /** The member of the JSON document, as `component[0].valueQuantity.value`. */
  readonly path: string;
  readonly text: FaultText;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** What a check found, before it is known where. */
export interface Finding {
  readonly severity?: FaultSeverity;
  readonly code: FaultCode;
  readonly text: FaultText;
  readonly parameters?: Fault['parameters'];
}

const maximumQuote = 100;

/** A client's text, short enough to stand in a fault. */
export const quoted = (text: string): string => (text.length > maximumQuote ? `${text.slice(0, maximumQuote)}…` : text).toWellFormed();
