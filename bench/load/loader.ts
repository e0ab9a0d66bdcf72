/** The process that makes the load: one order at a time, by messages of the parent. */
import autocannon from 'autocannon';
import type { LoadRequest } from '../scenarios';

export interface LoadOrder {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Each connection sends its share of them, in turn. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Of each answer, in milliseconds. */
  readonly latencies: Float64Array;
  /** How many answers were no success, by status; errors of connections by `error`. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Requests of a connection; all of them where there are too few to share. */
function shareOf(requests: readonly LoadRequest[], connection: number, connections: number): readonly LoadRequest[] {
  const share = requests.filter((_, index) => index % connections === connection % connections);
  return share.length > 0 ? share : requests;
}

function load({ url, method, headers, requests, connections, seconds }: LoadOrder): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    const failures: Record<string, number> = {};
    const fail = (kind: string): void => {
      failures[kind] = (failures[kind] ?? 0) + 1;
    };
    let connection = 0;
    const begin = performance.now();
    const run = autocannon(
      {
        url,
        method,
        headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        connections,
        duration: seconds,
        setupClient: (client) => {
          client.setRequests(shareOf(requests, connection, connections).map(({ path, body }) => ({ method, path, ...(body && { body }) })));
          connection += 1;
        },
      },
      (error: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error('the load could not be made'));
        else
          resolve({
            requests: latencies.length,
            seconds: (performance.now() - begin) / 1000,
            latencies: Float64Array.from(latencies),
            failures,
          });
      },
    );
    run.on('response', (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      if (status < 200 || status > 299) fail(String(status));
    });
    run.on('reqError', () => fail('error'));
  });
}

process.on('message', (order) => {
  load(order as LoadOrder).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
