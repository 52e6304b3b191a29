import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { processEnvironment } from '../../support/process-environment.ts';
import { freePort } from '../../support/postgres-cluster.ts';
import { startLimited, usualLimits, type LimitedProcess, type Limits } from './limited-process.ts';
import { clientConnections, memoryMb, openDescriptors } from './process-readings.ts';

const script = 'build/server/index.js';
const usualStartSeconds = 90;

export type Readings = {
  memoryMb: number;
  descriptors: number;
  /** Descriptors without the connections that clients keep open. */
  ownDescriptors: number;
  /** 99th percentile of the event loop delay since the previous reading, in milliseconds. */
  loopDelayMs: number;
};

/** PostgreSQL in WASM initializes its first database within the shop's memory. */
const embeddedLimits: Limits = { ...usualLimits, memoryMb: 1_536 };

type Options = {
  /** PostgreSQL to use. Default: a separate embedded database. */
  databaseUrl?: string;
  /** Settings added to those of a new shop. */
  settings?: Record<string, string>;
  limits?: Partial<Limits>;
  /** Working directory: the folder of another version of the shop. */
  folder?: string;
  /** Maximum time to open, in seconds. */
  startSeconds?: number;
  /** Puts the data folder on a separate disk of this size, in MB. */
  diskMb?: number;
};

async function loopDelayMs(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(15_000) });
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await answer.text())?.[1];
  return Number(seconds) * 1_000;
}

/**
 * Runs the built shop as a black box: a process under limits, used only through HTTP and signals.
 */
export async function startOutsideShop(options: Options = {}) {
  const { databaseUrl, settings = {}, limits = {}, folder = '.', startSeconds = usualStartSeconds, diskMb } = options;
  const program = resolve(folder, script);
  if (!existsSync(program)) throw new Error(`${program} is missing: node scripts/build.mjs makes it`);
  const dataDir = mkdtempSync(join(tmpdir(), 'halorosa-outside-'));
  const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH ?? '',
    ...processEnvironment,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...settings,
  };
  const disk = diskMb === undefined ? undefined : { folder: dataDir, mb: diskMb };
  const usual = databaseUrl === undefined ? embeddedLimits : usualLimits;
  let child: LimitedProcess;
  const failures: string[] = [];
  const recordEnd = async (one: LimitedProcess) => {
    await one.ended;
    const failure = one.failure();
    if (failure !== null) failures.push(failure);
  };
  const start = async () => {
    child = startLimited({ args: [realpathSync(program)], cwd: folder, env, limits: { ...usual, ...limits }, disk });
    void recordEnd(child);
    const until = Date.now() + startSeconds * 1_000;
    while (!child.log().includes('is open at')) {
      const failure = child.failure() ?? (Date.now() > until ? `not open within ${startSeconds} s` : null);
      if (failure !== null) throw new Error(`the shop did not start: ${failure}\n${child.log().slice(-4_000)}`);
      await pause(50);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    child.signal(signal);
    await child.ended;
  };
  await start();
  return {
    url,
    port,
    dataDir,
    /** Path of its data folder, even on a separate disk. */
    data: () => `/proc/${child.pid}/root${dataDir}`,
    /** Restarts the shop after it was killed or ended. */
    start,
    pid: () => child.pid,
    log: () => child.log(),
    /** Unexpected ends and exceeded limits of its processes. */
    failures: (): readonly string[] => failures,
    readings: async (): Promise<Readings> => {
      const descriptors = openDescriptors(child.pid);
      const ownDescriptors = descriptors - clientConnections(child.pid, port);
      return { memoryMb: memoryMb(child.pid), descriptors, ownDescriptors, loopDelayMs: await loopDelayMs(url) };
    },
    signal: (name: NodeJS.Signals) => child.signal(name),
    kill: () => end('SIGKILL'),
    /** Sends SIGTERM. Returns the exit code. */
    async terminate() {
      await end('SIGTERM');
      return child.exitCode();
    },
    async stop() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type OutsideShop = Awaited<ReturnType<typeof startOutsideShop>>;
