import type { ConstraintName, HintName, PayloadValue, Violation } from '@gateway/problems';
import type { Artefact, ValueSetRow } from '../validation/artefact';
import type { Fault } from '../validation/fault';
import type { FaultText } from '../validation/texts/en';

/** The stable constraint that each fault of the validator breaks. */
const constraints = {
  not_an_object: 'Type',
  resource_type_missing: 'NotBlank',
  resource_type_unknown: 'Choice',
  resource_type_unexpected: 'Choice',
  element_unknown: 'ExtraField',
  element_required: 'NotBlank',
  element_prohibited: 'ExtraField',
  element_empty: 'NotBlank',
  list_expected: 'Type',
  single_expected: 'Type',
  list_empty: 'TooFew',
  null_value: 'NotNull',
  lists_unequal: 'TooFew',
  choice_repeated: 'ExtraField',
  spelling_repeated: 'ExtraField',
  wrong_json_type: 'Type',
  text_empty: 'NotBlank',
  text_blank: 'NotBlank',
  text_too_long: 'TooLong',
  text_malformed: 'Regex',
  format: 'Regex',
  date_impossible: 'Date',
  number_out_of_range: 'Range',
  digits_many: 'TooLong',
  base64: 'Regex',
  code_unknown: 'Choice',
  coding_missing: 'Choice',
  reference_unknown_type: 'Choice',
  reference_wrong_target: 'Choice',
  reference_types_differ: 'Choice',
  reference_unresolved: 'Choice',
  contained_nested: 'ExtraField',
  contained_meta: 'ExtraField',
  contained_repeated: 'ExtraField',
  contained_unused: 'ExtraField',
  extension_content: 'Regex',
  invariant: 'Regex',
  invariant_not_evaluated: 'Regex',
  narrative_malformed: 'Regex',
  narrative_element: 'Regex',
  narrative_attribute: 'Regex',
  narrative_empty: 'NotBlank',
  rules_many: 'TooMany',
  faults_many: 'TooMany',
  id_differs: 'Regex',
  profile_ignored: 'Regex',
  valid: 'Regex',
} as const satisfies Record<FaultText, ConstraintName>;

/** Where the type of the value has a constraint of its own. */
const byType: Partial<Record<FaultText, Readonly<Record<string, ConstraintName>>>> = {
  format: { positiveInt: 'Positive', date: 'DateFormat', dateTime: 'DateTimeFormat', instant: 'DateTimeFormat' },
  date_impossible: { dateTime: 'DateTimeDate', instant: 'DateTimeDate' },
};

const constraintOf = ({ text, parameters }: Fault): ConstraintName => byType[text]?.[String(parameters['type'])] ?? constraints[text];

/** More choices than this are no help; the value set is named. */
const maximumChoices = 40;

function choicesOf(valueSet: ValueSetRow | undefined): readonly string[] | undefined {
  if (valueSet === undefined || valueSet.external !== undefined) return undefined;
  const lists = Object.values(valueSet.systems);
  const codes = lists.flatMap((list) => list ?? []);
  return codes.length > maximumChoices || lists.includes(null) ? undefined : codes;
}

/** What the values of a type look like, where a sentence says it. */
const formatHints: Readonly<Record<string, HintName | undefined>> = {
  date: 'date_format',
  dateTime: 'date_time_format',
  instant: 'date_time_format',
  time: 'time_format',
};

type Payload = Readonly<Record<string, PayloadValue>>;

interface Details {
  readonly payload?: Payload;
  readonly hint?: HintName | undefined;
}

const amongChoices = (choices: readonly string[] | undefined): Details =>
  choices === undefined ? {} : { payload: { choices }, hint: 'choices' };

const numberOrText = (value: string | number | undefined): string | number =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);

/** The limits of a fault for programs, and the hint that spells them. */
function detailsOf({ text, parameters }: Fault, { valueSets }: Artefact): Details {
  const { max, min, expected, type, allowed, valueSet, key } = parameters;
  switch (text) {
    case 'not_an_object':
      return { payload: { type: 'object' } };
    case 'list_expected':
      return { payload: { type: 'array' } };
    case 'wrong_json_type':
      return { payload: { type: String(expected) } };
    case 'format':
    case 'date_impossible':
      if (type === 'positiveInt') return { payload: { min: 1 } };
      return { payload: { type: String(type) }, hint: formatHints[String(type)] };
    case 'list_empty':
      return { payload: { min: 1 }, hint: 'min_entries' };
    case 'text_too_long':
      return { payload: { max: max! }, hint: 'max_length' };
    case 'number_out_of_range':
      return { payload: { min: numberOrText(min), max: numberOrText(max) }, hint: 'range' };
    case 'code_unknown':
    case 'coding_missing':
      return amongChoices(choicesOf(valueSets[String(valueSet)]));
    case 'reference_wrong_target':
      return amongChoices(String(allowed).split(', '));
    case 'resource_type_unexpected':
      return amongChoices(String(expected).split(', '));
    case 'invariant':
      return { payload: { key: key! } };
    default:
      return {};
  }
}

/** A violation without its place and texts. */
type Constraint = Pick<Violation, 'constraint' | 'payload' | 'hint'>;

export const toConstraint = (fault: Fault, artefact: Artefact): Constraint => ({
  constraint: constraintOf(fault),
  ...detailsOf(fault, artefact),
});
