import fc from 'fast-check';
import { grantScopes, lettersFor, supportedScopes, toSmartScope } from './smart-scopes';

describe('toSmartScope', () => {
  it.each([
    ['system/ServiceRequest.cru', 'ServiceRequest', 'cru'],
    ['system/ServiceRequest.cruds', 'ServiceRequest', 'crus'],
    ['system/ServiceRequest.read', 'ServiceRequest', 'rs'],
    ['system/ServiceRequest.write', 'ServiceRequest', 'cu'],
    ['system/ServiceRequest.*', 'ServiceRequest', 'crus'],
    ['system/Observation.rs', 'Observation', 'rs'],
    ['system/Observation.*', 'Observation', 'rs'],
    ['system/Patient.s', 'Patient', 's'],
    ['system/*.rs', '*', 'rs'],
    ['system/*.read', '*', 'rs'],
    ['system/*.*', '*', 'crus'],
  ])('reads %s', (text, type, letters) => {
    expect(toSmartScope(text)).toEqual({ type, letters });
  });

  it.each([
    ['nothing', ''],
    ['a patient’s scope', 'patient/Observation.rs'],
    ['a user’s scope', 'user/*.rs'],
    ['an identity scope', 'openid'],
    ['a type that is not here', 'system/Encounter.rs'],
    ['a name that every object has', 'system/constructor.rs'],
    ['interactions that are not here', 'system/Observation.cud'],
    ['a word for them', 'system/Observation.write'],
    ['letters out of order', 'system/ServiceRequest.urc'],
    ['letters twice', 'system/ServiceRequest.rr'],
    ['no letters', 'system/ServiceRequest.'],
    ['other letters', 'system/ServiceRequest.x'],
    ['a narrowing that is not enforced', 'system/Observation.rs?category=laboratory'],
    ['a type in lower case', 'system/observation.rs'],
    ['one of ours', 'fhir:read'],
    ['text around it', ' system/Observation.rs'],
    ['a line break after it', 'system/Observation.rs\n'],
  ])('knows nothing of %s', (_, text) => {
    expect(toSmartScope(text)).toBeUndefined();
  });

  it('knows what it offers', () => {
    expect(supportedScopes.filter((text) => toSmartScope(text) === undefined)).toEqual([]);
  });
});

describe('grantScopes', () => {
  it.each<[string, string[], string | undefined, string[]?]>([
    ['system/ServiceRequest.cru', ['system/ServiceRequest.cru'], 'system/ServiceRequest.cru'],
    ['system/ServiceRequest.r', ['system/ServiceRequest.cru'], 'system/ServiceRequest.r'],
    ['system/ServiceRequest.cruds', ['system/ServiceRequest.r'], 'system/ServiceRequest.r'],
    ['system/ServiceRequest.cruds', ['system/ServiceRequest.cruds'], 'system/ServiceRequest.crus'],
    ['system/*.rs', ['system/Observation.rs', 'system/Patient.r'], 'system/Observation.rs system/Patient.r'],
    ['system/*.read', ['system/*.rs'], 'system/*.read', ['system/*.rs']],
    ['system/*.read', ['system/*.read'], 'system/*.read', ['system/*.rs']],
    ['system/*.read', ['system/Observation.read'], 'system/Observation.rs'],
    ['system/Observation.read', ['system/*.*'], 'system/Observation.read', ['system/Observation.rs']],
    ['system/ServiceRequest.write', ['system/*.*'], 'system/ServiceRequest.write', ['system/ServiceRequest.cu']],
    ['system/ServiceRequest.*', ['system/ServiceRequest.r', 'system/ServiceRequest.u'], 'system/ServiceRequest.ru'],
    ['system/Observation.r system/Observation.s', ['system/*.rs'], 'system/Observation.r system/Observation.s', ['system/Observation.rs']],
    ['system/Observation.rs system/Observation.rs', ['system/*.rs'], 'system/Observation.rs'],
    ['openid system/Patient.rs fhirUser', ['system/*.rs'], 'system/Patient.rs'],
    ['system/Patient.rs', ['system/Observation.rs'], undefined],
    ['system/Patient.c', ['system/Patient.rs'], undefined],
    ['patient/Patient.rs', ['system/*.rs'], undefined],
    ['', ['system/*.rs'], undefined],
    ['system/*.rs', [], undefined],
  ])('grants of %p to a client with %j: %p', (asked, registered, answer, scopes = answer?.split(' ')) => {
    expect(grantScopes(asked, registered)).toEqual(answer === undefined ? undefined : { answer, scopes });
  });

  const letters = fc.subarray(['c', 'r', 'u', 'd', 's'], { minLength: 1 }).map((some) => some.join(''));
  const types = ['ServiceRequest', 'DiagnosticReport', 'Observation', 'Patient', 'Specimen'];
  const scope = fc
    .tuple(fc.constantFrom('*', ...types), fc.oneof(letters, fc.constantFrom('read', 'write', '*')))
    .map(([type, rest]) => `system/${type}.${rest}`);

  const allowed = (scopes: readonly string[], type: string): string =>
    lettersFor(
      scopes.flatMap((text) => toSmartScope(text) ?? []),
      type,
    );

  it('allows exactly what is both asked for and registered, and says so', () => {
    fc.assert(
      fc.property(fc.array(scope, { maxLength: 6 }), fc.array(scope, { maxLength: 6 }), (asked, registered) => {
        const grant = grantScopes(asked.join(' '), registered);
        for (const type of types) {
          const both = [...allowed(asked, type)].filter((letter) => allowed(registered, type).includes(letter)).join('');
          expect(allowed(grant?.scopes ?? [], type)).toBe(both);
          expect(allowed(grant?.answer.split(' ') ?? [], type)).toBe(both);
        }
      }),
    );
  });
});
