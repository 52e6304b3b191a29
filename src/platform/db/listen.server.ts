import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import type { DatabaseOptions } from './database.server.ts';

const retryMs = 2_000;

/** Listens on a connection of its own and comes back by itself when that is lost; what was missed counts as heard. */
export async function listenOn(options: DatabaseOptions, channel: string, heard: () => void) {
  let stopped = false;
  let client: pg.Client | undefined;
  const connect = async () => {
    const next = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    next.on('error', options.onError);
    next.on('notification', heard);
    next.on('end', () => void reconnect());
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  const reconnect = async () => {
    while (!stopped) {
      await pause(retryMs, undefined, { ref: false });
      try {
        await connect();
        heard();
        return;
      } catch (error) {
        if (error instanceof Error) options.onError(error);
      }
    }
  };
  await connect();
  return async () => {
    stopped = true;
    await client?.end();
  };
}
