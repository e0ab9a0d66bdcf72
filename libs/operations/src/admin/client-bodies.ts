import { keyFaults, type PublicJwk, supportedScopes, toPublicJwk, toSmartScope } from '@gateway/access';
import { slugMaximum, slugPattern } from '@gateway/core';
import { checkText, type Fault, field, list, ruleOver, text } from '@gateway/kernel';
import { z } from 'zod';

const [maximumKeys, maximumScopes] = [10, 100];

const constraints = {
  private: { constraint: 'Choice', hint: 'key_private' },
  missing: { constraint: 'NotBlank' },
  kind: { constraint: 'Choice', hint: 'key_signing' },
  purpose: { constraint: 'Choice', hint: 'key_signing' },
  size: { constraint: 'Range', hint: 'key_signing', payload: { min: 2048, max: 8192 } },
  malformed: { constraint: 'Regex', hint: 'key_signing' },
} as const satisfies Readonly<Record<ReturnType<typeof keyFaults>[number]['reason'], Fault>>;

const publicKey = () =>
  field(
    {
      type: 'object',
      description: 'A public key (RFC 7517): RSA of 2048 to 8192 bits, or EC P-384. Further members are not kept.',
      required: ['kty', 'kid'],
      properties: {
        kty: { enum: ['RSA', 'EC'] },
        kid: { type: 'string', minLength: 1, maxLength: 255 },
        ...Object.fromEntries(['n', 'e', 'x', 'y'].map((member) => [member, { type: 'string' }])),
        crv: { const: 'P-384' },
        use: { const: 'sig' },
        alg: { enum: ['RS384', 'ES384'] },
      },
    },
    (value, report): PublicJwk => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (!isObject) report.wrongType('object');
      const members = isObject ? (value as Record<string, unknown>) : {};
      const faults = isObject ? keyFaults(members) : [];
      for (const { member, reason } of faults) report.violation({ ...constraints[reason], path: [member] });
      return isObject && faults.length === 0 ? toPublicJwk(members) : { kty: 'EC', kid: '' };
    },
  );

const smartScope = () =>
  field({ type: 'string', examples: [...supportedScopes] }, (value, report): string => {
    const given = checkText(value, report);
    if (given !== undefined && toSmartScope(given) === undefined) report.violation({ constraint: 'Choice', hint: 'scope_smart' });
    return given ?? '';
  });

export const clientBody = () =>
  z
    .object({
      partner: text({ max: slugMaximum, pattern: slugPattern, example: 'acme' }),
      name: text({ max: 255, example: 'EHR production' }),
      jwks: z.object({ keys: list(publicKey(), { min: 1, max: maximumKeys }) }),
      scopes: list(smartScope(), { min: 1, max: maximumScopes }),
    })
    .superRefine(
      ...ruleOver<{ jwks: { keys: readonly PublicJwk[] } }>(['jwks'], ({ jwks: { keys } }, report) => {
        keys.forEach(({ kid }, index) => {
          const isRepeated = keys.findIndex((key) => key.kid === kid) < index;
          if (isRepeated) report.violation({ constraint: 'Unique', path: ['jwks', 'keys', index, 'kid'] });
        });
      }),
    );
