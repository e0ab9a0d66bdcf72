import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from '../validation/artefact';
import { Structures } from '../validation/structures';
import { addressesOf, withPatientsInside, withReferences } from './bundle-references.mapper';

const artefact = readFileSync(join(__dirname, '../../../fhir-r5/src/structures.json'), 'utf8');
const structures = new Structures(JSON.parse(artefact) as Artefact);

describe('withReferences', () => {
  it('replaces what is known, wherever it stands, and nothing else', () => {
    const resource = {
      resourceType: 'ServiceRequest',
      basedOn: [{ reference: 'urn:uuid:1' }, { reference: 'CarePlan/1' }],
      note: [{ authorReference: { reference: 'urn:uuid:1', display: 'urn:uuid:1' }, text: 'urn:uuid:1' }],
      reason: [{ reference: { reference: 'urn:uuid:1' } }],
    };
    expect(withReferences(resource, (reference) => (reference === 'urn:uuid:1' ? 'ServiceRequest/7' : undefined), structures)).toEqual({
      resourceType: 'ServiceRequest',
      basedOn: [{ reference: 'ServiceRequest/7' }, { reference: 'CarePlan/1' }],
      note: [{ authorReference: { reference: 'ServiceRequest/7', display: 'urn:uuid:1' }, text: 'urn:uuid:1' }],
      reason: [{ reference: { reference: 'ServiceRequest/7' } }],
    });
  });
});

describe('withReferences in addresses', () => {
  const replaced = (members: object) =>
    withReferences(
      { resourceType: 'ServiceRequest', ...members },
      (link) => (link === 'urn:uuid:1' ? 'ServiceRequest/7' : undefined),
      structures,
    );

  it.each<[string, object, object]>([
    ['a uri', { extension: [{ url: 'a', valueUri: 'urn:uuid:1' }] }, { extension: [{ url: 'a', valueUri: 'ServiceRequest/7' }] }],
    ['a url', { extension: [{ url: 'a', valueUrl: 'urn:uuid:1' }] }, { extension: [{ url: 'a', valueUrl: 'ServiceRequest/7' }] }],
    ['a uuid', { extension: [{ url: 'a', valueUuid: 'urn:uuid:1' }] }, { extension: [{ url: 'a', valueUuid: 'ServiceRequest/7' }] }],
    ['one of a list', { instantiatesUri: ['a', null, 'urn:uuid:1'] }, { instantiatesUri: ['a', null, 'ServiceRequest/7'] }],
    [
      'a companion of a value',
      { _status: { extension: [{ url: 'a', valueReference: { reference: 'urn:uuid:1' } }] } },
      { _status: { extension: [{ url: 'a', valueReference: { reference: 'ServiceRequest/7' } }] } },
    ],
    [
      'something contained',
      { contained: [{ resourceType: 'DocumentReference', content: [{ attachment: { url: 'urn:uuid:1' } }] }] },
      { contained: [{ resourceType: 'DocumentReference', content: [{ attachment: { url: 'ServiceRequest/7' } }] }] },
    ],
  ])('replaces %s', (_, members, expected) => {
    expect(replaced(members)).toEqual({ resourceType: 'ServiceRequest', ...expected });
  });

  it.each<[string, object]>([
    ['an address with more to it', { instantiatesUri: ['urn:uuid:1#a', 'urn:uuid:11'] }],
    ['a canonical address', { instantiatesCanonical: ['urn:uuid:1'], meta: { profile: ['urn:uuid:1'] } }],
    [
      'texts',
      { note: [{ text: 'urn:uuid:1' }], identifier: [{ value: 'urn:uuid:1' }], extension: [{ url: 'a', valueString: 'urn:uuid:1' }] },
    ],
    ['a narrative', { text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><a href="urn:uuid:1">a</a></div>' } }],
    ['what is no element', { reference: 'urn:uuid:1', subject: ['urn:uuid:1'], contained: [{ resourceType: 'X', url: 'urn:uuid:1' }] }],
  ])('leaves alone %s', (_, members) => {
    expect(replaced(members)).toEqual({ resourceType: 'ServiceRequest', ...members });
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
    const { resource, used } = withPatientsInside(request, patients, 'urn:uuid:r', structures);
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
    expect(withPatientsInside(request, patients, undefined, structures)).toEqual({ resource: request, used: new Set() });
  });
});
