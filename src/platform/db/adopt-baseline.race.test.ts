import { afterEach, beforeEach, expect, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database } from './database.server.ts';
import { isMigrated, migrateDatabase } from './migrate.server.ts';
import { ownMigrations } from './own-migrations.server.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
beforeEach(async () => {
  made = await newPostgresDatabase();
  database = await openDatabase({ databaseUrl: made.url, onError: () => undefined });
  if (baseline !== undefined) await migrateDatabase(database, { upTo: baseline.hash });
});
afterEach(async () => {
  await database.close();
  await made.drop();
});

const [baseline] = ownMigrations();
const baselineAt = baseline?.folderMillis ?? 0;

/** Gives the database the names and the record of a version from before the baseline. */
async function asBefore(migratedAt: number): Promise<void> {
  await database.pool.query(`
    alter table automation_emails rename to letters;
    alter table automation_recipients rename to letter_recipients;
    alter index automation_emails_newest rename to letters_newest;
    alter index automation_emails_recipient rename to letters_recipient;
    alter table letters rename constraint automation_emails_one_per_cause to letters_one_per_cause;
    alter table letters rename constraint automation_emails_pkey to letters_pkey;
    alter table letters rename constraint automation_emails_recipient_id_automation_recipients_id_fk
      to letters_recipient_id_letter_recipients_id_fk;
    alter table letter_recipients rename constraint automation_recipients_pkey to letter_recipients_pkey;
    alter table letter_recipients rename constraint automation_recipients_address_hash_unique
      to letter_recipients_address_hash_unique;
    alter function record_price_change() rename to note_price;
    alter trigger products_price_changed on products rename to products_price_noted;
    alter function update_order_figures() rename to keep_order_figures;
    alter function update_account_figures() rename to keep_account_figures;
    alter function update_name_figures() rename to keep_name_figures;
    delete from drizzle.__drizzle_migrations;
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of an earlier version', ${migratedAt})`);
}

test('a database of the last version before the baseline is adopted with its rows, once', async () => {
  await asBefore(baselineAt);
  await database.pool.query("insert into letter_recipients (address_hash) values ('a')");
  await migrateDatabase(database);
  expect(await isMigrated(database)).toBe(true);
  await migrateDatabase(database);
  const { rows } = await database.pool.query('select address_hash from automation_recipients');
  expect(rows).toEqual([{ address_hash: 'a' }]);
});

test('a database from long before the baseline is left alone, and the operator is told what to start', async () => {
  await asBefore(baselineAt - 1);
  await expect(migrateDatabase(database)).rejects.toThrow('from before the first release');
  expect(await isMigrated(database)).toBe(false);
  const { rows } = await database.pool.query("select to_regclass('letters') is not null as there");
  expect(rows).toEqual([{ there: true }]);
});
