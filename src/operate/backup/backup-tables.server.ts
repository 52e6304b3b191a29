import pg, { type PoolClient } from 'pg';

export type Table = { name: string; columns: string[] };

export const jobsTable = 'background jobs';

export const quoted = (name: string) => pg.escapeIdentifier(name);

/** Lists the shop's tables with their columns in order. */
export async function listTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`);
  return rows;
}

/** Sorts tables so that every row finds the rows that it references. */
export async function inDependencyOrder(client: PoolClient, tables: readonly Table[]): Promise<Table[]> {
  const { rows } = await client.query<{ needs: string; needed: string }>(`
    select distinct own.relname as needs, other.relname as needed
    from pg_constraint k join pg_class own on own.oid = k.conrelid join pg_class other on other.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`);
  const ordered: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ name }) => !rows.some(({ needs, needed }) => needs === name && names.has(needed)));
    if (free.length === 0) throw new Error(`tables need each other: ${[...names].join(', ')}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/**
 * Max characters and rows in memory at once, because a row can be a picture of several megabytes.
 */
export const batchLimits = { characters: 8_000_000, rows: 1_000 };

/** Yields every row of a table in PostgreSQL's row format, which preserves each value exactly. */
export async function* rowsOf(client: PoolClient, table: string): AsyncGenerator<string> {
  await client.query(`declare backup_rows no scroll cursor for select t::text as row from ${quoted(table)} t`);
  for (let count = 1; count > 0;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${count} from backup_rows`);
    for (const { row } of rows) yield row;
    // Batch size for rows as long as the longest of this batch.
    const longest = Math.max(...rows.map(({ row }) => row.length));
    const fitting = Math.floor(batchLimits.characters / longest);
    count = rows.length < count ? 0 : Math.min(Math.max(fitting, 1), 8 * count, batchLimits.rows);
  }
  await client.query('close backup_rows');
}

export async function insertRows(client: PoolClient, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const list = columns.map(quoted).join(', ');
  const values = columns.map((column) => `(r.row).${quoted(column)}`).join(', ');
  await client.query(
    `insert into ${quoted(name)} (${list}) overriding system value
     select ${values} from (select given::${quoted(name)} as row from unnest($1::text[]) given offset 0) r`,
    [rows],
  );
}

/** Yields pending jobs in the form in which a restore enqueues them. */
export async function* pendingJobs(client: PoolClient, names: readonly string[]): AsyncGenerator<string> {
  const { rows: there } = await client.query<{ is: boolean }>(`select to_regclass('pgboss.job') is not null as is`);
  if (there[0]?.is !== true) return;
  const { rows } = await client.query<{ row: string }>(
    `select json_build_object('name', name, 'data', data, 'key', singleton_key, 'priority', priority, 'group', group_id,
       'startAt', to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text as row
     from pgboss.job where state in ('created', 'retry', 'active') and name = any($1) order by created_on, id`,
    [names],
  );
  for (const { row } of rows) yield row;
}

/** Lists the positions of the sequences of the shop's tables. */
export async function listSequences(client: PoolClient): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return rows;
}

export async function setSequence(client: PoolClient, { name, value }: { name: string; value: string }): Promise<void> {
  await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, value]);
}

/** Session settings that make row text identical on every server. */
export const textFormatSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;
