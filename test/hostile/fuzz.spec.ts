import { randomInt } from 'node:crypto';
import { longRun } from '../support/fuzz-settings';
import { startGateway, type TestGateway } from '../support/gateway';
import { makeRecords, type Records } from '../support/records';
import { Campaign, type CampaignReport } from './fuzz/campaign';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

describe('whatever is sent to any operation', () => {
  const log: string[] = [];
  let gateway: TestGateway;
  let records: Records;

  beforeAll(async () => {
    gateway = await startGateway({ trustedProxies: 'loopback', log });
    records = await makeRecords(gateway);
  });

  afterAll(() => gateway.stop());

  async function expectNoFault({ sent, faults, slowest, heap: [early, late] }: CampaignReport): Promise<void> {
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(100);
    expect(slowest.milliseconds).toBeGreaterThan(0);
    expect(late - early).toBeLessThan(96);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await gateway.nobody.get('/health/ready')).status).toBe(200);
  }

  const seeds: readonly [string, number][] = [
    ['the same as ever', 20_260_201],
    ['never sent before', randomInt(2 ** 30)],
  ];

  // One or the other: `npm run fuzz` asks for the long run, which the suite leaves out.
  (longRun === undefined ? it.each(seeds) : it.skip.each(seeds))('never breaks it: %s, seed %d', async (_, seed) => {
    await expectNoFault(await Campaign.run(gateway, records, { requests: 1000, seed, milliseconds: 6000, log }));
  });

  (longRun === undefined ? it.skip : it)(
    'never breaks it for long',
    async () => {
      const { requests, seed } = longRun!;
      const report = await Campaign.run(gateway, records, { requests, seed, log, tell });
      const { faults: _, ...rest } = report;
      tell(JSON.stringify(rest, null, 2));
      await expectNoFault(report);
      expect(report.operations.succeeded).toBeGreaterThan(report.operations.all * 0.9);
    },
    3_600_000,
  );
});
