/** One way of being wrong: a resource, where the fault is, and its issue type. */
export type Defect = readonly [name: string, resource: unknown, expression: string, code: string, key?: string];

export const coding = { system: 'http://loinc.org', code: '718-7' };
export const concept = { coding: [coding] };

export const patient = (changes: object = {}) => ({
  resourceType: 'Patient',
  id: 'p',
  gender: 'female',
  birthDate: '1990-02-28',
  ...changes,
});
export const observation = (changes: object = {}) => ({ resourceType: 'Observation', status: 'final', code: concept, ...changes });
export const questionnaire = (item: readonly object[]) => ({ resourceType: 'Questionnaire', status: 'active', item });
export const bundle = (entry: readonly object[], type = 'collection') => ({ resourceType: 'Bundle', type, entry });
export const request = (changes: object = {}) => ({
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/1' },
  ...changes,
});
export const narrative = (div: string) => patient({ text: { status: 'generated', div } });
export const xhtml = (inner: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>`;
export const occurrence = (repeat: object) => request({ occurrenceTiming: { repeat } });
