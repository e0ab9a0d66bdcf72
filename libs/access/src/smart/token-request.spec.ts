import { OAuthError } from './oauth-error';
import { assertionType, toTokenRequest } from './token-request';

const good = { grant_type: 'client_credentials', scope: 'system/*.rs', client_assertion_type: assertionType, client_assertion: 'a.b.c' };

const refusalOf = (form: URLSearchParams): string | undefined => {
  try {
    toTokenRequest(form);
  } catch (error) {
    if (error instanceof OAuthError) return error.code;
    throw error;
  }
  return undefined;
};

describe('toTokenRequest', () => {
  it('reads what the standard names and minds nothing else', () => {
    expect(toTokenRequest(new URLSearchParams({ ...good, client_id: 'ehr', other: 'x' }))).toEqual({
      assertion: 'a.b.c',
      scope: 'system/*.rs',
      clientId: 'ehr',
    });
    expect(toTokenRequest(new URLSearchParams({ ...good, client_id: '' })).clientId).toBeUndefined();
  });

  it.each<[string, Record<string, string>, string]>([
    ['no grant', { grant_type: '' }, 'invalid_request'],
    ['another grant', { grant_type: 'authorization_code' }, 'unsupported_grant_type'],
    ['a grant by password', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no assertion', { client_assertion: '', client_assertion_type: '' }, 'invalid_client'],
    ['another kind of assertion', { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }, 'invalid_request'],
    ['no kind of assertion', { client_assertion_type: '' }, 'invalid_request'],
    ['no scope', { scope: '' }, 'invalid_scope'],
  ])('refuses %s', (_, changes, code) => {
    expect(refusalOf(new URLSearchParams({ ...good, ...changes }))).toBe(code);
  });

  it.each(Object.keys(good))('refuses a second %s', (name) => {
    const form = new URLSearchParams(good);
    form.append(name, good[name as keyof typeof good]);
    expect(refusalOf(form)).toBe('invalid_request');
  });
});
