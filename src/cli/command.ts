import type { ParseArgsConfig } from 'node:util';
import type { Service } from './service';

type OptionTypes = NonNullable<ParseArgsConfig['options']>;

/** The words and options of a command line, as the command declares them. */
export class Arguments {
  constructor(
    private readonly words: Readonly<Record<string, string>>,
    private readonly options: Readonly<Record<string, unknown>>,
  ) {}

  /** A positional argument, which is always there. */
  word(name: string): string {
    return this.words[name]!;
  }

  text(option: string): string | undefined {
    const value = this.options[option];
    return typeof value === 'string' ? value : undefined;
  }

  flag(option: string): boolean {
    return this.options[option] === true;
  }

  /** The words of an option that lists them, separated by commas. */
  list(option: string): string[] | undefined {
    return this.text(option)
      ?.split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
}

export interface CommandContext {
  readonly service: Service;
  /** The same service with another token. */
  readonly serviceAs: (token: string) => Service;
  /** Tells a person; silent with `--json`. */
  readonly say: (text: string) => void;
  /** @throws UsageError */
  readonly readFile: (path: string) => string;
  /** For files that are no UTF-8. @throws UsageError */
  readonly readBytes: (path: string) => Buffer;
  readonly now: () => Date;
}

export interface Command {
  /** As typed: `token create`. */
  readonly name: string;
  readonly summary: string;
  /** Positional arguments in their order, all of them required. */
  readonly words?: readonly string[];
  readonly options?: OptionTypes;
  /** What each option is for, by how it is typed. */
  readonly help?: Readonly<Record<string, string>>;
  /** Returns the JSON text that `--json` prints. */
  readonly run: (context: CommandContext, given: Arguments) => Promise<string>;
}
