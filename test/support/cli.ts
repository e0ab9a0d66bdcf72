import { run } from '../../src/cli/run';
import type { CliSettings } from '../../src/settings';

export interface CliOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs command lines as a terminal would, with files that exist only here. */
export class TestTerminal {
  constructor(
    private readonly settings: CliSettings,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async run(argv: readonly string[], files: Readonly<Record<string, string | Buffer>> = {}): Promise<CliOutcome> {
    const out: string[] = [];
    const err: string[] = [];
    const code = await run(argv, {
      settings: () => this.settings,
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      readFile: (path) => {
        const content = files[path];
        if (content === undefined) throw new Error('ENOENT');
        return Buffer.from(content);
      },
      now: this.now,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }
}
