import { type Defect, coding, patient, observation, bundle, occurrence } from './resources';

export const codes: readonly Defect[] = [
  ['an unknown code', patient({ gender: 'm' }), 'Patient.gender', 'code-invalid'],
  [
    'an unknown code in a list',
    occurrence({ dayOfWeek: ['mon', 'monday'] }),
    'ServiceRequest.occurrence.ofType(Timing).repeat.dayOfWeek[1]',
    'code-invalid',
  ],
  [
    'an unknown comparator',
    observation({ valueQuantity: { value: 1, comparator: '!=' } }),
    'Observation.value.ofType(Quantity).comparator',
    'code-invalid',
  ],
  ['a media type of no form', patient({ photo: [{ contentType: 'not a type' }] }), 'Patient.photo[0].contentType', 'code-invalid'],
  ['a language of no form', patient({ language: 'de_AT!' }), 'Patient.language', 'code-invalid'],
  [
    'a currency of no form',
    { resourceType: 'Invoice', status: 'draft', totalNet: { value: 1, currency: 'euro' } },
    'Invoice.totalNet.currency',
    'code-invalid',
  ],
];

export const references: readonly Defect[] = [
  ['a reference to the wrong type', observation({ subject: { reference: 'Observation/1' } }), 'Observation.subject.reference', 'value'],
  [
    'an absolute reference to the wrong type',
    observation({ encounter: { reference: 'https://x.example/fhir/Patient/1' } }),
    'Observation.encounter.reference',
    'value',
  ],
  [
    'a reference whose element type is the wrong one',
    observation({ encounter: { type: 'Patient', display: 'x' } }),
    'Observation.encounter.type',
    'value',
  ],
  [
    'a reference whose type says something else',
    observation({ subject: { reference: 'Patient/1', type: 'Group' } }),
    'Observation.subject.type',
    'value',
  ],
  ['a reference to no type', observation({ subject: { reference: 'Patiant/1' } }), 'Observation.subject.reference', 'value'],
  [
    'a reference to nothing contained',
    observation({ subject: { reference: '#p' } }),
    'Observation.subject.reference',
    'invariant',
    'ref-1',
  ],
  [
    'a reference to a contained resource of the wrong type',
    observation({ contained: [patient()], encounter: { reference: '#p' } }),
    'Observation.encounter.reference',
    'value',
  ],
  [
    'a contained resource that nothing refers to',
    observation({ contained: [patient()] }),
    'Observation.contained[0]',
    'invariant',
    'dom-3',
  ],
  [
    'contained in contained',
    observation({ contained: [patient({ contained: [patient()] })], subject: { reference: '#p' } }),
    'Observation.contained[0].contained',
    'invariant',
    'dom-2',
  ],
  [
    'a contained resource with a version',
    observation({ contained: [patient({ meta: { versionId: '1' } })], subject: { reference: '#p' } }),
    'Observation.contained[0].meta.versionId',
    'invariant',
    'dom-4',
  ],
  [
    'a contained resource with a security label',
    observation({ contained: [patient({ meta: { security: [coding] } })], subject: { reference: '#p' } }),
    'Observation.contained[0].meta.security',
    'invariant',
    'dom-5',
  ],
  [
    'two contained resources with one id',
    observation({
      contained: [patient(), { resourceType: 'Device', id: 'p' }],
      subject: { reference: '#p' },
    }),
    'Observation.contained[1].id',
    'value',
  ],
  [
    'a fault inside of a contained resource',
    observation({ contained: [patient({ gender: 'm' })], subject: { reference: '#p' } }),
    'Observation.contained[0].gender',
    'code-invalid',
  ],
  [
    'a fault inside of a Bundle',
    bundle([{ fullUrl: 'urn:uuid:0d2c9c5e-5a0e-4e1b-9a50-1b0b5b0e7d11', resource: patient({ gender: 'm' }) }]),
    'Bundle.entry[0].resource.gender',
    'code-invalid',
  ],
  [
    'a reference to an entry of the wrong type',
    bundle([
      { fullUrl: 'urn:uuid:0d2c9c5e-5a0e-4e1b-9a50-1b0b5b0e7d11', resource: patient() },
      {
        fullUrl: 'urn:uuid:0d2c9c5e-5a0e-4e1b-9a50-1b0b5b0e7d12',
        resource: observation({ encounter: { reference: 'urn:uuid:0d2c9c5e-5a0e-4e1b-9a50-1b0b5b0e7d11' } }),
      },
    ]),
    'Bundle.entry[1].resource.encounter.reference',
    'value',
  ],
];
