/**
 * Makes a checkout ready to run: installs what package-lock.json says and, with `--build`, compiles. Does only what is
 * needed, so that it can stand before every start and every test run. Needs nothing but Node, since it runs on a fresh clone.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const installStamp = join(root, 'node_modules/.install-stamp');
const buildStamp = join(root, 'dist/.build-stamp');
const sources = ['src', 'libs'];
const buildSettings = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', '.swcrc'];

/** @param stdout where npm and the compiler write: `inherit`, or a file descriptor */
export async function prepare({ build, stdout = 'inherit' }) {
  if (!isInstalled()) await install(stdout);
  if (build && !isBuilt()) await compile(stdout);
}

function isInstalled() {
  const wanted = installationKey();
  if (readIfPresent(installStamp) === wanted) return true;
  if (existsSync(installStamp) || !fitsLockfile()) return false;
  writeFileSync(installStamp, wanted); // installed by hand, and complete
  return true;
}

/** Compiled add-ons fit one binary interface of Node, hence its number. */
function installationKey() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lockfile} ${process.platform}-${process.arch} node-abi-${process.versions.modules}\n`;
}

/** npm notes in node_modules/.package-lock.json what it has installed, in the words of package-lock.json. */
function fitsLockfile() {
  const text = readIfPresent(join(root, 'node_modules/.package-lock.json'));
  if (text === undefined) return false;
  const installed = JSON.parse(text).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const same = (path) => locked[path]?.version === installed[path]?.version && locked[path]?.integrity === installed[path]?.integrity;
  const required = Object.keys(locked).filter((path) => path !== '' && !locked[path].optional && !locked[path].devOptional);
  return [...required, ...Object.keys(installed)].every(same);
}

/** Development packages are needed to build, even where NODE_ENV says production. */
async function install(stdout) {
  rmSync(installStamp, { force: true });
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await run([...npm, 'ci', '--include=dev', '--no-audit', '--no-fund'], stdout);
  writeFileSync(installStamp, installationKey());
}

function isBuilt() {
  return existsSync(join(root, 'dist/src/main.js')) && readIfPresent(buildStamp) === buildKey();
}

async function compile(stdout) {
  const key = buildKey(); // before the compiler reads: an edit in the meantime is compiled next time
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await run([process.execPath, join(root, 'node_modules/.bin/nest'), 'build'], stdout);
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, key);
}

function buildKey() {
  const hash = createHash('sha256');
  for (const file of [...buildSettings, ...sources.flatMap(filesBelow)]) {
    const content = readIfPresent(join(root, file)) ?? '';
    hash.update(`${file}\0${content.length}\0${content}`);
  }
  return `${hash.digest('hex')}\n`;
}

function filesBelow(directory) {
  if (!existsSync(join(root, directory))) return [];
  const entries = readdirSync(join(root, directory), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort();
}

function readIfPresent(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** A signal that arrives meanwhile goes on to the program; when it has ended, so does this process. */
async function run([program, ...args], stdout) {
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', stdout, 'inherit'] });
  let received;
  const forward = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode));
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, forward);
  if (received) process.exit(128 + constants.signals[received]);
  if (code !== 0) process.exit(code ?? 1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await prepare({ build: process.argv.includes('--build') });
}
