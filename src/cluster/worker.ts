import { ServiceProcess } from '../service-process';
import { onStopSignal } from '../shutdown';
import { reasonOf } from '../start-failure';
import type { Assignment, Order, Report } from './messages';
import { PrimaryClient } from './primary-client';

const report = (message: Report, onSent?: () => void): void => {
  process.send!(message, undefined, undefined, () => onSent?.());
};

/** One of several processes that answer requests; it does what the primary tells, and ends when the primary is gone. */
class WorkerProcess {
  private readonly primary = new PrimaryClient((id, question) => report({ kind: 'ask', id, question }));
  private service: ServiceProcess | undefined;
  private cleans = false;
  private isListening = false;
  private isStopping = false;

  async obey(order: Order): Promise<void> {
    switch (order.kind) {
      case 'begin':
        return this.begin(order.assignment);
      case 'listen':
        return this.listen();
      case 'measure':
        if (this.service !== undefined) report({ kind: 'measured', measurements: await this.service.measurements() });
        return;
      case 'answer':
        this.primary.receive(order.id, order.value);
        return;
      case 'stop':
        return this.stop();
    }
  }

  /** Signals reach a whole group of processes. Before it listens, the primary alone decides. */
  obeySignal(): Promise<void> {
    return this.isListening ? this.stop() : Promise.resolve();
  }

  private async begin({ settings, databaseUrl, makesFirstRecords, cleans }: Assignment): Promise<void> {
    this.cleans = cleans;
    this.service = await ServiceProcess.prepare(settings, databaseUrl, this.primary);
    if (makesFirstRecords) await this.service.makeFirstRecords();
    report({ kind: 'prepared' });
  }

  private async listen(): Promise<void> {
    await this.service!.listen();
    this.isListening = true;
    if (this.cleans) this.service!.startCleaning();
    report({ kind: 'listening' });
  }

  private async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    if (!this.isListening) process.exit(0);
    await this.service!.stop();
    report({ kind: 'measured', measurements: await this.service!.measurements() }, () => process.exit(0));
  }
}

const fail = (error: unknown): void => report({ kind: 'failed', reason: reasonOf(error) }, () => process.exit(1));

export function runWorker(): void {
  const worker = new WorkerProcess();
  process.on('message', (order: Order) => {
    worker.obey(order).catch(fail);
  });
  onStopSignal(() => {
    worker.obeySignal().catch(fail);
  });
}
