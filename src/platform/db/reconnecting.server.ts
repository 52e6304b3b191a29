import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { CuttableClient } from './cuttable-client.server.ts';
import { DatabaseUnreachable, isRefusal } from './unavailable.server.ts';

const heartbeatMs = 1_000;
/** An answer may take so long; one more pause for what has come while this process was busy. */
const patienceMs = 2_000;
const graceMs = 250;
const connectMs = 3_000;
const shortestPauseMs = 100;
const maxPauseMs = 2_000;
/** A connection that is lost sooner than this counts as one more attempt that failed. */
const steadyMs = 5_000;

type Options = {
  connectionString: string | undefined;
  /** Asked of the server again and again; one that does not answer `yes` is as good as away. */
  question?: string;
  onError(error: Error): void;
  /** Nothing answers: queries under way will not be answered either. */
  onAway(): void;
  onBack(): void;
};

export type Reconnecting = {
  /** Calls back on every notification of a channel, and once after a lost connection is back; answers how to stop. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
  /** Begins without waiting for the server, which is away until it answers. */
  start(): void;
  close(): void;
};

const unusable = () => new DatabaseUnreachable(new Error(`no answer, or not the wanted one, within ${patienceMs} ms`));
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Doubles with each attempt up to 2 s; between half of that and all of it, so that processes do not come back together. */
function pauseAfter(attempts: number): number {
  const most = Math.min(maxPauseMs, shortestPauseMs * 2 ** attempts);
  return most * (0.5 + Math.random() / 2);
}

/** Asked each second of a database that may be asked anything. */
export const heartbeat = 'select true as yes';

async function isAnswered(client: pg.Client, question: string): Promise<boolean> {
  const answer = client.query<{ yes: boolean }>(question);
  const within = (ms: number) => Promise.race([answer, pause(ms, null, { ref: false })]);
  const answered = (await within(patienceMs)) ?? (await within(graceMs));
  return answered?.rows[0]?.yes === true;
}

/**
 * One connection of its own that comes back by itself: one attempt at a time, with growing pauses. It listens to channels, and a
 * query each second tells whether the database still answers.
 */
export function keepConnected({
  connectionString,
  question = heartbeat,
  onError,
  onAway,
  onBack,
}: Options): Reconnecting {
  const hearers = new Map<string, () => void>();
  const stopping = new AbortController();
  let client: CuttableClient | undefined;
  let isAway = false;
  let started: Promise<void> | undefined;

  const rest = (ms: number, signal = stopping.signal) =>
    pause(ms, undefined, { ref: false, signal }).catch(() => undefined);

  function noteAway(): void {
    if (isAway) return;
    isAway = true;
    onAway();
  }

  async function connect(): Promise<CuttableClient> {
    const next = new CuttableClient({
      connectionString,
      connectionTimeoutMillis: connectMs,
      application_name: 'shop listener',
      keepAlive: true,
    });
    // What ends a connection fails its next query, which is seen there.
    next.on('error', () => undefined);
    next.on('notification', ({ channel }) => hearers.get(channel)?.());
    try {
      await next.connect();
      if (!(await isAnswered(next, question))) throw unusable();
      for (const channel of hearers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      return next;
    } catch (error) {
      next.cut();
      throw error;
    }
  }

  /** Ends, with the reason as its error, when the connection is of no use any more. */
  async function watch(current: CuttableClient): Promise<void> {
    // Not a promise: each look that is raced against one would be held until the connection is lost.
    const lost = new AbortController();
    current.once('error', (error) => lost.abort(error));
    const ended = AbortSignal.any([stopping.signal, lost.signal]);
    for (;;) {
      await rest(heartbeatMs, ended);
      if (stopping.signal.aborted) return;
      lost.signal.throwIfAborted();
      if (!(await isAnswered(current, question))) {
        noteAway();
        throw unusable();
      }
    }
  }

  async function attempt(): Promise<void> {
    client = await connect();
    if (isAway) onBack();
    isAway = false;
  }

  /** Connects again and again, beginning with a connection that works. */
  async function run(): Promise<void> {
    for (let attempts = 0; !stopping.signal.aborted; attempts += 1) {
      const since = performance.now();
      try {
        if (client === undefined) {
          await attempt();
          for (const heard of hearers.values()) heard();
        }
        if (client !== undefined) await watch(client);
      } catch (error) {
        if (client === undefined && !isRefusal(error)) noteAway();
        onError(asError(error));
      }
      client?.cut();
      client = undefined;
      if (performance.now() - since > steadyMs) attempts = -1;
      else await rest(pauseAfter(attempts));
    }
  }

  return {
    async listen(channel, heard) {
      hearers.set(channel, heard);
      started ??= attempt().then(() => void run());
      await started;
      await client?.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        hearers.delete(channel);
      };
    },
    start() {
      noteAway();
      void run();
    },
    close() {
      stopping.abort();
      client?.cut();
    },
  };
}
