import { operatingScopes, partnerScopes } from '@gateway/access';
import { slugMaximum, slugPattern } from '@gateway/core';
import { choice, dateTime, flag, integer, list, nullable, optional, ruleOver, text, withDefault } from '@gateway/kernel';
import { z } from 'zod';

export const partnerBody = () => z.object({ name: text({ max: 255, example: 'Acme Health' }) });

const maximumCount = 1_000_000_000;
const dayInSeconds = 86_400;
const scopes = [...partnerScopes, ...operatingScopes] as const;
const maximumLoincNums = 200;

const rateLimitInput = z.object({
  quota: integer({ min: 1, max: maximumCount }),
  windowSeconds: integer({ min: 1, max: dayInSeconds }),
  burst: integer({ min: 1, max: maximumCount }),
});

export const tokenBody = () =>
  z
    .object({
      partner: nullable(text({ max: slugMaximum, pattern: slugPattern, example: 'acme' })),
      laboratory: nullable(text({ max: 64, pattern: slugPattern })),
      name: text({ max: 255, example: 'EHR production' }),
      scopes: list(choice(scopes), { min: 1, max: scopes.length }),
      expiresAt: nullable(dateTime()),
      rateLimit: nullable(rateLimitInput),
    })
    .superRefine(
      ...ruleOver<{ partner: string | null; scopes: string[] }>(['partner', 'scopes'], (token, report) => {
        const allowed: readonly string[] = token.partner === null ? operatingScopes : partnerScopes;
        token.scopes.forEach((scope, index) => {
          if (!allowed.includes(scope)) {
            report.violation({ constraint: 'Choice', payload: { choices: allowed }, hint: 'scope_side', path: ['scopes', index] });
          }
        });
      }),
    );

const translations = (blank: boolean) =>
  z.object({ en: text({ blank, example: 'Lipid panel' }), de: optional(text({ blank })), fr: optional(text({ blank })) });

/** What both kinds of products have. */
const productMembers = {
  name: translations(false),
  description: nullable(translations(true)),
  sampleType: nullable(text({ max: 255, example: 'capillary blood' })),
  active: withDefault(flag('Whether it can be ordered.'), true),
};

export const kitProductBody = () => z.object(productMembers);

export const diagnosticProductBody = () =>
  z.object({
    ...productMembers,
    loincNums: withDefault(list(text({ max: 64, pattern: /^\S+$/, example: '2093-3' }), { max: maximumLoincNums }), []),
  });
