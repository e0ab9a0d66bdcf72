import { prepareDatabase } from './database';
import { sayListening } from './listening';
import { ServiceProcess } from './service-process';
import type { Settings } from './settings';
import type { Running } from './shutdown';

/** The whole service in this process. */
export async function startAlone(settings: Settings): Promise<Running> {
  const { url, embedded } = await prepareDatabase(settings);
  const service = await ServiceProcess.prepare(settings, url);
  await service.makeFirstRecords();
  await service.listen();
  service.startCleaning();
  sayListening(settings);
  return {
    stop: async () => {
      await service.stop();
      await embedded?.stop();
    },
  };
}
