/**
 * A ServiceRequest as no release of FHIR has it and every release can be mapped to and from: a superset of R4B and R5 with one name
 * for each concept. Members that both releases have keep FHIR's name and shape, with the `_name` companions of primitives; what the
 * releases say differently has a neutral form. Plain JSON, numbers with their digits (`JsonNumber`). The server's own elements (`id`,
 * `meta.versionId`, `meta.lastUpdated`) are not in it.
 */
export interface NativeServiceRequest extends Companions {
  readonly meta?: NativeMeta;
  readonly implicitRules?: string;
  readonly language?: string;
  readonly text?: NativeElement;
  readonly contained?: readonly NativeElement[];
  readonly extension?: readonly NativeExtension[];
  readonly modifierExtension?: readonly NativeExtension[];

  readonly identifier?: readonly NativeIdentifier[];
  readonly instantiatesCanonical?: readonly (string | null)[];
  readonly instantiatesUri?: readonly (string | null)[];
  readonly basedOn?: readonly NativeReference[];
  readonly replaces?: readonly NativeReference[];
  readonly requisition?: NativeIdentifier;
  readonly status?: string;
  readonly intent?: string;
  readonly category?: readonly NativeConcept[];
  readonly priority?: string;
  readonly doNotPerform?: boolean;
  /** R4B has the concept alone. */
  readonly code?: NativeConceptOrReference;
  /** R4B's `orderDetail`. */
  readonly orderDetailConcept?: readonly NativeConcept[];
  /** R5's `orderDetail`. */
  readonly orderDetail?: readonly NativeOrderDetail[];
  readonly quantityQuantity?: NativeElement;
  readonly quantityRatio?: NativeElement;
  readonly quantityRange?: NativeElement;
  readonly subject?: NativeReference;
  /** R5 alone. */
  readonly focus?: readonly NativeReference[];
  readonly encounter?: NativeReference;
  readonly occurrenceDateTime?: string;
  readonly occurrencePeriod?: NativeElement;
  readonly occurrenceTiming?: NativeElement;
  readonly asNeededBoolean?: boolean;
  readonly asNeededCodeableConcept?: NativeConcept;
  readonly authoredOn?: string;
  readonly requester?: NativeReference;
  readonly performerType?: NativeConcept;
  readonly performer?: readonly NativeReference[];
  /** R4B's `locationCode` and `locationReference`. */
  readonly location?: readonly NativeConceptOrReference[];
  /** R4B's `reasonCode` and `reasonReference`. */
  readonly reason?: readonly NativeConceptOrReference[];
  readonly insurance?: readonly NativeReference[];
  /** R4B has references alone. */
  readonly supportingInfo?: readonly NativeConceptOrReference[];
  readonly specimen?: readonly NativeReference[];
  readonly bodySite?: readonly NativeConcept[];
  /** R5 alone. */
  readonly bodyStructure?: NativeReference;
  readonly note?: readonly NativeElement[];
  /** R4B has one text. */
  readonly patientInstruction?: readonly NativeInstruction[];
  readonly relevantHistory?: readonly NativeReference[];

  /** Releases whose rules the request is known to satisfy, so that nobody has to look again; absent: unknown. */
  readonly validIn?: readonly ReleasePath[];
  /** Only where the members above cannot give back what was written exactly. */
  readonly asWritten?: WrittenResource;
}

export type ReleasePath = 'r4b' | 'r5';

/** The resource as it was written; it counts as long as it still says the same as the members of the request. */
export interface WrittenResource {
  readonly release: ReleasePath;
  readonly resource: NativeElement;
  /** It repeats values of the other release that an edit has overtaken: no concern of the other release. */
  readonly isOvertaken?: true;
}

/** `_name`: id and extensions of the primitive `name`, as FHIR's JSON has them. */
export type Companions = Readonly<Record<`_${string}`, unknown>>;

/** An element whose members are FHIR's, the same in both releases or kept as they are. */
export type NativeElement = Readonly<Record<string, unknown>>;

interface ElementBase extends Companions {
  readonly id?: string;
  readonly extension?: readonly NativeExtension[];
}

export interface NativeExtension extends ElementBase {
  readonly url: string;
  readonly [value: `value${string}`]: unknown;
}

export interface NativeMeta extends ElementBase {
  readonly source?: string;
  readonly profile?: readonly (string | null)[];
  readonly security?: readonly NativeCoding[];
  readonly tag?: readonly NativeCoding[];
}

export interface NativeCoding extends ElementBase {
  readonly system?: string;
  readonly version?: string;
  readonly code?: string;
  readonly display?: string;
  readonly userSelected?: boolean;
}

export interface NativeConcept extends ElementBase {
  readonly coding?: readonly NativeCoding[];
  readonly text?: string;
}

export interface NativeIdentifier extends ElementBase {
  readonly use?: string;
  readonly type?: NativeConcept;
  readonly system?: string;
  readonly value?: string;
  readonly period?: NativeElement;
  readonly assigner?: NativeReference;
}

export interface NativeReference extends ElementBase {
  readonly reference?: string;
  readonly type?: string;
  readonly identifier?: NativeIdentifier;
  readonly display?: string;
}

export interface NativeConceptOrReference extends ElementBase {
  readonly concept?: NativeConcept;
  readonly reference?: NativeReference;
}

interface BackboneBase extends ElementBase {
  readonly modifierExtension?: readonly NativeExtension[];
}

export interface NativeOrderDetail extends BackboneBase {
  readonly parameterFocus?: NativeConceptOrReference;
  /** Each with `code` and `value[x]`. */
  readonly parameter?: readonly NativeElement[];
}

export interface NativeInstruction extends BackboneBase {
  readonly instructionMarkdown?: string;
  readonly instructionReference?: NativeReference;
}
