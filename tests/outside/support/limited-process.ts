import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { memoryMb } from './process-readings.ts';
import { unshared } from './failing-start.ts';

export type Limits = {
  memoryMb: number;
  descriptors: number;
  seconds: number;
  logMb: number;
  /** Heap limit in MB. Default: three quarters of the memory limit. */
  heapMb?: number;
};

/** Heap limit of `npm start`, in MB. */
const startHeapMb = Number(/max-old-space-size=(\d+)/.exec(readFileSync('scripts/memory-limits.json', 'utf8'))?.[1]);

export const usualLimits: Limits = { memoryMb: 512, descriptors: 1_024, seconds: 900, logMb: 20 };
/** Limits of an attack, which must not end a shop with the heap of `npm start`. */
export const attackLimits: Limits = { ...usualLimits, heapMb: startHeapMb };

export type LimitedProcess = {
  pid: number;
  /** Last 2 MB of the output. */
  log(): string;
  /** Resolves when the process has ended in any way. */
  ended: Promise<void>;
  /** Reason of an unexpected end: its exit, or the limit that it exceeded. Null otherwise. */
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
  /** Folder on a separate disk of `mb` MB. */
  disk?: { folder: string; mb: number } | undefined;
};

/**
 * Runs Node under limits. A process that exceeds one is killed, so that it fails a test and not the
 * machine.
 */
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
    // As in `npm start`: few malloc arenas.
    env: { MALLOC_ARENA_MAX: '2', ...env },
  });
  const pid = child.pid ?? 0;
  let log = '';
  let written = 0;
  let isExpected = false;
  let broken: string | null = null;
  const breakOff = (why: string) => {
    broken ??= why;
    child.kill('SIGKILL');
  };
  const onOutput = (chunk: Buffer) => {
    written += chunk.length;
    log = (log + chunk.toString()).slice(-logTail);
    if (written > limits.logMb * 1_000_000) breakOff(`wrote more than ${limits.logMb} MB of log`);
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
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
      if (broken !== null || isExpected) return broken;
      if (child.exitCode === null && child.signalCode === null) return null;
      return `ended with ${child.exitCode ?? child.signalCode}`;
    },
    exitCode: () => child.exitCode,
    signal(name) {
      if (name === 'SIGTERM' || name === 'SIGINT' || name === 'SIGKILL') isExpected = true;
      child.kill(name);
    },
  };
}
