import pg from 'pg';

import { CuttableClient } from './cuttable-client.server.ts';

/** Statements that a connection keeps; lists of ever other lengths must not fill its memory. */
const maxStatements = 500;
const maxTextLength = 4_000;

/** Searches and sums: how many rows fit their values differs too much for one plan. */
const isSearch = /\bi?like\b|\bgroup by\b|\b(?:count|sum)\(|\boffset\b/i;
const limits = /\blimit \$(\d+)/gi;

/** A statement that may be planned once: its name, and the places of its values that say how many rows it brings. */
type Prepared = { name: string; limits: readonly number[] };

const statements = new Map<string, Prepared | null>();

function preparedAs(text: string): Prepared | null {
  const known = statements.get(text);
  if (known !== undefined) return known;
  if (statements.size >= maxStatements || text.length > maxTextLength) return null;
  const places = [...text.matchAll(limits)].map(([, place]) => Number(place) - 1);
  const prepared = isSearch.test(text) ? null : { name: `shop_${statements.size}`, limits: places };
  statements.set(text, prepared);
  return prepared;
}

/** The name to prepare a query under, its own if it has one; none where the database should plan it for the values of each run. */
function nameOf({ text, name }: Written, values: readonly unknown[]): string | undefined {
  if (name !== undefined && name !== '') return name;
  const prepared = preparedAs(text);
  return prepared?.limits.some((place) => Number(values[place]) > 1) === true ? undefined : prepared?.name;
}

type Written = { text: string; name?: string | undefined; rowMode?: 'array' | undefined };
type Asked = [query: unknown, values?: unknown, ...more: unknown[]];
type Ask = (...asked: Asked) => Promise<pg.QueryResult>;
/** What `pg` does not say of its client in its types. */
type Inside = { connection: pg.Connection & { parsedStatements: Record<string, string> }; readyForQuery: boolean };

function isWritten(query: unknown): query is Written {
  if (typeof query !== 'object' || query === null || 'submit' in query) return false;
  return 'text' in query && typeof query.text === 'string';
}

/** Who waits for what a query brought. */
type Heard = { answered(this: void, result: pg.QueryResult): void; failed(this: void, error: unknown): void };

const rowModeOf = (query: unknown) => (isWritten(query) ? query.rowMode : undefined);

/** A query that waits for the next one, to be sent together with it; `heard` where somebody reads its rows. */
type Waiting = {
  query: { name: string; text: string; rowMode?: 'array' | undefined };
  values: unknown[];
  heard?: Heard;
};

const begin: Waiting = { query: { name: 'shop_begin', text: 'begin' }, values: [] };
const commit = { name: 'shop_commit', text: 'commit' };

const nothing: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] };
const none = () => undefined;

/**
 * A connection that has the database parse each query of few rows that is built with parameters once, and plan it once if that
 * is as good, and that sends a transaction's `begin`, and what it is given for later or along, together with the next query: after
 * the first that fails nothing more happens.
 */
export class PreparingClient extends CuttableClient {
  #waiting: Waiting[] = [];
  readonly #send: Ask;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#send = this.query.bind(this) as Ask;
    this.query = this.#ask.bind(this) as pg.Client['query'];
  }

  /** Sends a query of the open transaction with the next one or with `commit`, which then fails if this one does. Nobody gets its rows. */
  sendLater(query: unknown, values: unknown): Promise<pg.QueryResult> {
    const waiting = this.#waitingOf(query, values);
    if (waiting === null) return this.#ask(query, values);
    this.#waiting.push(waiting);
    return Promise.resolve(nothing);
  }

  /** The same for a query whose rows are read: they come with those of the next query, which must be asked before they are waited for. */
  sendAlong(query: unknown, values: unknown): Promise<pg.QueryResult> {
    const waiting = this.#waitingOf(query, values);
    if (waiting === null) return this.#ask(query, values);
    return new Promise((answered, failed) => {
      this.#waiting.push({ ...waiting, heard: { answered, failed } });
    });
  }

  /** A query of the open transaction as it can wait; null where it cannot. */
  #waitingOf(query: unknown, values: unknown): Waiting | null {
    const isOpen = this.#waiting.length > 0 || this.getTransactionStatus() === 'T';
    if (!isOpen || !isWritten(query) || !Array.isArray(values)) return null;
    const name = nameOf(query, values);
    return name === undefined ? null : { query: { ...query, name }, values };
  }

  #ask(asked: unknown, values?: unknown, ...more: unknown[]): Promise<pg.QueryResult> {
    const hasValues = isWritten(asked) && Array.isArray(values) && values.length > 0;
    const bare = isWritten(asked) && !hasValues && more.length === 0 ? asked.text : '';
    const waiting = this.#waiting;
    this.#waiting = bare === begin.query.text ? [begin] : [];
    const isUndone = bare.startsWith('rollback');
    const isEmpty = waiting[0] === begin && (isUndone || (bare === commit.text && waiting.length === 1));
    if (bare === begin.query.text || isEmpty) return Promise.resolve(nothing);
    const named = hasValues ? { ...asked, name: nameOf(asked, values) } : asked;
    return waiting.length === 0 || isUndone
      ? this.#send(named, values, ...more)
      : this.#sendBehind(waiting, [bare === commit.text ? commit : named, values, ...more]);
  }

  async #sendBehind(waiting: readonly Waiting[], asked: Asked): Promise<pg.QueryResult> {
    try {
      if (this.#mayGoTogether(waiting, asked)) return await this.#sendTogether(waiting, asked);
      for (const { query, values, heard } of waiting) {
        const result = await this.#send(query, values);
        heard?.answered(result);
      }
      return await this.#send(...asked);
    } catch (error) {
      for (const { heard } of waiting) heard?.failed(error);
      const texts = waiting.flatMap((one) => (one === begin ? [] : [one.query.text]));
      throw texts.length === 0 ? error : new Error(`sent together with: ${texts.join('; ')}`, { cause: error });
    }
  }

  #mayGoTogether(waiting: readonly Waiting[], [query, values, ...more]: Asked): boolean {
    const { connection, readyForQuery } = this as unknown as Inside;
    // What the database has parsed is noted under the name of the query that is under way: the last one.
    const areParsed = waiting.every(({ query: { name, text } }) => connection.parsedStatements[name] === text);
    // The rows of all are read as those of the last one.
    const areReadAlike = waiting.every((one) => one.heard === undefined || one.query.rowMode === rowModeOf(query));
    const isExtended = query === commit || (more.length === 0 && Array.isArray(values) && values.length > 0);
    return readyForQuery && areParsed && areReadAlike && isExtended;
  }

  async #sendTogether(waiting: readonly Waiting[], asked: Asked): Promise<pg.QueryResult> {
    const { connection } = this as unknown as Inside;
    // Without a sync of its own each: the database skips everything behind the first that fails.
    const unsynced: pg.Connection = Object.create(connection, { sync: { value: none } });
    connection.stream.cork();
    let results: Promise<pg.QueryResult | pg.QueryResult[]>;
    try {
      for (const one of waiting) new pg.Query(one.query, one.values).submit(unsynced);
      results = this.#send(...asked);
    } finally {
      connection.stream.uncork();
    }
    const found = await results;
    const each = Array.isArray(found) ? found : [found];
    waiting.forEach(({ heard }, place) => heard?.answered(each[place] ?? nothing));
    return each.at(-1) ?? nothing;
  }
}
