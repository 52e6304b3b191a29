import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { openBareDatabase } from '../../../tests/support/database.ts';
import { listPromotions } from './promotions.server.ts';

type Journal = { entries: { tag: string }[] };
let before: string;

/** Copies the migrations before the one that created the promotions table. */
beforeAll(async () => {
  before = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp('db/migrations', before, { recursive: true });
  const file = join(before, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal;
  const until = journal.entries.findIndex(({ tag }) => tag === '0043_promotions');
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }));
});
afterAll(() => rm(before, { recursive: true }));

const product = (isOn: boolean, isActive: boolean) => `
  insert into products (name, description, price_cents, sale_price_cents, image_url, features, specifications, is_active, promotion_is_on, promotion_ends_at)
  values ('Wand', '', 12000, 5900, '/media/hero', '[]', '{}', ${isActive}, ${isOn}, '2030-01-01T00:00:00Z')`;

test.each([true, false])(
  'upgrading a shop whose promotion is enabled: %s turns it into the first promotion row, with its dates',
  async (isOn) => {
    const database = await openBareDatabase();
    await migrateDatabase(database, { folder: before });
    await database.pool.query(product(!isOn, false));
    await database.pool.query(product(isOn, true));
    await migrateDatabase(database);
    expect(await listPromotions(database.db)).toMatchObject([
      { kind: 'buy_x_get_y', options: { buy: 2, free: 1 }, enabled: isOn, endsAt: new Date('2030-01-01T00:00:00Z') },
    ]);
    const { rows } = await database.pool.query('select price_cents, promotion_is_on from products').catch(() => ({
      rows: ['the columns are gone'],
    }));
    expect(rows).toEqual(['the columns are gone']);
    await database.close();
  },
);
