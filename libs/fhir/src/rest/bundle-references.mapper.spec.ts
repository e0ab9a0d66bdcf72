import { addressesOf, withPatientsInside, withReferences } from './bundle-references.mapper';

describe('withReferences', () => {
  it('replaces what is known, wherever it stands, and nothing else', () => {
    const resource = {
      resourceType: 'ServiceRequest',
      basedOn: [{ reference: 'urn:uuid:1' }, { reference: 'CarePlan/1' }],
      note: [{ authorReference: { reference: 'urn:uuid:1', display: 'urn:uuid:1' }, text: 'urn:uuid:1' }],
      reason: [{ reference: { reference: 'urn:uuid:1' } }],
    };
    expect(withReferences(resource, (reference) => (reference === 'urn:uuid:1' ? 'ServiceRequest/7' : undefined))).toEqual({
      resourceType: 'ServiceRequest',
      basedOn: [{ reference: 'ServiceRequest/7' }, { reference: 'CarePlan/1' }],
      note: [{ authorReference: { reference: 'ServiceRequest/7', display: 'urn:uuid:1' }, text: 'urn:uuid:1' }],
      reason: [{ reference: { reference: 'ServiceRequest/7' } }],
    });
  });
});

describe('addressesOf', () => {
  it.each([
    ['urn:uuid:1', 'urn:uuid:2', ['urn:uuid:1']],
    ['Patient/1', 'urn:uuid:2', ['Patient/1']],
    ['Patient/1', undefined, ['Patient/1']],
    ['Patient/1', 'https://ehr.example/fhir/ServiceRequest/2', ['Patient/1', 'https://ehr.example/fhir/Patient/1']],
    ['#p', 'https://ehr.example/fhir/ServiceRequest/2', ['#p']],
  ])('of %s in %s', (reference, fullUrl, expected) => {
    expect(addressesOf(reference, fullUrl)).toEqual(expected);
  });
});

describe('withPatientsInside', () => {
  const patient = { resourceType: 'Patient', id: 'x', meta: { versionId: '1' }, birthDate: '1984-02-29' };
  const patients = new Map([['urn:uuid:p', patient]]);

  it('brings the patient in once, under a free id, without what a contained resource must not have', () => {
    const request = {
      resourceType: 'ServiceRequest',
      contained: [{ resourceType: 'Coverage', id: 'patient', beneficiary: { reference: 'urn:uuid:p' } }],
      subject: { reference: 'urn:uuid:p', display: 'Erika' },
      requester: { reference: 'urn:uuid:p' },
      insurance: [{ reference: '#patient' }],
    };
    const { resource, used } = withPatientsInside(request, patients, 'urn:uuid:r');
    expect(resource).toEqual({
      resourceType: 'ServiceRequest',
      contained: [
        { resourceType: 'Coverage', id: 'patient', beneficiary: { reference: '#patient-2' } },
        { resourceType: 'Patient', id: 'patient-2', birthDate: '1984-02-29' },
      ],
      subject: { reference: '#patient-2', display: 'Erika' },
      requester: { reference: '#patient-2' },
      insurance: [{ reference: '#patient' }],
    });
    expect([...used]).toEqual([patient]);
  });

  it('leaves a request alone that refers to none of them', () => {
    const request = { resourceType: 'ServiceRequest', subject: { reference: 'Patient/1' } };
    expect(withPatientsInside(request, patients, undefined)).toEqual({ resource: request, used: new Set() });
  });
});
