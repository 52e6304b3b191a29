import type pg from 'pg';

import { CuttableClient } from './cuttable-client.server.ts';
import { Pipeline, type Run, type Shapes } from './pipeline.server.ts';

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

type Written = Omit<Run, 'name' | 'values'> & { name?: string | undefined };

function isWritten(query: unknown): query is Written {
  if (typeof query !== 'object' || query === null || 'submit' in query) return false;
  return 'text' in query && typeof query.text === 'string';
}

const hasValues = (values: unknown): values is unknown[] => Array.isArray(values) && values.length > 0;

/** A query that may be planned once; null for others. */
function runOf(query: unknown, values: unknown): Run | null {
  if (!isWritten(query) || !hasValues(values)) return null;
  const name = nameOf(query, values);
  return name === undefined ? null : { text: query.text, rowMode: query.rowMode, types: query.types, name, values };
}

/** Who waits for what a query brought. */
type Heard = { answered(this: void, result: pg.QueryResult): void; failed(this: void, error: unknown): void };
/** A query that waits for the next one, to be sent together with it; `heard` where somebody reads its rows. */
type Waiting = { run: Run; heard?: Heard };

type Told = (error: unknown, result?: pg.QueryResult) => void;
/** As `pg` is asked: `told` where the asker brings a callback. */
type Asked = [query: unknown, values?: unknown, told?: Told];

const begin: Waiting = { run: { name: 'shop_begin', text: 'begin', values: [] } };
const commit: Run = { name: 'shop_commit', text: 'commit', values: [] };

const nothing: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A connection that has the database parse each query of few rows that is built with parameters once, and plan it once if that
 * is as good, and that sends a transaction's `begin`, and what it is given for later or along, together with the next query: after
 * the first that fails nothing more happens.
 */
export class PreparingClient extends CuttableClient {
  #waiting: Waiting[] = [];
  readonly #shapes: Shapes = new Map();
  readonly #send: (...asked: [query: unknown, ...more: unknown[]]) => Promise<pg.QueryResult>;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#send = this.query.bind(this);
    this.query = this.#ask.bind(this) as pg.Client['query'];
  }

  /** Sends a query of the open transaction with the next one or with `commit`, which then fails if this one does. Nobody gets its rows. */
  sendLater(query: unknown, values: unknown): Promise<pg.QueryResult> {
    const run = this.#waitable(query, values);
    if (run === null) return this.#ask(query, values);
    this.#waiting.push({ run });
    return Promise.resolve(nothing);
  }

  /** The same for a query whose rows are read: they come with those of the next query, which must be asked before they are waited for. */
  sendAlong(query: unknown, values: unknown): Promise<pg.QueryResult> {
    const run = this.#waitable(query, values);
    if (run === null) return this.#ask(query, values);
    return new Promise((answered, failed) => {
      this.#waiting.push({ run, heard: { answered, failed } });
    });
  }

  /** A query of the open transaction as it can wait; null where it cannot. */
  #waitable(query: unknown, values: unknown): Run | null {
    const isOpen = this.#waiting.length > 0 || this.getTransactionStatus() === 'T';
    return isOpen ? runOf(query, values) : null;
  }

  #ask(...asked: Asked): Promise<pg.QueryResult> {
    const [query, values, told] = asked;
    const bare = isWritten(query) && !hasValues(values) && told === undefined ? query.text : '';
    const waiting = this.#waiting;
    this.#waiting = bare === begin.run.text ? [begin] : [];
    const isUndone = bare.startsWith('rollback');
    const isEmpty = waiting[0] === begin && (isUndone || (bare === commit.text && waiting.length === 1));
    if (bare === begin.run.text || isEmpty) return Promise.resolve(nothing);
    const run = bare === commit.text ? commit : runOf(query, values);
    if (run === null) return waiting.length === 0 || isUndone ? this.#send(...asked) : this.#sendBehind(waiting, asked);
    const answer = this.#sendTogether(waiting, run);
    if (told !== undefined) answer.then((result) => told(undefined, result), told);
    return answer;
  }

  async #sendBehind(waiting: readonly Waiting[], asked: Asked): Promise<pg.QueryResult> {
    await this.#sendTogether(waiting, null);
    return this.#send(...asked);
  }

  /** Sends what waits, and with it `last`, whose result it gives. */
  async #sendTogether(waiting: readonly Waiting[], last: Run | null): Promise<pg.QueryResult> {
    const runs = waiting.map(({ run }) => run);
    if (last !== null) runs.push(last);
    try {
      const results = await this.#pipelined(runs);
      waiting.forEach(({ heard }, place) => heard?.answered(results[place] ?? nothing));
      return results.at(-1) ?? nothing;
    } catch (error) {
      for (const { heard } of waiting) heard?.failed(error);
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
