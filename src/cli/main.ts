import { readFileSync } from 'node:fs';
import { readCliSettings } from '../settings';
import { run } from './run';

const line =
  (stream: NodeJS.WriteStream) =>
  (text: string): void => {
    stream.write(`${text}\n`);
  };

void run(process.argv.slice(2), {
  settings: readCliSettings,
  out: line(process.stdout),
  err: line(process.stderr),
  readFile: (path) => readFileSync(path),
  now: () => new Date(),
}).then((code) => {
  process.exitCode = code;
});
