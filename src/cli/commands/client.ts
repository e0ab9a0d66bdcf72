import type { Command } from '../command';
import { UsageError } from '../failures';

interface Client {
  readonly clientId: string;
  readonly partner: string;
  readonly name: string;
  readonly jwks: { readonly keys: readonly { readonly kid: string }[] };
  readonly scopes: readonly string[];
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('The file of --jwks is not JSON.');
  }
};

const lineOf = ({ clientId, partner, name, jwks, scopes }: Client): string =>
  [clientId, partner, name, scopes.join(' '), `keys ${jwks.keys.map(({ kid }) => kid).join(', ')}`].join('  ');

export const clientPut: Command = {
  name: 'client put',
  summary: 'Registers a client that gets its tokens by itself (SMART Backend Services), or changes it.',
  words: ['CLIENT-ID'],
  options: { partner: { type: 'string' }, name: { type: 'string' }, jwks: { type: 'string' }, scopes: { type: 'string' } },
  help: {
    '--partner SLUG': 'whose client',
    '--name NAME': 'what people call it; default the client id',
    '--jwks FILE': 'its public keys, a JWK Set',
    '--scopes SCOPE,...': 'such as system/ServiceRequest.crus,system/Observation.rs',
  },
  async run({ service, say, readFile }, given) {
    const [partner, file, scopes] = [given.text('partner'), given.text('jwks'), given.list('scopes')];
    if (partner === undefined) throw new UsageError('--partner is missing.');
    if (file === undefined) throw new UsageError('--jwks is missing.');
    if (scopes === undefined || scopes.length === 0) throw new UsageError('--scopes is missing.');
    const clientId = given.word('CLIENT-ID');
    const { body, text } = await service.put<Client>(`/admin/v1/clients/${encodeURIComponent(clientId)}`, {
      partner,
      name: given.text('name') ?? clientId,
      jwks: parse(readFile(file)),
      scopes,
    });
    say(`Client ${lineOf(body)}`);
    return text;
  },
};

export const clientList: Command = {
  name: 'client list',
  summary: 'Lists all clients that get their tokens by themselves.',
  async run({ service, say }) {
    const { body, text } = await service.get<readonly Client[]>('/admin/v1/clients');
    for (const client of body) say(lineOf(client));
    return text;
  },
};

export const clientRemove: Command = {
  name: 'client remove',
  summary: 'Removes a client; its tokens end with it.',
  words: ['CLIENT-ID'],
  async run({ service, say }, given) {
    await service.delete(`/admin/v1/clients/${encodeURIComponent(given.word('CLIENT-ID'))}`);
    say('Removed.');
    return 'null';
  },
};
