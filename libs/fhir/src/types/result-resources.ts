import type {
  Annotation,
  CodeableConcept,
  Identifier,
  Meta,
  Narrative,
  Quantity,
  Range,
  Ratio,
  Reference,
  SimpleQuantity,
  StringExtension,
} from './datatypes';

/** What reports and observations have in common. */
interface ResultResource {
  readonly id: string;
  readonly meta: Meta;
  readonly text: Narrative;
  readonly identifier: readonly Identifier[];
  readonly basedOn: readonly Reference[];
  readonly category: readonly CodeableConcept[];
  readonly code: CodeableConcept;
  readonly subject: Reference;
  readonly encounter?: Reference;
  readonly effectiveDateTime?: string;
  readonly issued: string;
  readonly performer?: readonly Reference[];
}

/** value[x] of an Observation, or why there is none. */
export type ObservedValue =
  | { readonly valueQuantity: Quantity }
  | { readonly valueRatio: Ratio }
  | { readonly valueRange: Range }
  | { readonly valueCodeableConcept: CodeableConcept }
  | { readonly valueString: string }
  | { readonly dataAbsentReason: CodeableConcept };

export interface ObservationReferenceRange {
  readonly low?: SimpleQuantity;
  readonly high?: SimpleQuantity;
  readonly type?: CodeableConcept;
  readonly text: string;
}

/** Observation (https://hl7.org/fhir/R5/observation.html) of a laboratory value. */
export type Observation = ResultResource & {
  readonly resourceType: 'Observation';
  readonly extension?: readonly StringExtension[];
  readonly status: 'preliminary' | 'final' | 'corrected';
  readonly interpretation?: readonly CodeableConcept[];
  readonly note?: readonly Annotation[];
  readonly specimen?: Reference;
  readonly referenceRange?: readonly ObservationReferenceRange[];
} & ObservedValue;

/** What a DiagnosticReport (https://hl7.org/fhir/R5/diagnosticreport.html) has in both releases. */
export interface CommonDiagnosticReport extends ResultResource {
  readonly resourceType: 'DiagnosticReport';
  readonly status: 'partial' | 'final' | 'corrected';
  readonly specimen?: readonly Reference[];
  readonly result?: readonly Reference[];
  readonly conclusion?: string;
}
