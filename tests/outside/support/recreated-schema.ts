import type pg from 'pg';

/**
 * Query for statements that create every part of a table except its rows again, under another name,
 * as a migration may.
 */
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

/** Query for the definitions of the schema's functions, except those of extensions. */
const functions = `
  select pg_get_functiondef(p.oid) as statement from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

/**
 * Backfill of a new column in rows of the previous version, with an index that shrinks as fewer
 * rows remain.
 */
const backfill = [
  'alter table orders add column again_filled text',
  'create index concurrently again_to_fill on orders (id) where again_filled is null',
  `-- in batches
  update orders set again_filled = order_number where id in (select id from orders where again_filled is null limit 1000)`,
  'drop index concurrently again_to_fill',
];

/**
 * Returns migrations that create the history's changes to some tables again, next to the existing
 * objects. They cover columns, triggers, constraints, indexes, functions, the order totals and a
 * column filled in batches. Each has one kind of change of one table, because a transaction holds
 * its locks while waiting for the next.
 */
export async function recreatedSchema(client: pg.Client, tables: readonly string[]): Promise<string[][]> {
  const functionsOf = await client.query<{ statement: string }>(functions);
  const made = await client.query<{ statements: string[] }>(parts, [tables]);
  return [
    functionsOf.rows.map(({ statement }) => statement),
    ...made.rows.map(({ statements }) => statements),
    backfill,
  ];
}
