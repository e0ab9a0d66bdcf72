import type { JsonNumber } from '@gateway/kernel';

/** The data types of FHIR (https://hl7.org/fhir/R5/datatypes.html) as far as we write them; the same in R4B. */

export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display?: string;
}

export interface CodeableConcept {
  readonly coding?: readonly Coding[];
  readonly text?: string;
}

export interface Identifier {
  readonly type: CodeableConcept;
  readonly system: string;
  readonly value: string;
}

export interface Reference {
  readonly reference?: string;
  readonly type?: string;
  /** Ours, or as a client wrote it. */
  readonly identifier?: object;
  readonly display?: string;
}

/** A Quantity that is never compared. */
export interface SimpleQuantity {
  readonly value: JsonNumber;
  readonly unit?: string;
  readonly system?: string;
  readonly code?: string;
}

export interface Quantity extends SimpleQuantity {
  readonly comparator?: '<' | '<=' | '>' | '>=';
}

export interface Ratio {
  readonly numerator: SimpleQuantity;
  readonly denominator: SimpleQuantity;
}

export interface Range {
  readonly low: SimpleQuantity;
  readonly high: SimpleQuantity;
}

export interface Annotation {
  readonly text: string;
}

export interface StringExtension {
  readonly url: string;
  readonly valueString: string;
}

/** An Attachment without its size, whose type the releases write differently. */
export interface LinkedAttachment {
  readonly contentType: string;
  readonly url: string;
  readonly title: string;
  readonly creation: string;
}

export interface Narrative {
  readonly status: 'generated';
  readonly div: string;
}

export interface Meta {
  readonly versionId: string;
  readonly lastUpdated: string;
}
