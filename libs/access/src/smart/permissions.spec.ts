import { AppError } from '@gateway/problems';
import { assertPermitted, permits } from './permissions';
import type { Interaction } from './smart-scopes';

describe('a principal with SMART scopes', () => {
  it.each<[string[], string, Interaction, boolean]>([
    [['system/ServiceRequest.cru'], 'ServiceRequest', 'c', true],
    [['system/ServiceRequest.cru'], 'ServiceRequest', 's', false],
    [['system/ServiceRequest.cru'], 'Observation', 'r', false],
    [['system/*.rs'], 'Observation', 's', true],
    [['system/*.rs'], 'ServiceRequest', 'u', false],
    [['system/*.r', 'system/Patient.s'], 'Patient', 's', true],
    [['system/*.r', 'system/Patient.s'], 'Specimen', 's', false],
    [['system/*.cruds'], 'ServiceRequest', 'd', false],
    [[], 'ServiceRequest', 'r', false],
  ])('%j on %s: %s is %s', (smartScopes, type, interaction, expected) => {
    expect(permits({ smartScopes }, type, interaction)).toBe(expected);
    const assert = () => assertPermitted({ smartScopes }, type, interaction);
    if (expected) expect(assert).not.toThrow();
    else expect(assert).toThrow(new AppError('scope_missing', { parameters: { scope: `system/${type}.${interaction}` } }));
  });

  it('names the scope that is missing', () => {
    const assert = () => assertPermitted({ smartScopes: ['system/Patient.r'] }, 'Observation', 's');
    expect(assert).toThrow(expect.objectContaining({ status: 403, parameters: { scope: 'system/Observation.s' } }));
  });
});

describe('a principal without SMART scopes', () => {
  it.each<Interaction>(['c', 'r', 'u', 'd', 's'])('may do %s as its scopes say', (interaction) => {
    expect(permits({}, 'Observation', interaction)).toBe(true);
    expect(() => assertPermitted({}, 'Observation', interaction)).not.toThrow();
  });
});
