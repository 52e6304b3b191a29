import type pg from 'pg';

import { CuttableClient } from './cuttable-client.server.ts';
import { Pipeline, type Run, type Shapes } from './pipeline.server.ts';

/**
 * Max prepared statements per connection. SQL lists of ever new lengths must not fill its memory.
 */
const maxStatements = 500;
const maxTextLength = 4_000;

/**
 * Searches and aggregates. The number of matching rows varies too much with the values for one
 * plan.
 */
const isSearch = /\bi?like\b|\bgroup by\b|\b(?:count|sum)\(|\boffset\b/i;
const limits = /\blimit \$(\d+)/gi;

/** A statement that may be planned once: its name and the indexes of its LIMIT values. */
type Prepared = { name: string; limits: readonly number[] };

const statements = new Map<string, Prepared | null>();

function preparedAs(text: string): Prepared | null {
  const known = statements.get(text);
  if (known !== undefined) return known;
  if (statements.size >= maxStatements || text.length > maxTextLength) return null;
  const indexes = [...text.matchAll(limits)].map(([, number]) => Number(number) - 1);
  const prepared = isSearch.test(text) ? null : { name: `shop_${statements.size}`, limits: indexes };
  statements.set(text, prepared);
  return prepared;
}

/**
 * Returns the name to prepare a query under; its own name wins. Undefined if the database should
 * plan it for the values of each run.
 */
function nameOf({ text, name }: Written, values: readonly unknown[]): string | undefined {
  if (name !== undefined && name !== '') return name;
  const prepared = preparedAs(text);
  return prepared?.limits.some((index) => Number(values[index]) > 1) === true ? undefined : prepared?.name;
}

type Written = Omit<Run, 'name' | 'values'> & { name?: string | undefined };

function isWritten(query: unknown): query is Written {
  if (typeof query !== 'object' || query === null || 'submit' in query) return false;
  return 'text' in query && typeof query.text === 'string';
}

const hasValues = (values: unknown): values is unknown[] => Array.isArray(values) && values.length > 0;

/** Returns a query that may be planned once; null for others. */
function runOf(query: unknown, values: unknown): Run | null {
  if (!isWritten(query) || !hasValues(values)) return null;
  const name = nameOf(query, values);
  return name === undefined ? null : { text: query.text, rowMode: query.rowMode, types: query.types, name, values };
}

/** Callbacks of the caller that waits for a result. */
type Listener = { answered(this: void, result: pg.QueryResult): void; failed(this: void, error: unknown): void };
/** A deferred query, sent together with the next one. `heard` is set if a caller reads its rows. */
type Waiting = { run: Run; heard?: Listener };

type Callback = (error: unknown, result?: pg.QueryResult) => void;
/** Arguments of `pg`'s `query`, with the caller's callback if there is one. */
type QueryArgs = [query: unknown, values?: unknown, onResult?: Callback];

const begin: Waiting = { run: { name: 'shop_begin', text: 'begin', values: [] } };
const commit: Run = { name: 'shop_commit', text: 'commit', values: [] };

const nothing: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A connection that prepares each parameterized query of few rows: it is parsed once, and planned
 * once if that is as good.
 * Sends a transaction's `begin` and its deferred and pipelined queries together with the next
 * query. After the first failure nothing more runs.
 */
export class PreparingClient extends CuttableClient {
  #waiting: Waiting[] = [];
  readonly #shapes: Shapes = new Map();
  readonly #send: (...args: [query: unknown, ...more: unknown[]]) => Promise<pg.QueryResult>;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#send = this.query.bind(this);
    this.query = this.#ask.bind(this) as pg.Client['query'];
  }

  /**
   * Defers a query of the open transaction: sends it with the next query or with `commit`, which
   * then fails if this one does. The rows are discarded.
   */
  sendLater(query: unknown, values: unknown): Promise<pg.QueryResult> {
    const run = this.#waitable(query, values);
    if (run === null) return this.#ask(query, values);
    this.#waiting.push({ run });
    return Promise.resolve(nothing);
  }

  /**
   * Pipelines a query whose rows are read: they arrive with those of the next query. The caller
   * must send that query before awaiting this one.
   */
  sendAlong(query: unknown, values: unknown): Promise<pg.QueryResult> {
    const run = this.#waitable(query, values);
    if (run === null) return this.#ask(query, values);
    return new Promise((answered, failed) => {
      this.#waiting.push({ run, heard: { answered, failed } });
    });
  }

  /**
   * Returns a query of the open transaction in a form that can be deferred; null if it cannot be.
   */
  #waitable(query: unknown, values: unknown): Run | null {
    const isOpen = this.#waiting.length > 0 || this.getTransactionStatus() === 'T';
    return isOpen ? runOf(query, values) : null;
  }

  #ask(...args: QueryArgs): Promise<pg.QueryResult> {
    const [query, values, onResult] = args;
    const bare = isWritten(query) && !hasValues(values) && onResult === undefined ? query.text : '';
    const waiting = this.#waiting;
    this.#waiting = bare === begin.run.text ? [begin] : [];
    const isUndone = bare.startsWith('rollback');
    const isEmpty = waiting[0] === begin && (isUndone || (bare === commit.text && waiting.length === 1));
    if (bare === begin.run.text || isEmpty) return Promise.resolve(nothing);
    const run = bare === commit.text ? commit : runOf(query, values);
    if (run === null) return waiting.length === 0 || isUndone ? this.#send(...args) : this.#sendBehind(waiting, args);
    const answer = this.#sendTogether(waiting, run);
    if (onResult !== undefined) answer.then((result) => onResult(undefined, result), onResult);
    return answer;
  }

  async #sendBehind(waiting: readonly Waiting[], args: QueryArgs): Promise<pg.QueryResult> {
    await this.#sendTogether(waiting, null);
    return this.#send(...args);
  }

  /** Sends the deferred queries together with `last`, and returns the result of `last`. */
  async #sendTogether(waiting: readonly Waiting[], last: Run | null): Promise<pg.QueryResult> {
    const runs = waiting.map(({ run }) => run);
    if (last !== null) runs.push(last);
    try {
      const results = await this.#pipelined(runs);
      waiting.forEach(({ heard: listener }, index) => listener?.answered(results[index] ?? nothing));
      return results.at(-1) ?? nothing;
    } catch (error) {
      for (const { heard: listener } of waiting) listener?.failed(error);
      const texts = waiting.flatMap((one) => (one === begin ? [] : [one.run.text]));
      throw texts.length === 0 ? error : new Error(`sent together with: ${texts.join('; ')}`, { cause: error });
    }
  }

  #pipelined(runs: readonly Run[]): Promise<pg.QueryResult[]> {
    return new Promise((answered, failed) => {
      const done = (error: unknown, results: pg.QueryResult[]) => {
        if (error === undefined) answered(results);
        else failed(error);
      };
      void this.#send(new Pipeline(runs, this.#shapes, done));
    });
  }
}
