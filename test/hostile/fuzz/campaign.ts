import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { OpenApiContract } from '../../support/openapi-contract';
import { putProduct } from '../../support/factories';
import { putKitProduct } from '../../support/kits';
import type { TestGateway } from '../../support/gateway';
import type { Records } from '../../support/records';
import { faultsOf } from './answer-faults';
import { HostileClient } from './hostile-client';
import { type HostileRequest, HostileRequests } from './requests';

const chunk = 250;
const slowMilliseconds = 1000;

/** What may take longer, in milliseconds. */
const longer: Readonly<Record<string, number>> = {
  // A step reads as much of the chain as it may, for administrators alone; the run has made a long one.
  verifyAuditChain: 3000,
};
const connections = 8;
const megabyte = 1024 * 1024;

export interface CampaignOptions {
  readonly requests: number;
  readonly seed: number;
  /** Where the log of the gateway goes; what it says of a fault is told with it. */
  readonly log: string[];
  /** No new requests after this. */
  readonly milliseconds?: number;
  readonly tell?: (progress: string) => void;
}

export interface CampaignReport {
  readonly sent: number;
  readonly faults: readonly string[];
  readonly slowest: { readonly milliseconds: number; readonly request: string };
  readonly statuses: Readonly<Record<string, number>>;
  /** How many operations there are, and how many answered with a success. */
  readonly operations: { readonly all: number; readonly succeeded: number };
  /** Megabytes in use after a collection: after the first tenth and at the end. */
  readonly heap: readonly [early: number, late: number];
}

const heapAfterCollection = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().heapUsed / megabyte);
};

const shown = ({ operationId, method, path, token, headers, body }: HostileRequest): string =>
  `${operationId}: ${method} ${path.slice(0, 1500)} token=${token} ${JSON.stringify(headers).slice(0, 1500)} ${body === undefined ? '' : JSON.stringify(body.toString('latin1').slice(0, 20_000))}`;

/** Sends what nobody should send, and notes what the service should not have answered. */
export class Campaign {
  private readonly contract: OpenApiContract;
  private readonly arbitrary: fc.Arbitrary<HostileRequest>;
  private readonly client: HostileClient;
  private readonly faults: string[] = [];
  private readonly statuses: Record<string, number> = {};
  private readonly succeeded = new Set<string>();
  private slowest = { milliseconds: 0, request: '' };

  private constructor(
    private readonly gateway: TestGateway,
    records: Records,
    document: string,
    private readonly options: CampaignOptions,
  ) {
    this.contract = new OpenApiContract(JSON.parse(document));
    this.arbitrary = new HostileRequests(this.contract, records).all();
    this.client = new HostileClient(gateway, connections);
  }

  static async run(gateway: TestGateway, records: Records, options: CampaignOptions): Promise<CampaignReport> {
    const campaign = new Campaign(gateway, records, (await gateway.nobody.get('/openapi.json')).text, options);
    try {
      return await campaign.run();
    } finally {
      campaign.client.close();
    }
  }

  private async run(): Promise<CampaignReport> {
    const { requests, seed, milliseconds = Infinity, tell } = this.options;
    const begin = performance.now();
    let sent = 0;
    let early: number | undefined;
    while (sent < requests && performance.now() - begin < milliseconds && this.faults.length < 20) {
      const size = Math.min(chunk, requests - sent);
      await this.sendAll(fc.sample(this.arbitrary, { numRuns: size, seed: seed + sent / chunk }));
      sent += size;
      if (sent >= requests / 10) early ??= heapAfterCollection();
      tell?.(
        `${sent} of ${requests} requests, ${Math.round((sent * 1000) / (performance.now() - begin))} a second, ${this.faults.length} faults`,
      );
    }
    const late = heapAfterCollection();
    return {
      sent,
      faults: this.faults,
      slowest: this.slowest,
      statuses: this.statuses,
      operations: { all: this.contract.operations.length, succeeded: this.succeeded.size },
      heap: [early ?? late, late],
    };
  }

  private async sendAll(requests: readonly HostileRequest[]): Promise<void> {
    // A request may have made them inactive.
    await putProduct(this.gateway.operator, 'lipid-panel', { active: true });
    await putKitProduct(this.gateway.operator, 'blood-kit', { active: true });
    const waiting = [...requests];
    const work = async (): Promise<void> => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) await this.send(request);
    };
    await Promise.all(Array.from({ length: connections }, work));
    this.options.log.length = 0;
  }

  private async send(request: HostileRequest): Promise<void> {
    const begin = performance.now();
    try {
      const answer = await this.client.send(request);
      const milliseconds = performance.now() - begin;
      this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
      if (answer.status < 300) this.succeeded.add(request.operationId);
      if (milliseconds > this.slowest.milliseconds)
        this.slowest = { milliseconds: Math.round(milliseconds), request: shown(request).slice(0, 300) };
      const faults = [
        ...faultsOf(this.contract, request, answer),
        ...(milliseconds > slowMilliseconds ? await this.slowness(request) : []),
      ];
      if (faults.length > 0) this.note(request, faults, answer.headers['x-request-id']);
    } catch (error) {
      this.note(request, [String(error)], undefined);
    }
  }

  /** Whether a request takes long by itself, and not because others were busy. */
  private async slowness(request: HostileRequest): Promise<readonly string[]> {
    const times: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const [begin, used] = [performance.now(), process.cpuUsage()];
      await this.client.send(request);
      const { user, system } = process.cpuUsage(used);
      // Work of this process that is spread over its threads counts once.
      times.push(Math.min(performance.now() - begin, (user + system) / 1000));
    }
    const best = Math.round(Math.min(...times));
    return best > (longer[request.operationId] ?? slowMilliseconds) ? [`takes ${best} ms`] : [];
  }

  private note(request: HostileRequest, faults: readonly string[], requestId: string | undefined): void {
    const said = this.options.log
      .filter((line) => requestId !== undefined && line.includes(requestId) && line.includes('stack'))
      .map((line) => line.slice(0, 1500));
    this.faults.push([...faults, shown(request), ...said].join('\n    '));
  }
}
