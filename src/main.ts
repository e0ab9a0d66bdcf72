import 'reflect-metadata';
import type { Server } from 'node:http';
import { IdempotencyCleaner, TokensService } from '@gateway/access';
import { Clock } from '@gateway/kernel';
import type { INestApplication } from '@nestjs/common';
import { pino } from 'pino';
import { createApplication } from './application';
import { type OpenDatabase, openDatabase } from './database';
import { loadDemoData } from './demo';
import { describeError } from './http/request-log';
import { readSettings, type Settings, SettingsError } from './settings';
import { drain, onStopSignal } from './shutdown';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function serve(settings: Settings, database: OpenDatabase): Promise<INestApplication> {
  const logger = pino({ level: settings.logLevel });
  const application = await createApplication({ settings, dataSource: database.dataSource, logger, clock: new Clock() });
  // All of it before it listens: whoever finds it ready finds the data, and no secret is lost where the port is taken.
  // The demo data bring an administrator of their own.
  if (settings.loadsDemoData) await loadDemoData(application, settings.baseUrl, say);
  const secret = await application.get(TokensService).ensureAdministrator();
  if (secret !== undefined) say(`\nFirst administrator's token (shown only now): ${secret}`);
  await application.listen(settings.port, settings.host);
  application.get(IdempotencyCleaner).start((error) => {
    logger.warn(describeError(error), 'stored answers could not be cleaned up');
  });
  say(`\nThe laboratory gateway listens on ${settings.baseUrl} (documentation: ${settings.baseUrl}/docs)`);
  return application;
}

async function stop(starting: Promise<Running>): Promise<void> {
  const { application, database } = await starting;
  await drain(application.getHttpServer() as Server);
  await application.close();
  await database.dataSource.destroy();
  await database.embedded?.stop();
}

interface Running {
  readonly application: INestApplication;
  readonly database: OpenDatabase;
}

async function start(settings: Settings): Promise<Running> {
  const database = await openDatabase(settings);
  database.embedded?.onExit((code) => {
    process.stderr.write(`The embedded PostgreSQL ended unexpectedly (${code ?? 'signal'}).\n`);
    process.exit(1);
  });
  const application = await serve(settings, database);
  return { application, database };
}

const fail = (error: unknown): void => {
  const text =
    error instanceof SettingsError
      ? `These settings are not valid:\n${error.message}`
      : error instanceof Error
        ? error.message
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
};

function main(): void {
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    fail(error);
    return;
  }
  const starting = start(settings);
  onStopSignal(() => {
    stop(starting).then(() => process.exit(0), fail);
  });
  starting.catch((error: unknown) => {
    fail(error);
    process.exit(1);
  });
}

main();
