import type { Command } from '../command';
import { UsageError } from '../failures';
import { momentAfter } from '../expiry';

interface Token {
  readonly id: string;
  readonly partner: string | null;
  readonly laboratory: string | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

const ownerOf = ({ partner, laboratory }: Token): string =>
  partner ?? (laboratory === null ? 'operating side' : `laboratory ${laboratory}`);

export const tokenCreate: Command = {
  name: 'token create',
  summary: 'Makes an access token and shows it, this once.',
  options: {
    partner: { type: 'string' },
    laboratory: { type: 'string' },
    scopes: { type: 'string' },
    name: { type: 'string' },
    expires: { type: 'string' },
  },
  help: {
    '--partner SLUG': 'whose token; without it, one of the operating side',
    '--laboratory NAME': 'the laboratory that delivers with it (operating side)',
    '--scopes SCOPE,...': 'such as orders:read,tests:read,results:read',
    '--name NAME': 'what it is for',
    '--expires WHEN': '90d, 12h, 30m, or a date-time such as 2027-01-31T00:00:00Z; default never',
  },
  async run({ service, say, now }, given) {
    const scopes = given.list('scopes');
    if (scopes === undefined || scopes.length === 0) throw new UsageError('--scopes is missing.');
    const partner = given.text('partner');
    const expires = given.text('expires');
    const { body, text } = await service.post<Token & { token: string }>('/admin/v1/tokens', {
      partner,
      laboratory: given.text('laboratory'),
      name: given.text('name') ?? `${partner ?? 'operating side'}, by command line`,
      scopes,
      expiresAt: expires === undefined ? undefined : momentAfter(expires, now()),
    });
    say(`Token of ${ownerOf(body)}, shown only now: ${body.token}`);
    say(`Id ${body.id}, scopes ${body.scopes.join(', ')}, ${body.expiresAt === null ? 'never expires' : `expires ${body.expiresAt}`}`);
    return text;
  },
};

const stateOf = ({ expiresAt, revokedAt }: Token & { revokedAt: string | null }): string => {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  return expiresAt === null ? 'never expires' : `expires ${expiresAt}`;
};

export const tokenList: Command = {
  name: 'token list',
  summary: 'Lists all tokens, without their secrets.',
  async run({ service, say }) {
    const { body, text } = await service.get<readonly (Token & { revokedAt: string | null })[]>('/admin/v1/tokens');
    for (const token of body) say([token.id, ownerOf(token), token.name, token.scopes.join(','), stateOf(token)].join('  '));
    return text;
  },
};

export const tokenRevoke: Command = {
  name: 'token revoke',
  summary: 'Revokes a token.',
  words: ['ID'],
  async run({ service, say }, given) {
    await service.delete(`/admin/v1/tokens/${encodeURIComponent(given.word('ID'))}`);
    say('Revoked.');
    return 'null';
  },
};
