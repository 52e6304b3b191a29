import pg from 'pg';

import { DatabaseUnreachable, NoAnswer, recordLostConnection } from './database-errors.server.ts';

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;
type Callback = (...connected: Connected) => void;

const none = () => undefined;

/**
 * Closes a connection at once: fails its queries in progress and frees the socket. An orderly end
 * would wait for a server that does not answer.
 */
export const cutConnection = (client: pg.Client) => void client.connection.stream.destroy();

const failingMs = 3_000;

/**
 * A pool that refuses at once between `shut` and `open`. Turns every failure to connect into
 * DatabaseUnreachable.
 */
export class GuardedPool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>();
  #isShut = false;
  #failedAt = -Infinity;

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    // Statements that are not awaited in turn share a round trip (decision 0038).
    super({ ...config, pipeline: true });
    const onClientError = (error: Error) => {
      this.#recordFailure();
      recordLostConnection(error);
      onError(error);
    };
    this.on('error', onClientError);
    this.on('connect', (client) => this.#clients.add(client));
    // A client in use when the server goes away emits `error` on itself, not on the pool. Without a
    // listener, that would end the process.
    this.on('connect', (client) => client.on('error', onClientError));
    this.on('remove', (client) => this.#clients.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (callback === undefined) return this.#connected();
    if (this.#isShut) return process.nextTick(callback, this.#refusal(), undefined, none);
    super.connect((error, client, release) => {
      // On success the error is null, whatever the types say.
      if (error) callback(this.#unreachable(error), undefined, none);
      else callback(undefined, client, release);
    });
  }

  async #connected(): Promise<pg.PoolClient> {
    if (this.#isShut) throw this.#refusal();
    try {
      return await super.connect();
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  #recordFailure(): void {
    this.#failedAt = performance.now();
  }

  #unreachable(error: unknown): DatabaseUnreachable {
    this.#recordFailure();
    return new DatabaseUnreachable(error);
  }

  #refusal(): DatabaseUnreachable {
    return new DatabaseUnreachable(new NoAnswer('the database is away'));
  }

  /**
   * Fails the queries in progress, which would never be answered, and refuses connections until
   * `open`.
   */
  shut(): void {
    this.#isShut = true;
    for (const client of this.#clients) cutConnection(client);
  }

  open(): void {
    this.#isShut = false;
  }

  get isShut(): boolean {
    return this.#isShut;
  }

  /** True while shut, or within 3 s of a refused or lost connection. */
  get isFailing(): boolean {
    return this.#isShut || performance.now() - this.#failedAt < failingMs;
  }
}
