import { readFileSync } from 'node:fs';

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { stepsOf } from '#platform/db/migration-steps.server.ts';

import { breachesOf } from './support/migration-rules.ts';
import { migrationsOf, releases } from './support/released-databases.ts';

/** Creates the tables. No shop sells while it runs. */
const lastBeforeRelease = '0000_baseline';

const journal = z
  .object({ entries: z.array(z.object({ tag: z.string() })) })
  .parse(JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8')));
const tags = journal.entries.map(({ tag }) => tag);
const history = readMigrationFiles({ migrationsFolder: 'db/migrations' }).map(
  ({ sql }, index) => [tags[index], sql] as const,
);

test('no migration since the first release stops sales of the previous version', () => {
  const since = history.slice(tags.indexOf(lastBeforeRelease) + 1);
  expect(since.flatMap(([tag, statements]) => breachesOf(statements).map((breach) => `${tag} ${breach}`))).toEqual([]);
});

test.each(releases)('no migration that release %s brought has changed since', (release) => {
  const hashes = migrationsOf(release);
  expect(hashes.length).toBeGreaterThan(0);
  expect(readMigrationFiles({ migrationsFolder: 'db/migrations' }).map(({ hash }) => hash)).toEqual(
    expect.arrayContaining(hashes),
  );
});

test.each([
  ['alter table orders drop column note', 'takes away'],
  ['drop table carts', 'takes away'],
  ['alter table orders rename column note to notes', 'takes away'],
  ['alter table orders alter column cents set data type bigint', 'rewrites a whole table'],
  ['alter table orders add column key uuid default gen_random_uuid()', 'rewrites a whole table'],
  ['alter table orders add column note text not null', 'has the version before fail to insert'],
  ['alter table orders alter column note set not null', 'reads a whole table under a lock'],
  ['alter table orders add constraint some check (cents > 0)', 'adds a constraint'],
  ['alter table orders add constraint one unique (note)', 'adds a constraint'],
  ['create index some on "orders" (cents)', 'stops sales for an index'],
  ['drop index some', 'stops sales for an index'],
  ['lock table orders', 'locks a whole table'],
  ['update orders set cents = 0', 'changes all rows at once'],
  ['-- in batches\nupdate orders set cents = 0 where cents > 0', 'has batches without "limit"'],
])('a migration with this statement is refused: %s', (statement, breach) => {
  expect(breachesOf([statement])).toEqual([expect.stringContaining(breach)]);
});

test.each([
  "alter table orders add column note text default '' not null",
  'alter table orders add constraint some check (cents > 0) not valid',
  'alter table orders validate constraint some',
  'alter table orders add constraint one unique using index some',
  'create unique index concurrently some on orders (note)',
  'drop index concurrently some',
  '-- in batches\nupdate orders set cents = 0 where id in (select id from orders where cents > 0 limit 1000)',
  '-- accepted: a table of ten rows\nalter table tax_rates add constraint some check (rate > 0)',
])('a migration with this statement is accepted: %s', (statement) => {
  expect(breachesOf([statement])).toEqual([]);
});

test('statements on objects that the same migration created are accepted', () => {
  const made = [
    'create table "notes" ("id" int)',
    'create index notes_id on "notes" using btree (id)',
    'update notes set id = 1',
  ];
  expect(breachesOf(made)).toEqual([]);
});

test('statements share a transaction, except those that cannot run in one and those that are repeated', () => {
  const steps = stepsOf([
    'create table a ()',
    'create table b ()',
    '-- an index\ncreate index concurrently c on d (e)',
    '-- in batches\nupdate d set e = 1',
    '\n',
  ]);
  expect(steps.map(({ kind, statements }) => [kind, statements.length])).toEqual([
    ['together', 2],
    ['alone', 1],
    ['batches', 1],
  ]);
});
