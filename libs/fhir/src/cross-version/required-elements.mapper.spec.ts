import { withRequiredElements } from './required-elements.mapper';

const absent = { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] };

describe('withRequiredElements', () => {
  it('adds what the standard requires', () => {
    expect(withRequiredElements({ resourceType: 'ServiceRequest' })).toEqual({
      resourceType: 'ServiceRequest',
      status: 'draft',
      intent: 'proposal',
      subject: absent,
    });
  });

  it('leaves what is there, be it an extension alone', () => {
    const request = { resourceType: 'ServiceRequest', _status: absent, intent: 'order', subject: { display: 'x' } };
    expect(withRequiredElements(request)).toBe(request);
  });
});
