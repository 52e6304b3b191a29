import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { recordChange } from '#modules/audit/service.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { refundPayment } from '#modules/orders/refunds/service.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';

import { givenCode, givenPaidOrder, givenReadyCheckout, payWith } from '../../../tests/support/browser-like.ts';
import { openBareDatabase, openTestDatabase } from '../../../tests/support/database.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

import { shopJobs } from '../../jobs.server.ts';
import { jobNames } from '../open.server.ts';
import { paidWithoutOrder, settleAll } from '../reconcile.server.ts';
import type { Manifest } from './format.ts';
import { restoreBackup } from './put-back.server.ts';
import { takeBackup } from './take.server.ts';

const owner = { id: null, email: 'owner@shop.example', requestId: 'r-1' };
const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
const file = join(folder, 'shop.backup');
let shop: TestShop;
let productId: string;
let manifest: Manifest;

const backup = (to: string) => {
  const { database, ctx } = shop;
  return takeBackup({ database, jobNames, shopVersion: '1', sessionSecret: ctx.settings.sessionSecret }, to);
};

beforeAll(async () => {
  shop = await openTestShop();
  await givenCode(shop);
  const { orderId } = await givenPaidOrder(shop, { product: { name: 'Wand “1”\nwith, (commas) \\ and "quotes"' } });
  await refundPayment(shop.ctx, { orderId, amountCents: 1_000, reason: 'scratched', key: 'a' });
  for (const action of ['a', 'b', 'c']) {
    await recordChange(shop.ctx.db, owner, { action, subject: 's', before: null, after: { big: 12_345_678_901_234 } });
  }
  const { rows } = await shop.database.pool.query<{ id: string }>('select id from products');
  productId = rows[0]?.id ?? '';
  manifest = await backup(file);
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

/** Restores into a database without any table, runs a shop on it, and gives both back. */
async function restored(from: string, use: (shop: TestShop, database: Database) => Promise<void>): Promise<void> {
  const database = await openBareDatabase();
  const jobs = createJobs<TestShop['ctx']>(database, shop.ctx.log);
  const openJobs = async () => {
    await jobs.start(shopJobs, { ...shop.ctx, db: database.db }, false);
    return jobs;
  };
  try {
    await restoreBackup({ database, openJobs }, from);
    await use(await openTestShop({ database }), database);
  } finally {
    await jobs.stop();
    await database.close();
  }
}

const textOf = async (database: Database, table: string) => {
  const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`);
  return rows.map(({ row }) => row);
};

const rowsIn = (made: Manifest, table: string) => made.tables.find(({ name }) => name === table)?.rows;

test('a backup holds every table, and only its owner may read it', () => {
  expect(manifest.tables.length).toBeGreaterThan(25);
  expect([rowsIn(manifest, 'orders'), rowsIn(manifest, 'refunds'), rowsIn(manifest, 'audit_entries')]).toEqual([
    1, 1, 3,
  ]);
  expect(rowsIn(manifest, 'background jobs')).toBeGreaterThanOrEqual(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what is restored into an empty shop is the same, row by row', async () => {
  await restored(file, async (_restored, database) => {
    for (const { name } of manifest.tables.filter(({ name }) => name !== 'background jobs')) {
      expect(await textOf(database, name), name).toEqual(await textOf(shop.database, name));
    }
  });
});

test('a restored shop sells, sends the mails that were owed, and goes on counting', async () => {
  await restored(file, async (again) => {
    const { visitor, intentId, secret } = await givenReadyCheckout(again, productId);
    await payWith(again, secret);
    const { body } = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
    expect(body.order).toMatchObject({ id: expect.any(String) as string });
    const owed = await again.database.pool.query(
      "select 1 from pgboss.job where name = 'send-mail' and state = 'created'",
    );
    expect(owed.rows.length).toBe((await again.ctx.db.select().from(mails)).length);
    await recordChange(again.ctx.db, owner, { action: 'd', subject: 's', before: null, after: null });
    const { rows } = await again.database.pool.query('select id from audit_entries order by id');
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4]);
    await expect(again.database.pool.query('delete from audit_entries')).rejects.toThrow('only added');
  });
});

test('an order that was paid after the backup is found, and becomes a held order', async () => {
  const late = await givenReadyCheckout(shop, productId);
  await payWith(shop, late.secret);
  expect((await paidWithoutOrder(shop.ctx, 7)).map(({ id }) => id)).toEqual([late.intentId]);
  const whole = join(folder, 'late.backup');
  await backup(whole);
  await restored(whole, async (again) => {
    await again.ctx.db.execute(`delete from checkout_snapshots where checkout_id = '${late.checkoutId}'`);
    const found = await paidWithoutOrder(again.ctx, 7);
    expect(found).toMatchObject([{ id: late.intentId, amountReceivedCents: 5_900 }]);
    const numbers = await settleAll(again.ctx, found);
    const { rows } = await again.database.pool.query(
      'select order_number, hold_reason from orders where hold_reason is not null',
    );
    expect(rows).toEqual([{ order_number: numbers[0], hold_reason: 'snapshot_missing' }]);
    expect(await paidWithoutOrder(again.ctx, 7)).toEqual([]);
  });
});

test('a shop that has anything in it is left alone', async () => {
  const database = await openTestDatabase();
  await database.pool.query(
    "insert into audit_entries (actor_email, action, subject, request_id) values ('', '', '', '')",
  );
  const openJobs = () => Promise.reject(new Error('not reached'));
  await expect(restoreBackup({ database, openJobs }, file)).rejects.toThrow('not empty (audit_entries has rows)');
  await database.close();
});

const lines = () => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
const damaged = (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

test.each([
  ['cut', () => readFileSync(file).subarray(0, 2_000), 'is no whole backup'],
  ['unfinished', () => gzipSync(lines().slice(0, -1).join('\n')), 'its end is missing'],
  ['changed', () => gzipSync(`${lines().join('\n').replace('5900', '0900')}\n`), 'is damaged'],
  ['other', () => Buffer.from('hello'), 'is no whole backup'],
])('a file that is %s is refused before anything is written', async (name, bytes, problem) => {
  const database = await openBareDatabase();
  const openJobs = () => Promise.reject(new Error('not reached'));
  await expect(restoreBackup({ database, openJobs }, damaged(name, bytes()))).rejects.toThrow(problem);
  const { rows } = await database.pool.query("select 1 from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([]);
  await database.close();
});

test('a backup of another version names it, and one file is never written over', async () => {
  const changed = lines()
    .join('\n')
    .replace(manifest.migration, 'f'.repeat(64))
    .replace('"shopVersion":"1"', '"shopVersion":"9.9"');
  const database = await openBareDatabase();
  const openJobs = () => Promise.reject(new Error('not reached'));
  const from = damaged('version', gzipSync(`${changed}\n`));
  await expect(restoreBackup({ database, openJobs }, from)).rejects.toThrow('another version (9.9)');
  await expect(backup(file)).rejects.toThrow('exists already');
  await database.close();
});
