import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { DatabaseUnreachable, NoAnswer, isRefusal, recordLostConnection } from './database-errors.server.ts';
import { cutConnection } from './guarded-pool.server.ts';

const heartbeatMs = 1_000;
/** Max time for an answer. `graceMs` allows for data that arrived while this process was busy. */
const answerTimeoutMs = 2_000;
const graceMs = 250;
const connectMs = 3_000;
const shortestPauseMs = 100;
const maxPauseMs = 2_000;
/** A connection that is lost sooner than this counts as a failed attempt. */
const steadyMs = 5_000;

type Options = {
  connectionString: string | undefined;
  onError(error: Error): void;
  /** Called when the server does not answer: queries in progress will not be answered either. */
  onDisconnect(): void;
  onReconnect(): void;
};

export type NotificationListener = {
  /**
   * Calls back on every notification of a channel, and once after a lost connection is restored.
   * Returns a function that stops it.
   */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  close(): void;
};

const unusable = () => new DatabaseUnreachable(new NoAnswer(`no answer within ${answerTimeoutMs} ms`));
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/**
 * Backoff: doubles with each attempt up to 2 s. Jitter between half and all of it keeps processes
 * from reconnecting together.
 */
function pauseAfter(attempts: number): number {
  const most = Math.min(maxPauseMs, shortestPauseMs * 2 ** attempts);
  return most * (0.5 + Math.random() / 2);
}

async function isAnswered(client: pg.Client): Promise<boolean> {
  const answer = client.query('select 1 as heartbeat');
  const within = (ms: number) => Promise.race([answer, pause(ms, null, { ref: false })]);
  return ((await within(answerTimeoutMs)) ?? (await within(graceMs))) !== null;
}

/**
 * Holds one dedicated connection that reconnects: one attempt at a time, with growing pauses. It
 * listens to channels, and a query each second checks that the database still answers.
 */
export function openNotificationListener({
  connectionString,
  onError,
  onDisconnect,
  onReconnect,
}: Options): NotificationListener {
  const listeners = new Map<string, () => void>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let isAway = false;
  let started: Promise<void> | undefined;

  const sleep = (ms: number, signal = stopping.signal) =>
    pause(ms, undefined, { ref: false, signal }).catch(() => undefined);

  function markAway(): void {
    if (isAway) return;
    isAway = true;
    onDisconnect();
  }

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString,
      connectionTimeoutMillis: connectMs,
      application_name: 'shop listener',
      keepAlive: true,
    });
    // An error that ends a connection also fails its next query, which is handled there.
    next.on('error', recordLostConnection);
    next.on('notification', ({ channel }) => listeners.get(channel)?.());
    try {
      await next.connect();
      if (!(await isAnswered(next))) throw unusable();
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      return next;
    } catch (error) {
      cutConnection(next);
      throw isRefusal(error) ? error : new DatabaseUnreachable(error);
    }
  }

  /** Returns when stopped; throws the reason when the connection becomes unusable. */
  async function watch(current: pg.Client): Promise<void> {
    // Not a promise: each check raced against one would be held in memory until the connection is
    // lost.
    const lost = new AbortController();
    current.once('error', (error) => lost.abort(error));
    const ended = AbortSignal.any([stopping.signal, lost.signal]);
    for (;;) {
      await sleep(heartbeatMs, ended);
      if (stopping.signal.aborted) return;
      lost.signal.throwIfAborted();
      if (!(await isAnswered(current))) {
        markAway();
        throw unusable();
      }
    }
  }

  async function attempt(): Promise<void> {
    client = await connect();
    if (isAway) onReconnect();
    isAway = false;
  }

  /** Reconnects until stopped; starts with the current connection if there is one. */
  async function run(): Promise<void> {
    for (let attempts = 0; !stopping.signal.aborted; attempts += 1) {
      const since = performance.now();
      try {
        if (client === undefined) {
          await attempt();
          for (const onNotify of listeners.values()) onNotify();
        }
        if (client !== undefined) await watch(client);
      } catch (error) {
        if (client === undefined && !isRefusal(error)) markAway();
        onError(asError(error));
      }
      if (client !== undefined) cutConnection(client);
      client = undefined;
      if (performance.now() - since > steadyMs) attempts = -1;
      else await sleep(pauseAfter(attempts));
    }
  }

  return {
    async listen(channel, onNotify) {
      listeners.set(channel, onNotify);
      started ??= attempt().then(() => void run());
      await started;
      await client?.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(channel);
      };
    },
    close() {
      stopping.abort();
      if (client !== undefined) cutConnection(client);
    },
  };
}
