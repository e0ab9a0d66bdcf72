/** What a token of a partner may be allowed (decisions, section 6). */
export const partnerScopes = [
  'orders:read',
  'orders:write',
  'tests:read',
  'tests:write',
  'results:read',
  'products:read',
  'sck:read',
  'sck:write',
  'fhir:read',
  'fhir:write',
  'gdpr:erase',
] as const;

/** What a token of the operating side may be allowed. */
export const operatingScopes = ['lab:write', 'fulfilment:write', 'admin'] as const;

export type PartnerScope = (typeof partnerScopes)[number];
export type OperatingScope = (typeof operatingScopes)[number];
export type Scope = PartnerScope | OperatingScope;
