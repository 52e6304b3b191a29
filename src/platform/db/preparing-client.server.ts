import type pg from 'pg';

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

/** The name to prepare a query under; none where the database should plan it for the values of each run. */
function nameOf(text: string, values: readonly unknown[]): string | undefined {
  const prepared = preparedAs(text);
  return prepared?.limits.some((place) => Number(values[place]) > 1) === true ? undefined : prepared?.name;
}

type Unnamed = { text: string; name?: '' | undefined };
type Ask = (asked: unknown, values?: unknown, ...more: unknown[]) => Promise<pg.QueryResult>;
/** What `pg` does not say of its client in its types. */
type Inside = { connection: pg.Connection; readyForQuery: boolean };

function isUnnamed(query: unknown): query is Unnamed {
  if (typeof query !== 'object' || query === null || 'submit' in query || !('text' in query)) return false;
  const name = 'name' in query ? query.name : undefined;
  return typeof query.text === 'string' && (name === undefined || name === '');
}

const begin = { name: 'shop_begin', text: 'begin' };
const ends = new Set(['commit', 'rollback']);

const nothing: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A connection that has the database parse each query of few rows that is built with parameters once, and plan it once if that
 * is as good, and that sends a transaction's `begin` together with its first query: when either fails, neither has happened.
 */
export class PreparingClient extends CuttableClient {
  #hasToBegin = false;
  #knowsBegin = false;
  readonly #send: Ask;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#send = this.query.bind(this) as Ask;
    const query = (asked: unknown, values?: unknown, ...more: unknown[]) => {
      const isPlain = more.length === 0 && isUnnamed(asked) && Array.isArray(values);
      if (isPlain && asked.text === begin.text && values.length === 0) {
        this.#hasToBegin = true;
        return Promise.resolve(nothing);
      }
      const isBuilt = isUnnamed(asked) && Array.isArray(values) && values.length > 0;
      const named = isBuilt ? { ...asked, name: nameOf(asked.text, values) } : asked;
      if (!this.#hasToBegin) return this.#send(named, values, ...more);
      this.#hasToBegin = false;
      if (isPlain && ends.has(asked.text)) return Promise.resolve(nothing);
      return isPlain && isBuilt ? this.#beginWith(named, values) : this.#beginBefore(named, values, more);
    };
    this.query = query as pg.Client['query'];
  }

  async #beginBefore(asked: unknown, values: unknown, more: unknown[] = []) {
    await this.#send(begin, []);
    this.#knowsBegin = true;
    return this.#send(asked, values, ...more);
  }

  async #beginWith(asked: unknown, values: unknown[]) {
    const { connection, readyForQuery } = this as unknown as Inside;
    if (!this.#knowsBegin || !readyForQuery) return this.#beginBefore(asked, values);
    connection.stream.cork();
    let results: Promise<pg.QueryResult | pg.QueryResult[]>;
    try {
      // Without a sync of its own: the database skips the query where this fails.
      connection.bind({ statement: begin.name, values: [] }, true);
      connection.execute({}, true);
      results = this.#send(asked, values);
    } finally {
      connection.stream.uncork();
    }
    const found = await results;
    return Array.isArray(found) ? (found.at(-1) ?? nothing) : found;
  }
}
