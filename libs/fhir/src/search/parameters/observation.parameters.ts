import type { ReportState } from '@gateway/core';
import { loinc, observationCategory, observationStatuses, snomed, unknownValue } from '../../results/code-systems';
import { allOf, always, holds } from '../conditions';
import { compositeParameter } from '../kinds/composite-parameter';
import type { ParameterFacts } from '../kinds/parameter-facts';
import { quantityParameter } from '../kinds/quantity-parameter';
import { idsIn, referenceParameter } from '../kinds/reference-parameter';
import { stringParameter, valueComparisons } from '../kinds/string-parameter';
import { fixedCodes, mappedCodes, storedCode, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { commonParameters, isOneOf, ownIdentifier } from './common.parameters';
import {
  basedOnParameter,
  collectionDateParameter,
  encounterParameter,
  performerParameter,
  resultsWhere,
  subjectParameters,
} from './result-context';

const system = 'http://hl7.org/fhir/observation-status';

/** Kinds of values that are compared as texts. */
const textKinds = ['text', 'concept'] as const;
type TextKind = (typeof textKinds)[number];

type Named = Pick<ParameterFacts, 'name' | 'release'>;

const ofKind = (...kinds: readonly string[]): string => `o.value_kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;

const code = (named: Named): SearchParameter =>
  tokenParameter({
    ...named,
    presence: always,
    match: storedCode(
      () => loinc,
      (loincNum) => (bind) => `o.loinc_num = ${bind(loincNum)}`,
      always,
    ),
  });

const valueConcept = (named: Named): SearchParameter =>
  tokenParameter({
    ...named,
    presence: holds(ofKind('concept')),
    match: storedCode(
      () => snomed,
      (word) => (bind) => `o.value_concept_code = ${bind(word)}`,
      holds('o.value_concept_code IS NOT NULL'),
    ),
  });

const valueQuantity = (named: Named): SearchParameter =>
  quantityParameter(
    { ...named, presence: holds(ofKind('quantity')) },
    { numbers: 'o.value_numbers', unitCode: 'o.value_unit_code', unit: 'o.unit' },
  );

const valueString = (named: Named, ...kinds: readonly TextKind[]): SearchParameter =>
  stringParameter({
    ...named,
    presence: holds(ofKind(...kinds)),
    texts: ['o.value'],
    ...(kinds.length < textKinds.length && { where: ofKind(...kinds) }),
    compared: valueComparisons('o.value_kind'),
  });

const dataAbsentReason = (named: Named): SearchParameter => {
  const isAbsent = holds(ofKind('absent'));
  const match = fixedCodes(unknownValue.coding ?? []);
  return tokenParameter({ ...named, presence: isAbsent, match: (tokens, setting) => allOf([isAbsent, match(tokens, setting)]) });
};

const composite = (named: Named, ...components: readonly SearchParameter[]): SearchParameter =>
  compositeParameter({ ...named, presence: always }, components);

/** Of the newest specimen that has a date, or of the newest: the result keeps which it is. */
const specimenParameter = referenceParameter({
  name: 'specimen',
  element: 'specimen',
  targets: ['Group', 'Specimen'],
  presence: holds('r.specimen_id IS NOT NULL'),
  absence: resultsWhere('o.result_id', holds('x.specimen_id IS NULL')),
  match: (references) => resultsWhere('o.result_id', isOneOf('x.specimen_id', 'Specimen', idsIn(references, 'Specimen'))),
  leadsTo: (_type, ids, bind, partner) => resultsWhere('o.result_id', holds(`x.specimen_id IN (${ids})`))(bind, partner),
});

/**
 * Observations `o`. Served by an index: all of them. They have no components, so that each `combo-` parameter is the same as the
 * one without.
 */
export const observationParameters: readonly SearchParameter[] = [
  ...commonParameters('Observation', 'o', 'o.created_at'),
  basedOnParameter,
  tokenParameter({ name: 'category', presence: always, match: fixedCodes(observationCategory.coding ?? []) }),
  code({ name: 'code' }),
  composite({ name: 'code-value-concept' }, code({ name: 'code' }), valueConcept({ name: 'value-concept' })),
  composite({ name: 'code-value-quantity' }, code({ name: 'code' }), valueQuantity({ name: 'value-quantity' })),
  composite({ name: 'code-value-string' }, code({ name: 'code' }), valueString({ name: 'value-string' }, 'text')),
  code({ name: 'combo-code' }),
  composite({ name: 'combo-code-value-concept' }, code({ name: 'combo-code' }), valueConcept({ name: 'combo-value-concept' })),
  composite({ name: 'combo-code-value-quantity' }, code({ name: 'combo-code' }), valueQuantity({ name: 'combo-value-quantity' })),
  dataAbsentReason({ name: 'combo-data-absent-reason' }),
  valueConcept({ name: 'combo-value-concept' }),
  valueQuantity({ name: 'combo-value-quantity' }),
  dataAbsentReason({ name: 'data-absent-reason' }),
  collectionDateParameter('o'),
  encounterParameter('r.test_id'),
  ownIdentifier('Observation', 'o', 'observations'),
  performerParameter('o.result_id'),
  specimenParameter,
  tokenParameter({ name: 'status', presence: always, match: mappedCodes<ReportState>('r.state COLLATE "C"', system, observationStatuses) }),
  ...subjectParameters('r.test_id'),
  valueConcept({ name: 'value-concept' }),
  valueString({ name: 'value-markdown', release: 'R5' }, 'concept'),
  valueQuantity({ name: 'value-quantity' }),
  valueString({ name: 'value-string', release: 'R4B' }, 'text', 'concept'),
];
