export const partnerExample = { slug: 'acme', name: 'Acme Health', createdAt: '2026-01-01T00:00:00.000Z' };

const token = {
  id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d41',
  partner: 'acme',
  laboratory: null,
  name: 'EHR production',
  scopes: ['orders:read', 'orders:write'],
  expiresAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

export const newTokenExample = { ...token, token: 'lab_(43 characters, shown once)' };

export const tokenExample = { ...token, revokedAt: null };

const ecKey = {
  kty: 'EC',
  kid: '2026-01',
  crv: 'P-384',
  x: 'TB7TllELfG6RkhK-Ql5Ls0W38NTaFcFZZE5qdute9LtAQW3HsvVag30t8SKrycPD',
  y: 'PM35M5QxYRSYW1Ftbgotmpl2NpydyZ7fHMdsFbmpvuUy2cdVUDWZINnyipbVZw3t',
};

export const newClientExample = {
  partner: 'acme',
  name: 'EHR production',
  jwks: { keys: [ecKey] },
  scopes: ['system/ServiceRequest.crus', 'system/DiagnosticReport.rs', 'system/Observation.rs'],
};

export const clientExample = { clientId: 'acme-ehr', ...newClientExample, createdAt: '2026-01-01T00:00:00.000Z' };
