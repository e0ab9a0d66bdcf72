import { parseArgs } from 'node:util';
import { type CliSettings, SettingsError } from '../settings';
import { Arguments, type Command } from './command';
import { commands } from './commands';
import { Refusal, UsageError } from './failures';
import { helpOf, overview } from './help';
import { Service, type ServiceAccess } from './service';

export interface Terminal {
  readonly settings: () => CliSettings;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly readFile: (path: string) => Buffer;
  readonly now: () => Date;
}

const commonOptions = {
  url: { type: 'string' },
  token: { type: 'string' },
  language: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const wantsHelp = (argv: readonly string[]): boolean => argv.includes('--help') || argv.includes('-h');

/** The command that the line begins with; its name has one word or two. */
function findCommand(argv: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === argv.slice(0, name.split(' ').length).join(' '));
}

function parseOptions(command: Command, argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv.slice(command.name.split(' ').length)],
      options: { ...commonOptions, ...command.options },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parse(command: Command, argv: readonly string[]): Arguments {
  const { values, positionals } = parseOptions(command, argv);
  const expected = command.words ?? [];
  const missing = expected[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  const surplus = positionals[expected.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  return new Arguments(Object.fromEntries(expected.map((word, index) => [word, positionals[index]!])), values);
}

const readingWith =
  ({ readFile }: Terminal) =>
  (path: string): Buffer => {
    try {
      return readFile(path);
    } catch (error) {
      throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

function accessOf(given: Arguments, settings: CliSettings): ServiceAccess {
  const baseUrl = (given.text('url') ?? settings.baseUrl).replace(/\/+$/, '');
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) throw new UsageError(`--url: "${baseUrl}" is no http or https address.`);
  const language = given.text('language') ?? 'en';
  if (!['en', 'de', 'fr'].includes(language)) throw new UsageError('--language: en, de or fr.');
  const token = given.text('token') ?? settings.token;
  if (token === undefined) throw new UsageError('There is no token: set GATEWAY_TOKEN, or give --token.');
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The token must be of visible ASCII characters.');
  return { baseUrl, token, language };
}

async function execute(command: Command, argv: readonly string[], terminal: Terminal): Promise<void> {
  const given = parse(command, argv);
  const access = accessOf(given, terminal.settings());
  const readBytes = readingWith(terminal);
  const asJson = given.flag('json');
  const context = {
    service: new Service(access),
    serviceAs: (token: string) => new Service({ ...access, token }),
    say: asJson ? () => undefined : terminal.out,
    readFile: (path: string) => readBytes(path).toString(),
    readBytes,
    now: terminal.now,
  };
  try {
    const json = await command.run(context, given);
    if (asJson) terminal.out(json);
  } catch (error) {
    if (asJson && error instanceof Refusal && error.json !== undefined) terminal.out(error.json);
    throw error;
  }
}

function report(error: unknown, command: Command, terminal: Terminal): 1 | 2 {
  if (error instanceof Refusal) {
    terminal.err(error.message);
    return 1;
  }
  if (error instanceof UsageError || error instanceof SettingsError) {
    terminal.err(`${error.message}\n\n${helpOf(command)}`);
    return 2;
  }
  throw error;
}

/** Runs one command line. Exit codes: 0 done, 1 refused by the service, 2 not understood. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const command = findCommand(argv);
  if (command === undefined) {
    const isQuestion = argv.length === 0 || wantsHelp(argv);
    if (isQuestion) terminal.out(overview());
    else terminal.err(`There is no such command: ${argv.join(' ')}\n\n${overview()}`);
    return isQuestion ? 0 : 2;
  }
  if (wantsHelp(argv)) {
    terminal.out(helpOf(command));
    return 0;
  }
  try {
    await execute(command, argv, terminal);
    return 0;
  } catch (error) {
    return report(error, command, terminal);
  }
}
