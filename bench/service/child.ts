import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

const children = new Set<ChildProcess>();

/** Starts a Node program that talks to this one; it ends with this one. */
export function startChild(file: string, options: ForkOptions): ChildProcess {
  const child = fork(file, [], { serialization: 'advanced', ...options });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

const patienceMilliseconds = 12_000;

/** Asks the program to end, and sees to it that it does. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds);
  await ended;
  clearTimeout(timer);
}

/** Ends whatever still runs, each by its own handle. */
export const endAllChildren = async (): Promise<void> => {
  await Promise.all([...children].map(endChild));
};

/** The next message of the child; an error when it ends instead. */
function messageFrom<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      child.off('exit', onExit);
      resolve(message as T);
    };
    const onExit = (code: number | null): void => {
      child.off('message', onMessage);
      reject(new Error(`${child.spawnargs[1] ?? 'a program'} ended early (${code ?? 'by a signal'})`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

/** Sends a message and waits for the answer. */
export function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = messageFrom<T>(child);
  child.send(message);
  return answer;
}
