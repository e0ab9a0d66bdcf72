import { setTimeout as sleep } from 'node:timers/promises';
import { observationBody, orderBody } from '../../support/factories';
import { requestBody } from '../../support/fhir-requests';
import { attempt, type Attempt, type Sent } from './attempts';

export const writeKinds = ['order', 'result', 'request'] as const;
export type WriteKind = (typeof writeKinds)[number];

export const observationsPerResult = 20;

/** A write that the service has confirmed, and what it said. */
export interface Acknowledged {
  readonly kind: WriteKind;
  readonly key: string;
  readonly sent: Sent;
  readonly answer: Attempt;
  /** Of the record that it made. */
  readonly iri: string;
}

export interface Caller {
  readonly url: string;
  readonly partnerToken: string;
  readonly operatorToken: string;
}

export interface LoadOptions {
  readonly writers?: number;
  readonly kinds?: readonly WriteKind[];
  /** Sets the keys of this load apart from those of others. */
  readonly name: string;
}

const pauseMilliseconds = 40;
const retryMilliseconds = 150;
/** After the load was told to stop. */
const patienceMilliseconds = 30_000;

const iriIn = ({ headers }: Attempt): string =>
  new URL(headers.get('location')!, 'https://gateway.example').pathname.replace(/\/_history\/.*$/, '');

/** Not answered for good: the same request has to be sent once more. */
const isOpen = ({ status, text }: Attempt): boolean =>
  status === undefined || status === 503 || (status === 409 && text.includes('Idempotency-Key'));

/** Programs of a partner and of a laboratory that write at the same time, and repeat what was not answered with the same key. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  readonly attempts: Attempt[] = [];
  /** Answers that no fault may cause. */
  readonly wrong: Attempt[] = [];
  /** What was sent and not answered for good. */
  readonly open: Sent[] = [];
  private isRunning = true;
  private deadline = Infinity;
  private readonly writers: readonly Promise<void>[];
  private count = 0;

  constructor(
    private readonly caller: Caller,
    private readonly options: LoadOptions,
  ) {
    this.writers = Array.from({ length: options.writers ?? 8 }, () => this.write());
  }

  /** Begins nothing new, and finishes what is open. */
  async stop(): Promise<void> {
    if (this.isRunning) this.deadline = performance.now() + patienceMilliseconds;
    this.isRunning = false;
    await Promise.all(this.writers);
  }

  private async write(): Promise<void> {
    const { kinds = writeKinds } = this.options;
    while (this.isRunning) {
      const order = kinds.includes('order') ? await this.untilAnswered('order', (key) => this.order(key)) : undefined;
      await sleep(pauseMilliseconds);
      if (order !== undefined && kinds.includes('result')) {
        const [test] = (JSON.parse(order.answer.text) as { diagnosticTests: string[] }).diagnosticTests;
        await this.untilAnswered('result', (key) => this.result(key, test!));
        await sleep(pauseMilliseconds);
      }
      if (kinds.includes('request')) await this.untilAnswered('request', (key) => this.request(key));
      await sleep(pauseMilliseconds);
    }
  }

  private async untilAnswered(kind: WriteKind, make: (key: string) => Sent): Promise<Acknowledged | undefined> {
    if (!this.isRunning) return undefined;
    const key = `${this.options.name}-${this.count++}`;
    const sent = make(key);
    for (;;) {
      const answer = await attempt(this.caller.url, kind, sent);
      this.attempts.push(answer);
      if (answer.status === 201) {
        const acknowledged: Acknowledged = { kind, key, sent, answer, iri: iriIn(answer) };
        this.acknowledged.push(acknowledged);
        return acknowledged;
      }
      if (!isOpen(answer)) {
        this.wrong.push(answer);
        return undefined;
      }
      if (performance.now() > this.deadline) {
        this.open.push(sent);
        return undefined;
      }
      await sleep(retryMilliseconds);
    }
  }

  private order(key: string): Sent {
    const body = orderBody({ productIds: ['lipid-panel', 'second-panel'], metadata: { key } });
    return this.post('/v1/diagnostic_orders', this.caller.partnerToken, key, body);
  }

  private result(key: string, test: string): Sent {
    const observations = Array.from({ length: observationsPerResult }, (_, index) => observationBody({ value: `${index}.50` }));
    return this.post('/lab/v1/test_results', this.caller.operatorToken, key, { diagnosticTest: test, externalId: key, observations });
  }

  private request(key: string): Sent {
    const body = requestBody('r4b', { requisition: { system: 'https://ehr.example/requisitions', value: key } });
    return this.post('/fhir/r4b/ServiceRequest', this.caller.partnerToken, key, body, 'application/fhir+json');
  }

  private post(path: string, token: string, key: string, body: unknown, type = 'application/json'): Sent {
    return { method: 'POST', path, token, body, headers: { 'Idempotency-Key': key, 'Content-Type': type } };
  }
}
