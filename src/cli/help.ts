import type { Command } from './command';
import { commands } from './commands';

type Explanations = Readonly<Record<string, string>>;

const common: Explanations = {
  '--url URL': 'the service; default BASE_URL, or http://localhost:3000',
  '--token TOKEN': 'default GATEWAY_TOKEN, or ADMIN_TOKEN; needs the scope of the operation',
  '--language LANGUAGE': 'en, de or fr: of what the service says when it refuses',
  '--json': 'print what the service answered, and nothing else',
  '--help': 'this',
};

const usageOf = ({ name, words = [] }: Command): string => [name, ...words].join(' ');

function table(explanations: Explanations): string {
  const width = Math.max(...Object.keys(explanations).map((term) => term.length)) + 2;
  return Object.entries(explanations)
    .map(([term, explanation]) => `  ${term.padEnd(width)}${explanation}`)
    .join('\n');
}

export const helpOf = (command: Command): string =>
  [`npm run cli -- ${usageOf(command)} [options]`, '', command.summary, '', table({ ...command.help, ...common })].join('\n');

export const overview = (): string =>
  [
    'npm run cli -- COMMAND [options]',
    '',
    table(Object.fromEntries(commands.map((command) => [usageOf(command), command.summary]))),
    '',
    'COMMAND --help tells its options. All of them have:',
    '',
    table(common),
  ].join('\n');
