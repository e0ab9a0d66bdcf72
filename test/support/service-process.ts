import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gateway/persistence';

const root = dirname(dirname(__dirname));
const patienceMilliseconds = 60_000;

/** The service, compiled as `npm run build` does, in a directory of its own. */
export class BuiltService {
  private constructor(private readonly directory: string) {}

  static build(): BuiltService {
    const directory = mkdtempSync(join(tmpdir(), 'gateway-build-'));
    const swc = join(root, 'node_modules/.bin/swc');
    const options = ['--config-file', '.swcrc', '--ignore', '**/*.spec.ts', '--quiet'];
    execFileSync(swc, ['src', 'libs', '--out-dir', join(directory, 'dist'), ...options], { cwd: root });
    for (const library of readdirSync(join(root, 'libs'))) {
      const structures = join('libs', library, 'src/structures.json');
      if (existsSync(join(root, structures))) cpSync(join(root, structures), join(directory, 'dist', structures));
    }
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
    return new BuiltService(directory);
  }

  get main(): string {
    return join(this.directory, 'dist/src/main.js');
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}

interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

const listProcesses = (): readonly ListedProcess[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return state === undefined || state.startsWith('Z') ? [] : { pid: Number(pid), parent: Number(parent), command: command! };
    });

export const isRunning = (pid: number): boolean => listProcesses().some((one) => one.pid === pid);

export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
    await sleep(25);
  }
}

/** A service of several processes, in a process group of its own, with settings of its own. */
export class ServiceUnderTest {
  out = '';
  err = '';
  private readonly exited: Promise<unknown[]>;

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.exited = once(child, 'close');
  }

  static async spawn({ main }: BuiltService, settings: Readonly<Record<string, string>>): Promise<ServiceUnderTest> {
    const port = settings['PORT'] === undefined ? await freePort() : Number(settings['PORT']);
    const { PATH, PREPARED_STATEMENTS = 'on' } = process.env;
    const child = spawn(process.execPath, [main], {
      env: { PATH, PREPARED_STATEMENTS, PORT: String(port), HOST: '127.0.0.1', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    return new ServiceUnderTest(child, port);
  }

  static async start(built: BuiltService, settings: Readonly<Record<string, string>>): Promise<ServiceUnderTest> {
    const service = await ServiceUnderTest.spawn(built, settings);
    await until(() => service.out.includes('listens on') || service.child.exitCode !== null, 'listening');
    if (service.child.exitCode !== null) throw new Error(`It ended: ${service.err}`);
    return service;
  }

  get pid(): number {
    return this.child.pid!;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The processes that it has started, and what they show to everybody. */
  get children(): readonly ListedProcess[] {
    return listProcesses().filter(({ parent }) => parent === this.pid);
  }

  get workers(): readonly number[] {
    return this.children.filter(({ command }) => command.endsWith(' worker')).map(({ pid }) => pid);
  }

  /** What it has said as lines of its log. */
  get log(): readonly any[] {
    return this.out
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** The code with which it ends. */
  async ended(): Promise<number | null> {
    const [code] = await this.exited;
    return code as number | null;
  }

  /** Leaves nothing behind. */
  async destroy(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.signal('SIGTERM');
    await this.exited;
  }
}

export interface PlainAnswer {
  readonly status: number;
  readonly text: string;
}

/** A request on a connection of its own; it fails where no answer comes. */
export const getOnce = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest(url, { agent: false, headers, timeout: 5_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode!, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer'))).on('error', reject);
    sent.end();
  });
