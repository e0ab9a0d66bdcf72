import type { Server } from 'node:http';
import { IdempotencyCleaner, SmartCleaner, TokensService } from '@gateway/access';
import { Clock } from '@gateway/kernel';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { createApplication, type SharedOnHost } from './application';
import { connectTo } from './database';
import { loadDemoData } from './demo';
import { type Measurements, ServiceMetrics } from './http/metrics';
import { describeError } from './http/request-log';
import { openLog } from './http/service-log';
import { say } from './listening';
import type { Settings } from './settings';
import { drain } from './shutdown';

/** A process that answers requests: the only one, or one of several. */
export class ServiceProcess {
  private constructor(
    private readonly settings: Settings,
    private readonly dataSource: DataSource,
    private readonly logger: Logger,
    private readonly application: INestApplication,
  ) {}

  /** @param host what the workers of this host share; absent: this process is alone */
  static async prepare(settings: Settings, databaseUrl: string, host?: SharedOnHost): Promise<ServiceProcess> {
    const logger = openLog(settings.logLevel);
    const dataSource = await connectTo(databaseUrl, settings);
    const application = await createApplication({ settings, dataSource, logger, clock: new Clock(), host });
    return new ServiceProcess(settings, dataSource, logger, application);
  }

  /**
   * Fills an empty database and sees to an administrator's token. All of it before anybody listens: whoever finds the service ready
   * finds the data, and no secret is lost where the port is taken. The demo data bring an administrator of their own.
   */
  async makeFirstRecords(): Promise<void> {
    if (this.settings.loadsDemoData) await loadDemoData(this.application, this.settings.baseUrl, say);
    const secret = await this.application.get(TokensService).ensureAdministrator();
    if (secret !== undefined) say(`\nFirst administrator's token (shown only now): ${secret}`);
  }

  async listen(): Promise<void> {
    await this.application.listen(this.settings.port, this.settings.host);
  }

  /** Removes from now on what has expired. One process does it for all workers of the host. */
  startCleaning(): void {
    for (const cleaner of [IdempotencyCleaner, SmartCleaner]) {
      this.application.get(cleaner).start((error) => {
        this.logger.warn(describeError(error), `${cleaner.name} could not remove what has expired`);
      });
    }
  }

  measurements(): Promise<Measurements> {
    return this.application.get(ServiceMetrics).measurements();
  }

  /** Finishes what runs, within ten seconds. */
  async stop(): Promise<void> {
    await drain(this.application.getHttpServer() as Server);
    await this.application.close();
    await this.dataSource.destroy();
  }
}
