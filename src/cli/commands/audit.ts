import type { Command, CommandContext } from '../command';
import { Refusal, UsageError } from '../failures';

interface Chain {
  readonly partner: string | null;
  readonly head: string;
}

interface Fault {
  readonly kind: string;
  readonly sequence: string | null;
  readonly event: string | null;
}

interface Step {
  readonly seals: number;
  readonly events: number;
  readonly faults: readonly Fault[];
  readonly next: string | null;
}

type Verified = Chain & Pick<Step, 'seals' | 'events' | 'faults'>;

const nameOf = ({ partner }: Chain): string => partner ?? 'operating side';

/** Faults that are told one by one; of a chain that is broken everywhere nobody reads more. */
const mostTold = 100;

const faultLine = ({ kind, sequence, event }: Fault): string =>
  [`  ${kind}`, ...(sequence === null ? [] : [`seal ${sequence}`]), ...(event === null ? [] : [`event ${event}`])].join('  ');

/** Follows one chain to its end, step by step. */
async function verify({ service }: CommandContext, chain: Chain, expected: string | undefined): Promise<Verified> {
  const found = { ...chain, seals: 0, events: 0, faults: [] as Fault[] };
  let position: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams({
      ...(chain.partner !== null && { partner: chain.partner }),
      ...(position === null ? expected !== undefined && { expect: expected } : { position }),
    });
    const { body }: { body: Step } = await service.get<Step>(`/admin/v1/audit_chains/verification?${query}`);
    found.seals += body.seals;
    found.events += body.events;
    found.faults.push(...body.faults);
    position = body.next;
  } while (position !== null);
  return found;
}

const describe = ({ seals, events, faults, ...chain }: Verified): string =>
  [
    `${nameOf(chain)}: ${faults.length === 0 ? 'intact' : `${faults.length} faults`}, ${seals} seals, ${events} events, head ${chain.head}`,
    ...faults.slice(0, mostTold).map(faultLine),
  ].join('\n');

const noHead = `0:${'0'.repeat(64)}`;

export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Verifies that nothing was taken out of the audit trail, and tells the heads of its chains.',
  options: { partner: { type: 'string' }, expect: { type: 'string' } },
  help: {
    '--partner SLUG': 'one chain alone; default all',
    '--expect HEAD': 'a head of that chain that was kept elsewhere: shows whether the end was cut off',
  },
  async run(context, given) {
    const [partner, expected] = [given.text('partner'), given.text('expect')];
    if (expected !== undefined && partner === undefined) throw new UsageError('--expect needs --partner.');
    const { body: chains } = await context.service.get<readonly Chain[]>('/admin/v1/audit_chains');
    const own = chains.find((chain) => chain.partner === partner) ?? { partner: partner ?? null, head: noHead };
    const verified: Verified[] = [];
    for (const chain of partner === undefined ? chains : [own]) verified.push(await verify(context, chain, expected));
    const isIntact = verified.every(({ faults }) => faults.length === 0);
    const text = verified.map(describe).join('\n');
    const json = JSON.stringify(verified);
    if (!isIntact) throw new Refusal(`The audit trail is not intact:\n${text}`, json);
    context.say(text);
    return json;
  },
};

interface Event {
  readonly recordedAt: string;
  readonly partner: string | null;
  readonly token: string;
  readonly operation: string;
  readonly status: number;
  readonly records: readonly string[];
}

const eventLine = ({ recordedAt, partner, token, operation, status, records }: Event): string =>
  [recordedAt, partner ?? 'operating side', token, operation, status, records.join(' ')].join('  ');

export const auditList: Command = {
  name: 'audit list',
  summary: 'Lists the newest entries of the audit trail, at most 100.',
  options: { partner: { type: 'string' }, token: { type: 'string' }, record: { type: 'string' }, outcome: { type: 'string' } },
  help: {
    '--partner SLUG': 'of one partner',
    '--token ID': 'of one token',
    '--record IRI': 'about one record, such as /v1/diagnostic_orders/ID',
    '--outcome OUTCOME': 'success, refused or failed',
  },
  async run({ service, say }, given) {
    const query = new URLSearchParams({ itemsPerPage: '100', 'sort[recordedAt]': 'desc' });
    for (const name of ['partner', 'token', 'record', 'outcome']) {
      const value = given.text(name);
      if (value !== undefined) query.append(`${name}[]`, value);
    }
    const { body, text } = await service.get<readonly Event[]>(`/admin/v1/audit_events?${query}`);
    for (const event of body) say(eventLine(event));
    return text;
  },
};
