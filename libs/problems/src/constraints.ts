import type { Language } from './language';

/**
 * Stable identifiers of the constraints, as Symfony's validator publishes them; partners' programs switch on them.
 * The texts stand in `locales/`.
 */
export const constraintCodes = {
  NotBlank: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
  NotNull: 'ad32d13f-c3d4-423b-909a-857b961eb720',
  TooShort: '9ff3fdc4-b214-49db-8718-39c315e33d45',
  TooLong: 'd94b19cc-114f-4f44-9cc4-4138e80a87b9',
  Email: 'bd79c0ab-ddba-46cc-a703-a7a4b08de310',
  Choice: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
  Range: '04b91c99-a946-4221-afc5-e65ebac401eb',
  TooHigh: '2d28afcb-e32e-45fb-a815-01c431a86a69',
  TooLow: '76454e69-502c-46c5-9643-f447d837c4d5',
  Regex: 'de1e3db3-5ed4-4941-aae4-59f3667cc3a3',
  Type: 'ba785a8c-82cb-4283-967c-3cf342181b40',
  TooFew: 'bef8e338-6ae5-4caf-b8e2-50e7b0579e69',
  TooMany: '756b1212-697c-468d-a9ad-50dd783bb169',
  DateFormat: '69819696-02ac-4a99-9ff0-14e127c4d1bc',
  Date: '3c184ce5-b31d-4de7-8b76-326da7b2be93',
  DateTimeFormat: '1a9da513-2640-4f84-9b6a-4d99dcddc628',
  DateTimeDate: 'd52afa47-620d-4d99-9f08-f4d85b36e33c',
  DateTimeTime: '5e797c9d-74f7-4098-baa3-94390c447b27',
  UuidTooShort: 'aa314679-dac9-4f54-bf97-b2049df8f2a3',
  UuidTooLong: '494897dd-36f8-4d31-8923-71a8d5f3000d',
  UuidCharacters: '51120b12-a2bc-41bf-aa53-cd73daf330d0',
  Url: '57c2f299-1154-4870-89bb-ef3b1f5ad229',
  Positive: '778b7ae0-84d3-481a-9dec-35fdb64b1d78',
  Country: '8f900c12-61bd-455d-9398-996cd040f7f0',
  Unique: '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f',
  ExtraField: '7703c766-b5d5-4cef-ace7-ae0dd82304e9',
} as const satisfies Record<string, string>;

export type ConstraintName = keyof typeof constraintCodes;

export type PayloadValue = string | number | boolean | readonly string[];

/** One broken constraint, before it is put into a language. */
export interface Violation {
  /** Where, as `patient.email` or `productIds[0]`. */
  readonly propertyPath: string;
  readonly constraint: ConstraintName;
  /** Machine-readable limits (`{max: 255}`, `{choices: [...]}`); they also fill the message's placeholders. */
  readonly payload?: Readonly<Record<string, PayloadValue>>;
  /** What is allowed, where the message alone does not say it. */
  readonly hint?: HintName;
  /** What is said instead of the constraint's own message, where that would say too little. */
  readonly messages?: Readonly<Record<Language, string>>;
}

/** Hints, translated in `locales/`; placeholders are filled from the violation's payload. */
export const hintNames = [
  'choices',
  'max_length',
  'max_entries',
  'min_entries',
  'range',
  'date_format',
  'date_time_format',
  'time_format',
  'url_format',
  'country_format',
  'uuid_format',
  'characters',
  'pattern',
  'primitive',
  'product_unknown',
  'product_inactive',
  'key_reused',
  'specimen_unknown',
  'specimen_ambiguous',
  'test_unknown',
  'base64',
  'file_too_large',
  'lower_operator',
  'upper_operator',
  'scope_side',
  'key_private',
  'key_signing',
  'scope_smart',
  'partner_unknown',
  'test_or_specimen',
  'code_in_use',
  'kit_missing',
  'kit_unknown',
  'order_status',
  'order_intent',
  'order_product',
  'order_product_inactive',
  'order_subject',
  'order_firstName',
  'order_lastName',
  'order_dateOfBirth',
  'order_email',
  'order_insurance',
  'order_address',
  'order_address1',
  'order_zip',
  'order_city',
  'order_countryCode',
] as const;

export type HintName = (typeof hintNames)[number];
