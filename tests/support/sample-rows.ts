import type pg from 'pg';

type Column = {
  table: string;
  column: string;
  type: string;
  /** Values of an enum. */
  labels: string[] | null;
  /** Table that the column refers to. */
  parent: string | null;
};

/** Table with the columns that a row must set. */
export type Table = { name: string; columns: Column[]; key: string | undefined };

/** Query for the required, time and enum columns of every table, parents first. */
const catalogue = `
  select c.relname as table, a.attname as column, t.typname as type,
    (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = t.oid) as labels,
    (select p.relname from pg_constraint f join pg_class p on p.oid = f.confrelid
     where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum] limit 1) as parent,
    exists (select 1 from pg_index where indrelid = c.oid and indisprimary and indnkeyatts = 1 and indkey[0] = a.attnum) as key
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and (a.attnotnull and (not a.atthasdef or t.typname in ('uuid', 'timestamptz')) or t.typtype = 'e')
  order by c.oid, a.attnum`;

type Asking = Pick<pg.ClientBase, 'query'>;

export async function tablesOf(client: Asking): Promise<Table[]> {
  const { rows } = await client.query<Column & { key: boolean }>(catalogue);
  const names = [...new Set(rows.map(({ table }) => table))];
  return names.map((name) => {
    const columns = rows.filter(({ table }) => table === name);
    return { name, columns, key: columns.find(({ key }) => key)?.column };
  });
}

/** Final statuses, preferred for enum columns. */
const lastLabels = ['completed', 'paid', 'sent', 'redeemed', 'succeeded', 'delivered', 'refunded'];

/** SQL for the id of a row number, in every table. */
export const idOf = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

type Row = { number: string; at: string; parentNumber(parent: string): string };

/** Returns SQL for the value of a column in the row with a number. */
function valueOf({ column, type, labels, parent }: Column, { number, at, parentNumber }: Row): string {
  if (type === 'uuid') return idOf(parent === null ? number : parentNumber(parent));
  if (labels !== null) return `'${lastLabels.find((label) => labels.includes(label)) ?? labels[0]}'`;
  if (type === 'jsonb' || type === 'json')
    return `json_build_object('firstName', 'Mia', 'lastName', 'Lane' || ${number}, 'street', ${number} || ' Market Street')`;
  if (type === 'timestamptz') return at;
  if (type === 'date') return `(${at})::date - (${number} % 1000)::int`;
  if (type === 'bool') return 'false';
  if (type === 'bytea') return `'\\x00'::bytea`;
  if (column === 'id' && type === 'int4') return number;
  if (type === 'text' || type === 'varchar') return `'${column}' || ${number} || '@example.com'`;
  return '1';
}

/** Returns SQL that inserts a row into a table. */
export function insertInto({ name, columns }: Table, row: Row, from = ''): string {
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  return `insert into "${name}" (${names}) select ${columns.map((column) => valueOf(column, row)).join(', ')} ${from}`;
}

/** Returns SQL that updates a row without a change, for tables with a key of one column. */
export function touch({ name, columns, key }: Table, row: Row): string[] {
  const column = columns.find((one) => one.column === key);
  if (column === undefined) return [];
  return [`update "${name}" set "${key}" = "${key}" where "${key}" = ${valueOf(column, row)}`];
}

type Filling = { tables: readonly Table[]; rowsOf(table: string): number; at?: string };

/** Fills tables with rows that refer to each other, with triggers disabled. */
export async function fillTables(client: Asking, { tables, rowsOf, at }: Filling): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (const table of tables) {
    const row = {
      number: 'i',
      at: at ?? `now() - i * interval '1 minute'`,
      parentNumber: (parent: string) => `(i - 1) % ${rowsOf(parent)} + 1`,
    };
    await client.query(insertInto(table, row, `from generate_series(1, ${rowsOf(table.name)}) i`));
  }
  await client.query('set session_replication_role = origin; analyze');
}
