import type { Settings } from './settings';

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const sayListening = ({ baseUrl }: Settings): void => {
  say(`\nThe laboratory gateway listens on ${baseUrl} (documentation: ${baseUrl}/docs)`);
};
