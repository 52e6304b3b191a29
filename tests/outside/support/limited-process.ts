import { spawn } from 'node:child_process';

import { memoryMb } from './process-readings.ts';
import { unshared } from './refused-start.ts';

export type Limits = {
  memoryMb: number;
  descriptors: number;
  seconds: number;
  logMb: number;
  /** Limit of the heap; three quarters of the memory without it. */
  heapMb?: number;
};

export const usualLimits: Limits = { memoryMb: 512, descriptors: 1_024, seconds: 900, logMb: 20 };

export type LimitedProcess = {
  pid: number;
  /** The last 2 MB of what it has written. */
  log(): string;
  /** Settles when it has ended in any way. */
  ended: Promise<void>;
  /** Why it ended although nobody asked: its own exit, or the limit that it broke; null otherwise. */
  failure(): string | null;
  exitCode(): number | null;
  signal(name: NodeJS.Signals): void;
};

const lookEveryMs = 200;
const logTail = 2_000_000;

type Command = {
  args: string[];
  cwd?: string;
  env: Record<string, string>;
  limits: Limits;
  /** A folder that is a disk of its own, of so many MB. */
  disk?: { folder: string; mb: number } | undefined;
};

/** Runs Node under limits; one that breaks them is killed, so that it costs a test and not the machine. */
export function startLimited({ args, cwd, env, limits, disk }: Command): LimitedProcess {
  const heap = `--max-old-space-size=${limits.heapMb ?? Math.floor(limits.memoryMb * 0.75)}`;
  const node = [process.execPath, heap, '--max-semi-space-size=8', ...args];
  const line = `ulimit -n ${limits.descriptors} && exec "$0" "$@"`;
  const [command, words] =
    disk === undefined
      ? ['sh', ['-c', line]]
      : unshared(`mount -t tmpfs -o size=${disk.mb}m tmpfs '${disk.folder}' && ${line}`);
  const child = spawn(command, [...words, ...node], {
    ...(cwd === undefined ? {} : { cwd }),
    // As `npm start` starts it: few arenas of malloc.
    env: { MALLOC_ARENA_MAX: '2', ...env },
  });
  const pid = child.pid ?? 0;
  let log = '';
  let written = 0;
  let wasAsked = false;
  let broken: string | null = null;
  const breakOff = (why: string) => {
    broken ??= why;
    child.kill('SIGKILL');
  };
  const hear = (chunk: Buffer) => {
    written += chunk.length;
    log = (log + chunk.toString()).slice(-logTail);
    if (written > limits.logMb * 1_000_000) breakOff(`wrote more than ${limits.logMb} MB of log`);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const watch = setInterval(() => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const held = memoryMb(pid);
    if (held > limits.memoryMb) breakOff(`held ${Math.round(held)} MB of memory, ${limits.memoryMb} allowed`);
  }, lookEveryMs);
  const end = setTimeout(() => breakOff(`ran for more than ${limits.seconds} s`), limits.seconds * 1_000);
  const endNow = () => void child.kill('SIGKILL');
  process.once('exit', endNow);
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      clearInterval(watch);
      clearTimeout(end);
      process.off('exit', endNow);
      done();
    });
  });
  return {
    pid,
    log: () => log,
    ended,
    failure() {
      if (broken !== null || wasAsked) return broken;
      if (child.exitCode === null && child.signalCode === null) return null;
      return `ended with ${child.exitCode ?? child.signalCode}`;
    },
    exitCode: () => child.exitCode,
    signal(name) {
      if (name === 'SIGTERM' || name === 'SIGINT' || name === 'SIGKILL') wasAsked = true;
      child.kill(name);
    },
  };
}
