import { commonRefusals, quantity, type Refusal, refusal } from './fhir-refusals';
import type { ReleasePath } from './fhir-requests';

const concept = { text: 'a' };

/** What only one release refuses. */
const own: Readonly<Record<ReleasePath, readonly Refusal[]>> = {
  r4b: [
    refusal('a member of R5', { focus: [{ display: 'a' }] }, 'focus', 'ExtraField'),
    refusal('a code of R5', { code: { concept } }, 'code.concept', 'ExtraField'),
    refusal('an instruction as an object', { patientInstruction: { instructionMarkdown: 'a' } }, 'patientInstruction', 'Type', {
      type: 'string',
    }),
    refusal('an order detail without a code', { orderDetail: [concept] }, '', 'Regex', { key: 'prr-1' }),
    refusal('a comparator of R5', quantity({ comparator: 'ad' }), 'quantityQuantity.comparator', 'Choice', {
      choices: ['<', '<=', '>=', '>'],
    }),
    refusal('a read-only member of R5', { pKV: true }, 'pKV', 'ExtraField'),
  ],
  r5: [
    refusal('a member of R4B', { reasonCode: [concept] }, 'reasonCode', 'ExtraField'),
    refusal('a code of R4B', { code: concept }, 'code.text', 'ExtraField'),
    refusal('an instruction as a text', { patientInstruction: 'a' }, 'patientInstruction', 'Type', { type: 'object' }),
    refusal(
      'two values of a parameter',
      { code: { concept }, orderDetail: [{ parameter: [{ code: concept, valueString: 'a', valueBoolean: true }] }] },
      'orderDetail[0].parameter[0].valueBoolean',
      'ExtraField',
    ),
    refusal(
      'a wrong value of a parameter',
      {
        code: { concept },
        orderDetail: [
          {
            parameter: [
              { code: concept, valueString: 'a' },
              { code: concept, valueQuantity: { value: '1' } },
            ],
          },
        ],
      },
      'orderDetail[0].parameter[1].valueQuantity.value',
      'Type',
      { type: 'number' },
    ),
    refusal(
      'a parameter without a code',
      { code: { concept }, orderDetail: [{ parameter: [{ valueString: 'a' }] }] },
      'orderDetail[0].parameter[0].code',
      'NotBlank',
    ),
    refusal(
      'a reason of the wrong type',
      { reason: [{ reference: { reference: 'Patient/1' } }] },
      'reason[0].reference.reference',
      'Choice',
    ),
  ],
};

export const refusalsOf = (release: ReleasePath): readonly Refusal[] => [...commonRefusals, ...own[release]];
