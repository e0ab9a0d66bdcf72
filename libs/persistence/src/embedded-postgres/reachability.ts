/** Which paths another account can get at, and which it could tamper with: by mode bits, from the root directory down. */
import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS_EXECUTE = 0o001;
const OTHERS_READ = 0o004;
const WRITABLE = 0o022;
const STICKY = 0o1000;

/** A directory and those that lead to it, outermost first. */
export function stepsTo(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [...stepsTo(parent), directory];
}

export function enterableByOthers(directory: string): boolean {
  return stepsTo(realpathSync(directory)).every((step) => hasMode(statSync(step), OTHERS_EXECUTE));
}

export function usableByOthers(file: string, use: 'read' | 'execute'): boolean {
  const wanted = use === 'execute' ? OTHERS_READ | OTHERS_EXECUTE : OTHERS_READ;
  return hasMode(statSync(file), wanted) && enterableByOthers(dirname(realpathSync(file)));
}

/** Nobody but root and this account can replace what lies in the directory: in each step they own it, or it is sticky. */
export function safeFromOthers(directory: string): boolean {
  return stepsTo(realpathSync(directory)).every((step) => {
    const stats = statSync(step);
    return ownedByUsOrRoot(stats) && (!writableByOthers(stats) || hasMode(stats, STICKY));
  });
}

/** Made by root or this account, and by no way open to changes by others. */
export function ownedAndClosed(path: string): boolean {
  const stats = lstatSync(path);
  return ownedByUsOrRoot(stats) && (stats.isSymbolicLink() || !writableByOthers(stats));
}

function ownedByUsOrRoot(stats: Stats): boolean {
  return stats.uid === 0 || stats.uid === process.getuid?.();
}

function writableByOthers(stats: Stats): boolean {
  return (stats.mode & WRITABLE) !== 0;
}

function hasMode(stats: Stats, bits: number): boolean {
  return (stats.mode & bits) === bits;
}
