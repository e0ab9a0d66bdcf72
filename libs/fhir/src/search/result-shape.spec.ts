import { readShape, type ResultShape, shaped } from './result-shape';

const meta = { versionId: '1', lastUpdated: '2026-01-31T09:30:00.000Z' };
const tag = [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }];

const organization = { resourceType: 'Organization', id: 'o', name: 'Practice' };
const requester = {
  resourceType: 'PractitionerRole',
  id: 'r',
  practitioner: { reference: '#p' },
  organization: { display: 'Practice' },
};
const practitioner = { resourceType: 'Practitioner', id: 'p' };
const coverage = { resourceType: 'Coverage', id: 'c', payor: [{ reference: '#o' }] };

const request = (changes: object = {}) => ({
  resourceType: 'ServiceRequest',
  id: '1',
  meta,
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/1' },
  ...changes,
});

const part = (changes: object = {}) => request({ meta: { ...meta, tag }, ...changes });

const shape = (changes: Partial<ResultShape>): ResultShape => ({ release: 'R5', summary: 'false', elements: undefined, ...changes });

const summaryOf = (resource: Record<string, unknown>) => shaped(resource, shape({ summary: 'true' }));

describe('a summary', () => {
  it('keeps of what is contained only that to which it refers, by whatever way', () => {
    const whole = request({
      contained: [organization, coverage, practitioner, requester],
      requester: { reference: '#r' },
      insurance: [{ reference: '#c' }],
    });
    expect(summaryOf(whole)).toEqual(part({ contained: [practitioner, requester], requester: { reference: '#r' } }));
  });

  it('has nothing contained where nothing of it is left', () => {
    expect(summaryOf(request({ contained: [coverage, organization], insurance: [{ reference: '#c' }] }))).toEqual(part());
  });

  it('keeps what an address refers to', () => {
    const plan = { resourceType: 'PlanDefinition', id: 'plan', status: 'active' };
    const whole = request({ contained: [plan], instantiatesCanonical: ['#plan'] });
    expect(summaryOf(whole)).toBe(whole);
  });

  it('ends where contained resources refer to each other', () => {
    const [a, b] = [
      { resourceType: 'ServiceRequest', id: 'a', basedOn: [{ reference: '#b' }] },
      { resourceType: 'ServiceRequest', id: 'b', basedOn: [{ reference: '#a' }] },
    ];
    expect(summaryOf(request({ contained: [a, b] }))).toEqual(part());
    const whole = request({ contained: [a, b], basedOn: [{ reference: '#b' }] });
    expect(summaryOf(whole)).toBe(whole);
  });

  it('does not need what the detail of an order is about', () => {
    const parameter = [{ code: { text: 'a' }, valueString: 'b' }];
    const whole = request({
      contained: [organization],
      orderDetail: [{ parameterFocus: { reference: { reference: '#o' } }, parameter }, { parameter }],
    });
    expect(summaryOf(whole)).toEqual(part({ orderDetail: [{ parameter }, { parameter }] }));
    const focused = request({ orderDetail: [{ parameterFocus: { concept: { text: 'c' } }, parameter }] });
    expect(summaryOf(focused)).toEqual(part({ orderDetail: [{ parameter }] }));
  });
});

describe('other parts', () => {
  const whole = request({
    contained: [organization, coverage],
    text: { status: 'generated' },
    insurance: [{ reference: '#c' }],
    performer: [{ reference: '#o' }],
  });

  it('have everything contained with the data', () => {
    expect(shaped(whole, shape({ summary: 'data' }))).toEqual(
      part({ contained: [organization, coverage], insurance: [{ reference: '#c' }], performer: [{ reference: '#o' }] }),
    );
  });

  it('have nothing contained with the text', () => {
    expect(shaped(whole, shape({ summary: 'text' }))).toEqual(part({ text: { status: 'generated' } }));
  });

  it('have what the elements refer to', () => {
    expect(shaped(whole, shape({ elements: ['performer'] }))).toEqual(
      part({ contained: [organization], performer: [{ reference: '#o' }] }),
    );
    expect(shaped(whole, shape({ elements: ['insurance'] }))).toEqual(
      part({ contained: [organization, coverage], insurance: [{ reference: '#c' }] }),
    );
  });
});

describe('readShape', () => {
  const read = (...pairs: readonly (readonly [string, string])[]) =>
    readShape(
      pairs.map(([name, value]) => ({ name, value })),
      { name: 'R5' },
      ['true', 'false'],
    );

  it('takes the last mode, and all elements', () => {
    expect(read()).toEqual(shape({}));
    expect(read(['_summary', 'false'], ['_summary', 'true'])).toEqual(shape({ summary: 'true' }));
    expect(read(['_elements', 'a, b'], ['_elements', 'c,'])).toEqual(shape({ elements: ['a', 'b', 'c'] }));
    expect(read(['_elements', ' ,'])).toEqual(shape({}));
  });

  it.each(['text', '', 'TRUE'])('refuses the mode "%s"', (value) => {
    expect(() => read(['_summary', value])).toThrow(
      expect.objectContaining({ code: 'query_bad_value', parameters: { name: '_summary', value, expected: 'true, false' } }),
    );
  });
});
