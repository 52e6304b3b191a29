import type pg from 'pg';

/** Every part of a table but its rows, made once more under another name by what a migration may say. */
const parts = `
  with tables as (select oid, relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)),
  made (name, place, statement) as (
    select name, 1, format('alter table %I %s', name, string_agg(
      format('add column %I %s', 'again_' || attname, format_type(atttypid, atttypmod)), ', ' order by attnum))
      from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped group by name
    union all
    select name, 2, format('alter table %I add column added_again_at timestamptz default now() not null', name) from tables
    union all
    select name, 3, replace(pg_get_triggerdef(t.oid), 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER')
      from tables join pg_trigger t on tgrelid = tables.oid and not tgisinternal and tgconstraint = 0
    union all
    select name, 4, format('alter table %I add constraint %I %s not valid', name, 'again_' || conname, pg_get_constraintdef(c.oid))
      from tables join pg_constraint c on conrelid = tables.oid and contype in ('c', 'f')
    union all
    select name, 5, format('alter table %I validate constraint %I', name, 'again_' || conname)
      from tables join pg_constraint c on conrelid = tables.oid and contype in ('c', 'f')
    union all
    select name, 6, regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \\S+',
        'create \\1index concurrently again_' || i.relname)
      from tables join pg_index on indrelid = tables.oid join pg_class i on i.oid = indexrelid
    union all
    select name, 7, 'drop index concurrently again_' || i.relname
      from tables join pg_index on indrelid = tables.oid join pg_class i on i.oid = indexrelid
  )
  select array_agg(statement order by place, statement) as statements from made group by name, place order by name, place`;

/** The functions of the schema, without those of extensions. */
const functions = `
  select pg_get_functiondef(p.oid) as statement from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

/** Rows that a version before the column wrote, and a way to them that stays short as they become fewer. */
const backfill = [
  'alter table orders add column again_filled text',
  'create index concurrently again_to_fill on orders (id) where again_filled is null',
  `-- in batches
  update orders set again_filled = order_number where id in (select id from orders where again_filled is null limit 1000)`,
  'drop index concurrently again_to_fill',
];

/**
 * Migrations that make once more, beside what is there, what the migrations of the history have made of some tables: columns, triggers,
 * constraints and indexes, the functions of the schema, its sums of all orders, and a column that is filled row by row. One kind of
 * change of one table at a time: a transaction waits for each lock, and holds those that it has meanwhile.
 */
export async function schemaAgain(client: pg.Client, tables: readonly string[]): Promise<string[][]> {
  const functionsOf = await client.query<{ statement: string }>(functions);
  const made = await client.query<{ statements: string[] }>(parts, [tables]);
  return [
    [...functionsOf.rows.map(({ statement }) => statement), 'select rebuild_figures()'],
    ...made.rows.map(({ statements }) => statements),
    backfill,
  ];
}
