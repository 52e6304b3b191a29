import type pg from 'pg';

import { CuttableClient } from './cuttable-client.server.ts';

/** Statements that a connection keeps; lists of ever other lengths must not fill its memory. */
const mostStatements = 500;
const longestText = 4_000;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements || text.length > longestText) return known;
  const name = `shop_${names.size}`;
  names.set(text, name);
  return name;
}

type Unnamed = { text: string; name?: undefined };
type Ask = (asked: unknown, values?: unknown, ...more: unknown[]) => Promise<pg.QueryResult>;
/** What `pg` does not say of its client in its types. */
type Inside = { connection: pg.Connection; readyForQuery: boolean };

function isUnnamed(query: unknown): query is Unnamed {
  if (typeof query !== 'object' || query === null || 'submit' in query || !('text' in query)) return false;
  return typeof query.text === 'string' && (!('name' in query) || query.name === undefined);
}

const begin = { name: 'shop_begin', text: 'begin' };
const ends = new Set(['commit', 'rollback']);

const nothing: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A connection that has each of the queries that are built with parameters parsed by the database once, not every time, and that
 * sends a transaction's `begin` together with its first query: when either fails, neither has happened.
 */
export class PreparingClient extends CuttableClient {
  #hasToBegin = false;
  #knowsBegin = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as Ask;
    const query = (asked: unknown, values?: unknown, ...more: unknown[]) => {
      const isPlain = more.length === 0 && isUnnamed(asked) && Array.isArray(values);
      if (isPlain && asked.text === begin.text && values.length === 0) {
        this.#hasToBegin = true;
        return Promise.resolve(nothing);
      }
      const isBuilt = isUnnamed(asked) && Array.isArray(values) && values.length > 0;
      const named = isBuilt ? { ...asked, name: nameOf(asked.text) } : asked;
      if (!this.#hasToBegin) return send(named, values, ...more);
      this.#hasToBegin = false;
      if (isPlain && ends.has(asked.text)) return Promise.resolve(nothing);
      return isPlain && isBuilt ? this.#beginWith(send, named, values) : this.#beginBefore(send, named, values, more);
    };
    this.query = query as pg.Client['query'];
  }

  async #beginBefore(send: Ask, asked: unknown, values: unknown, more: unknown[] = []) {
    await send(begin, []);
    this.#knowsBegin = true;
    return send(asked, values, ...more);
  }

  async #beginWith(send: Ask, asked: unknown, values: unknown[]) {
    const { connection, readyForQuery } = this as unknown as Inside;
    if (!this.#knowsBegin || !readyForQuery) return this.#beginBefore(send, asked, values);
    connection.stream.cork();
    let results: Promise<pg.QueryResult | pg.QueryResult[]>;
    try {
      // Without a sync of its own: the database skips the query where this fails.
      connection.bind({ statement: begin.name, values: [] }, true);
      connection.execute({}, true);
      results = send(asked, values);
    } finally {
      connection.stream.uncork();
    }
    const found = await results;
    return Array.isArray(found) ? (found.at(-1) ?? nothing) : found;
  }
}
