import pg from 'pg';

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

function isUnnamed(query: unknown): query is Unnamed {
  if (typeof query !== 'object' || query === null || 'submit' in query || !('text' in query)) return false;
  return typeof query.text === 'string' && (!('name' in query) || query.name === undefined);
}

/** A connection that has each of the queries that are built with parameters parsed by the database once, not every time. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    const query = (asked: unknown, values?: unknown, ...more: unknown[]) => {
      const isBuilt = isUnnamed(asked) && Array.isArray(values) && values.length > 0;
      return send(isBuilt ? { ...asked, name: nameOf(asked.text) } : asked, values, ...more);
    };
    this.query = query as pg.Client['query'];
  }
}
