import { spawn } from 'node:child_process';

import { childrenOf } from '../../outside/support/process-readings.ts';

export type Daemon = {
  pid(): number;
  log(): string;
  /** Sends a signal to the process and its descendants. */
  signalAll(signal: NodeJS.Signals, others?: readonly number[]): void;
  /** Kills the process and its descendants at once. */
  kill(others?: readonly number[]): Promise<void>;
};

type Command = {
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** User that runs the process, because PostgreSQL refuses root. */
  as?: { uid?: number; gid?: number };
};

const shownLog = 200_000;

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended in the meantime.
  }
}

/** Starts a program of the cluster. It always ends together with the test process. */
export function startDaemon({ program, args, env = {}, as = {} }: Command): Daemon {
  const child = spawn(program, args, {
    ...as,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const onOutput = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-shownLog);
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  child.once('error', (error) => {
    log += error.message;
  });
  const pid = child.pid ?? 0;
  const signalAll = (signal: NodeJS.Signals, others: readonly number[] = []) => {
    const all = [pid, ...others].flatMap((one) => [one, ...descendantsOf(one)]);
    for (const one of new Set(all)) send(one, signal);
  };
  const endNow = () => signalAll('SIGKILL');
  process.once('exit', endNow);
  return {
    pid: () => pid,
    log: () => log,
    signalAll,
    async kill(others) {
      process.off('exit', endNow);
      if (child.exitCode !== null || child.signalCode !== null) return signalAll('SIGKILL', others);
      const ended = new Promise((done) => child.once('exit', done));
      signalAll('SIGKILL', others);
      await ended;
    },
  };
}
