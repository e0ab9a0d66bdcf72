/** The reduced definitions of a FHIR release, as `tools/reduce-fhir-structures.mjs` writes them. */
export interface Artefact {
  readonly fhirVersion: string;
  readonly primitives: Readonly<Record<string, PrimitiveRow>>;
  readonly types: Readonly<Record<string, TypeRow>>;
  readonly invariants: Readonly<Record<string, InvariantRow>>;
  readonly valueSets: Readonly<Record<string, ValueSetRow>>;
}

export interface PrimitiveRow {
  readonly base: string;
  readonly json: 'string' | 'number' | 'boolean';
  readonly regex?: string;
  /** What every system of the release can hold; more is kept. */
  readonly advised?: string;
  readonly range?: readonly [string, string];
  readonly maxLength?: number;
}

export interface TypeRow {
  readonly base?: string;
  readonly kind?: 'resource';
  readonly abstract?: boolean;
  /** A constrained form of its base, whose name JSON does not show. */
  readonly profile?: boolean;
  readonly elements: Readonly<Record<string, ElementRow>>;
  readonly invariants?: readonly string[];
}

export interface ElementRow {
  readonly min?: number;
  /** Absent: 1. */
  readonly max?: '*' | '0';
  /** `Period`, `Reference(Patient|Group)`, `Questionnaire.item`; several for a choice. */
  readonly type: string | readonly string[];
  readonly binding?: string;
  readonly invariants?: readonly string[];
}

export interface InvariantRow {
  readonly human: string;
  readonly expression: string;
}

export interface ValueSetRow {
  /** The codes stand in no package: true, or the form that they have. */
  readonly external?: true | 'mime-type' | 'language' | 'currency' | 'unit' | 'color' | 'time-zone';
  /** Codes by system; null where every code of the system belongs to it. */
  readonly systems: Readonly<Record<string, readonly string[] | null>>;
}
