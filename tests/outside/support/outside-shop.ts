import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { compiledBefore } from '../../support/compiled.ts';
import { freePort } from '../../support/postgres-cluster.ts';
import { startLimited, usualLimits, type LimitedProcess, type Limits } from './limited-process.ts';
import { memoryMb, openDescriptors } from './process-readings.ts';

const script = 'build/server/index.js';
const usualStartSeconds = 90;

export type Readings = {
  memoryMb: number;
  descriptors: number;
  /** 99th percentile of the delay of the event loop since it was read before. */
  loopDelayMs: number;
};

/** PostgreSQL in WASM fills its first database in the shop's own memory. */
const embeddedLimits: Limits = { ...usualLimits, memoryMb: 1_536 };

type Options = {
  /** PostgreSQL to run on; without one it has an embedded database of its own. */
  databaseUrl?: string;
  /** Settings besides those of a shop that is started for the first time. */
  settings?: Record<string, string>;
  limits?: Partial<Limits>;
  /** Where it starts: the folder of another version of the shop. */
  folder?: string;
  /** How long it may take to open. */
  startSeconds?: number;
  /** Gives its data folder a disk of its own, of so many MB. */
  diskMb?: number;
};

async function loopDelayMs(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(15_000) });
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await answer.text())?.[1];
  return Number(seconds) * 1_000;
}

/** The built shop as a black box: a process of its own, under limits, spoken to by HTTP and signals alone. */
export async function startOutsideShop(options: Options = {}) {
  const { databaseUrl, settings = {}, limits = {}, folder = '.', startSeconds = usualStartSeconds, diskMb } = options;
  const program = resolve(folder, script);
  if (!existsSync(program)) throw new Error(`${program} is missing: node scripts/build.mjs makes it`);
  const dataDir = mkdtempSync(join(tmpdir(), 'halorosa-outside-'));
  const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH ?? '',
    ...compiledBefore,
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
  const noteEnd = async (one: LimitedProcess) => {
    await one.ended;
    const failure = one.failure();
    if (failure !== null) failures.push(failure);
  };
  const start = async () => {
    child = startLimited({ args: [realpathSync(program)], cwd: folder, env, limits: { ...usual, ...limits }, disk });
    void noteEnd(child);
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
    /** Its data folder, also where that is on a disk of its own. */
    data: () => `/proc/${child.pid}/root${dataDir}`,
    /** Starts it again after it was killed or ended. */
    start,
    pid: () => child.pid,
    log: () => child.log(),
    /** Every end of a process that nobody asked for, and every limit that one broke. */
    failures: (): readonly string[] => failures,
    readings: async (): Promise<Readings> => ({
      memoryMb: memoryMb(child.pid),
      descriptors: openDescriptors(child.pid),
      loopDelayMs: await loopDelayMs(url),
    }),
    signal: (name: NodeJS.Signals) => child.signal(name),
    kill: () => end('SIGKILL'),
    /** Asks it to end, and gives the code with which it did. */
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
