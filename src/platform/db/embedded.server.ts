import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';

import { openInFolder } from './embedded-folder.server.ts';

export type EmbeddedOptions = {
  /** Folder of the embedded database; in memory if unset. */
  dataDir?: string | undefined;
  /** Initial dump of an embedded database. */
  dump?: Blob | undefined;
  onError(error: Error): void;
  /**
   * Called when the folder of the embedded database was deleted, moved or replaced: further writes
   * are lost.
   */
  onGone?(folder: string): void;
};

type Ask = (query: unknown, values?: unknown) => Promise<pg.QueryResult>;
type Callback = (error: unknown, result?: pg.QueryResult) => void;

/**
 * Drizzle passes an object of type parsers where this protocol expects a list of type ids. The
 * result is both: an empty list with the parsers.
 */
const withTypeList = (query: unknown) =>
  typeof query === 'object' && query !== null && 'types' in query
    ? { ...query, types: Object.assign([], query.types) }
    : query;

/**
 * Returns a connection to the embedded database that reports one error per query. PostgreSQL skips
 * the messages of a query after one that failed. The embedded one answers each with an error, which
 * would end the connection or fail the query after it. `untilReady` waits for the rest of a query
 * that failed.
 */
function newConnection(lite: PGlite) {
  const { connection } = createPgConfig(lite);
  const emit = connection.emit.bind(connection);
  let failed: PromiseWithResolvers<void> | null = null;
  connection.emit = (event, ...values) => {
    if (event === 'errorMessage') {
      if (failed !== null) return false;
      failed = Promise.withResolvers();
    } else if (event === 'readyForQuery') {
      failed?.resolve();
      failed = null;
    }
    return emit(event, ...values);
  };
  return { connection, untilReady: async () => failed?.promise };
}

/** Client class whose connections talk to the embedded database instead of a socket. */
function clientClass(lite: PGlite): { Client: typeof pg.Client; untilEnded(): Promise<unknown> } {
  let lastEnd: Promise<unknown> = Promise.resolve();
  class EmbeddedClient extends pg.Client {
    /** The end of the client before this one, then the query before the next. */
    #former: Promise<unknown> = lastEnd;
    readonly #untilReady: () => Promise<void>;

    constructor(config?: pg.ClientConfig) {
      // Each client has its own connection: the end of a discarded one must not end its successor.
      const { connection, untilReady } = newConnection(lite);
      super({ ...config, connection } as pg.ClientConfig);
      this.#untilReady = untilReady;
      this.query = this.#inTurn(this.query.bind(this) as Ask) as pg.Client['query'];
    }

    /**
     * Sends each query after the previous one is answered. `pg` deprecates its own queue and will
     * refuse it.
     */
    #inTurn(send: Ask) {
      return (query: unknown, values?: unknown, onResult?: Callback) => {
        const answer = this.#former.then(() => send(withTypeList(query), values));
        this.#former = answer.catch(this.#untilReady);
        if (onResult !== undefined) answer.then((result) => onResult(undefined, result), onResult);
        return answer;
      };
    }

    /** Ends the client, whose session the next one uses with statements of the same names. */
    async #end(): Promise<void> {
      await this.#untilReady();
      await lite.exec('rollback');
      await lite.exec('deallocate all');
      await super.end();
    }

    override end(): Promise<void>;
    override end(onEnd: (error?: Error) => void): void;
    override end(onEnd?: (error?: Error) => void): Promise<void> | void {
      const ended = this.#end();
      lastEnd = ended.catch(() => undefined);
      if (onEnd === undefined) return ended;
      ended.then(() => onEnd(), onEnd);
    }
  }
  return { Client: EmbeddedClient, untilEnded: () => lastEnd };
}

/**
 * Opens a pool of one connection to PostgreSQL in WASM. The folder is locked against a second
 * process.
 */
export async function openEmbeddedPool(options: EmbeddedOptions) {
  const { dataDir: directory, dump, onGone } = options;
  const create = (path?: string) =>
    PGlite.create({
      ...(path === undefined ? {} : { dataDir: path }),
      ...(dump === undefined ? {} : { loadDataDir: dump }),
      extensions: { pg_trgm },
      startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'max_wal_size=64MB'],
    });
  const { database: lite, release } =
    directory === undefined
      ? { database: await create(), release: () => undefined }
      : await openInFolder({ directory, open: create, onGone });
  const { Client, untilEnded } = clientClass(lite);
  const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000, Client });
  pool.on('error', options.onError);
  const close = async () => {
    await pool.end();
    await untilEnded();
    await lite.close();
    release();
  };
  const listen = async (channel: string, onNotify: () => void) => lite.listen(channel, () => onNotify());
  const state = { isAway: () => false, isFailing: () => false };
  return { pool, close, listen, ...state, dump: async () => lite.dumpDataDir('none') };
}
