import type pg from 'pg';

import { StartUpError } from '../env/start-up-error.ts';

/** Changes of names in the baseline, which has the schema of the last development migration. */
const renames = [
  'alter table letters rename to automation_emails',
  'alter table letter_recipients rename to automation_recipients',
  'alter index letters_newest rename to automation_emails_newest',
  'alter index letters_recipient rename to automation_emails_recipient',
  'alter table automation_emails rename constraint letters_one_per_cause to automation_emails_one_per_cause',
  'alter table automation_emails rename constraint letters_pkey to automation_emails_pkey',
  'alter table automation_emails rename constraint letters_recipient_id_letter_recipients_id_fk to automation_emails_recipient_id_automation_recipients_id_fk',
  'alter table automation_recipients rename constraint letter_recipients_pkey to automation_recipients_pkey',
  'alter table automation_recipients rename constraint letter_recipients_address_hash_unique to automation_recipients_address_hash_unique',
  'alter function note_price() rename to record_price_change',
  'alter trigger products_price_noted on products rename to products_price_changed',
  'alter function keep_order_figures() rename to update_order_figures',
  'alter function keep_account_figures() rename to update_account_figures',
  'alter function keep_name_figures() rename to update_name_figures',
];

type Baseline = { hash: string; folderMillis: number };

/**
 * Adopts a database of the last version before the migrations became one baseline: it gets the
 * baseline's names and counts as migrated. Throws a StartUpError for an older database.
 */
export async function adoptBaseline(client: pg.PoolClient, { hash, folderMillis }: Baseline): Promise<void> {
  const { rows } = await client.query<{ last: string; hasBaseline: boolean }>(
    `select max(created_at) as last, bool_or(hash = $1) as "hasBaseline" from drizzle.__drizzle_migrations
    having count(*) > 0`,
    [hash],
  );
  const [database] = rows;
  if (database === undefined || database.hasBaseline || Number(database.last) > folderMillis) return;
  if (Number(database.last) < folderMillis) {
    throw new StartUpError(
      'The database is of a version from before the first release. Start the version before the baseline once, then this one: docs/guides/operating.md, "From a version before the baseline".',
    );
  }
  const record = [
    'delete from drizzle.__drizzle_migrations',
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
  ];
  await client.query(['begin', ...renames, ...record, 'commit'].join(';'));
}
