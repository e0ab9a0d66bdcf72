import { bundle, type Defect, coding, concept, patient, observation, request } from './resources';

/** What only one release can get wrong. */
export const ownDefects: Readonly<Record<string, readonly Defect[]>> = {
  R4B: [
    ['an order detail without a code', request({ orderDetail: [{ text: 'x' }] }), 'ServiceRequest', 'invariant', 'prr-1'],
    [
      'a status that is no concept of the value set',
      {
        resourceType: 'Condition',
        subject: { reference: 'Patient/1' },
        clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'ill' }] },
      },
      'Condition.clinicalStatus',
      'code-invalid',
    ],
    [
      'a status without a coding',
      { resourceType: 'Condition', subject: { reference: 'Patient/1' }, clinicalStatus: { text: 'ill' } },
      'Condition.clinicalStatus',
      'code-invalid',
    ],
    ['an element of R5', request({ focus: [{ reference: 'Patient/1' }] }), 'ServiceRequest.focus', 'structure'],
    [
      'a comparator of R5',
      observation({ valueQuantity: { value: 1, comparator: 'ad' } }),
      'Observation.value.ofType(Quantity).comparator',
      'code-invalid',
    ],
  ],
  R5: [
    ['an integer64 as a number', patient({ photo: [{ size: 5 }] }), 'Patient.photo[0].size', 'structure'],
    ['an integer64 past 64 bits', patient({ photo: [{ size: '9223372036854775808' }] }), 'Patient.photo[0].size', 'value'],
    ['a concept where a reference is', request({ code: { coding: [coding] } }), 'ServiceRequest.code.coding', 'structure'],
    [
      'a wrong reference with a concept',
      request({ reason: [{ reference: { reference: 'Patient/1' } }] }),
      'ServiceRequest.reason[0].reference.reference',
      'value',
    ],
    [
      'a parameter without a value',
      request({ orderDetail: [{ parameter: [{ code: concept }] }] }),
      'ServiceRequest.orderDetail[0].parameter[0].value',
      'required',
    ],
    [
      'a wrong decimal of a parameter',
      request({ orderDetail: [{ parameter: [{ code: concept, valueQuantity: { value: '1' } }] }] }),
      'ServiceRequest.orderDetail[0].parameter[0].value.ofType(Quantity).value',
      'structure',
    ],
    [
      'a link relation of no kind',
      { ...bundle([]), entry: undefined, link: [{ relation: 'nowhere', url: 'http://x' }] },
      'Bundle.link[0].relation',
      'code-invalid',
    ],
    [
      'an element of R4B',
      { resourceType: 'ServiceRequest', status: 'active', intent: 'order', subject: { reference: 'Patient/1' }, reasonCode: [concept] },
      'ServiceRequest.reasonCode',
      'structure',
    ],
  ],
};
