import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { recordChange } from '#modules/audit/audit-log.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { checkoutQuotes } from '#modules/checkout/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { profiles } from '#modules/accounts/tables.server.ts';
import { listPromotions } from '#modules/promotions/promotions.server.ts';
import { correctContact } from '#modules/orders/correct-contact.server.ts';
import { numberDocuments } from '#modules/orders/number-documents.server.ts';
import { orderItems, orders } from '#modules/orders/tables.server.ts';
import { connectionHints, editConnection, readConnections } from '#modules/settings/connections.server.ts';
import { applyConnections } from '#platform/env/settings.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { isMigrated, migrateDatabase } from '#platform/db/migrate.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { JobRunner } from '#platform/jobs/jobs.server.ts';

import {
  address,
  finalize,
  givenCode,
  givenPaidOrder,
  givenReadyCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { onPostgres, openBareDatabase, openTestDatabase } from '../../../tests/support/database.ts';
import { documentsOf, placePaid, saveNumbering } from '../../../tests/support/order-documents.ts';
import { owner, refundByOwner } from '../../../tests/support/orders.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

import { shopJobs } from '../../app/job-registry.server.ts';
import { jobNames } from '../open-shop.server.ts';
import { paidWithoutOrder, settleAll } from '../unsettled-payments.server.ts';
import type { Manifest } from './backup-format.ts';
import { restoreBackup } from './restore-backup.server.ts';
import { readManifest } from './read-backup.server.ts';
import { takeBackup } from './write-backup.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
const file = join(folder, 'shop.backup');
let shop: TestShop;
let productId: string;
let manifest: Manifest;
const plantedKey = 'sk_test_planted_in_the_backup_4X2a';

const backup = (to: string, { database = shop.database, names = jobNames } = {}) => {
  const { sessionSecret } = shop.ctx.settings;
  return takeBackup({ database, jobNames: names, shopVersion: '1', sessionSecret }, to);
};

beforeAll(async () => {
  shop = await openTestShop();
  await givenCode(shop);
  const { orderId } = await givenPaidOrder(shop, { product: { name: 'Wand “1”\nwith, (commas) \\ and "quotes"' } });
  await refundByOwner(shop, { orderId, amountCents: 1_000, reason: 'scratched' });
  for (const action of ['a', 'b', 'c']) {
    await recordChange(shop.ctx.db, owner, { action, subject: 's', before: null, after: { big: 12_345_678_901_234 } });
  }
  const { version } = (await connectionHints(shop.ctx.db)).payments;
  const keys = { secretKey: plantedKey, publishableKey: 'pk_test_planted', webhook: null };
  await editConnection(shop.ctx, owner, { name: 'payments', version, hint: '4X2a', value: keys });
  // The shop of these tests plays in the sandbox.
  applyConnections(shop.ctx.settings, {});
  const { rows } = await shop.database.pool.query<{ id: string }>('select id from products');
  productId = rows[0]?.id ?? '';
  manifest = await backup(file);
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

/** Restores into a database without tables, runs a shop on it and passes both to `use`. */
async function restored(from: string, use: (shop: TestShop, database: Database) => Promise<void>) {
  const database = await openBareDatabase();
  const jobs = new JobRunner<TestShop['ctx']>(database, shop.ctx.log);
  const openJobs = async () => {
    await jobs.start(shopJobs, { ...shop.ctx, db: database.db }, false);
    return jobs;
  };
  try {
    const answer = await restoreBackup({ database, openJobs }, from);
    // A second shop, on the restored database.
    await use(await openTestShop({ database }), database);
    return answer;
  } finally {
    await jobs.stop();
    await database.close();
  }
}

const textOf = async (database: Database, table: string) => {
  const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`);
  return rows.map(({ row }) => row);
};

const pendingMails = async ({ pool }: Database) =>
  (await pool.query("select 1 from pgboss.job where name = 'send-mail' and state = 'created'")).rows.length;

const rowsIn = (made: Manifest, table: string) => made.tables.find(({ name }) => name === table)?.rows;

test('a backup holds payment keys sealed, and only a shop with its secret can read them', async () => {
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain(plantedKey);
  await restored(file, async ({ ctx: { settings } }, { db }) => {
    expect((await readConnections(db, settings)).values.payments?.secretKey).toBe(plantedKey);
    const other = { sessionSecret: 'another secret that is long enough to sign with' };
    expect(await readConnections(db, other)).toEqual({ values: {}, unreadable: ['payments'] });
  });
});

test('a backup contains every table and is readable only by its owner', () => {
  expect(manifest.tables.length).toBeGreaterThan(25);
  expect([rowsIn(manifest, 'orders'), rowsIn(manifest, 'refunds'), rowsIn(manifest, 'audit_entries')]).toEqual([
    1, 1, 5,
  ]);
  expect(rowsIn(manifest, 'background jobs')).toBeGreaterThanOrEqual(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a restore into an empty shop gives identical rows', async () => {
  await restored(file, async (_restored, database) => {
    for (const { name } of manifest.tables.filter(({ name }) => name !== 'background jobs')) {
      expect(await textOf(database, name), name).toEqual(await textOf(shop.database, name));
    }
  });
});

test('a backup of the first version restores with its order, customers and product promotion', async () => {
  await restored('tests/support/first-version.backup', async ({ ctx }, database) => {
    expect(await isMigrated(database)).toBe(true);
    expect(await ctx.db.select().from(orders)).toMatchObject([
      { orderNumber: 'HR-GDWWREJZ', totalCents: 5_900, email: 'mia@example.com', paymentStatus: 'paid' },
    ]);
    expect(await ctx.db.select().from(orderItems)).toMatchObject([{ quantity: 1 }]);
    expect((await ctx.db.select().from(profiles)).length).toBe(2);
    expect(await listPromotions(ctx.db)).toMatchObject([{ kind: 'buy_x_get_y' }, { kind: 'free_shipping_over' }]);
  });
});

test('a job of an earlier version is left out of the restore and reported by name', async () => {
  const { pool } = shop.database;
  await pool.query(`select pgboss.create_queue('former-job', '{"policy": "standard"}')`);
  await pool.query("insert into pgboss.job (name, data) values ('former-job', '{}')");
  const from = join(folder, 'former.backup');
  await backup(from, { names: [...jobNames, 'former-job'] });
  const { formerJobs } = await restored(from, async (_again, database) => {
    expect(await pendingMails(database)).toBe(rowsIn(manifest, 'mails'));
  });
  expect(formerJobs).toEqual(['former-job']);
});

test('a restored shop sells, sends pending mails and continues its sequences', async () => {
  await restored(file, async (again) => {
    const { visitor, intentId, secret } = await givenReadyCheckout(again, productId);
    await payWith(again, secret);
    const { body } = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
    expect(body.order).toMatchObject({ id: expect.any(String) as string });
    expect(await pendingMails(again.database)).toBe(await again.ctx.db.$count(mails));
    await recordChange(again.ctx.db, owner, { action: 'd', subject: 's', before: null, after: null });
    const { rows } = await again.database.pool.query('select id from audit_entries order by id');
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5, 6]);
    await expect(again.database.pool.query('delete from audit_entries')).rejects.toThrow('only added');
  });
});

test('a restore interrupted after its migrations can be started again', async () => {
  const database = await openTestDatabase();
  const openJobs = () => Promise.reject(new Error('begun'));
  await expect(restoreBackup({ database, openJobs }, file)).rejects.toThrow('begun');
  await database.close();
});

test('one of two concurrent restores is refused, and every job is enqueued once', async () => {
  const database = await openBareDatabase();
  const jobs = new JobRunner<TestShop['ctx']>(database, shop.ctx.log);
  await migrateDatabase(database);
  await jobs.start(shopJobs, { ...shop.ctx, db: database.db }, false);
  const parts = { database, openJobs: async () => jobs };
  const ended = await Promise.allSettled([restoreBackup(parts, file), restoreBackup(parts, file)]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await pendingMails(database)).toBe(rowsIn(manifest, 'mails'));
  await jobs.stop();
  await database.close();
});

test.runIf(onPostgres)(
  'the later of two concurrent backups to one file is refused, and the other is complete',
  async () => {
    const both = join(folder, 'both.backup');
    const reader = await shop.database.pool.connect();
    await reader.query('begin; lock table orders');
    const first = backup(both);
    await waitForBlockedConnections(shop.ctx.db);
    await expect(backup(both)).rejects.toThrow('Another backup is writing');
    await reader.query('commit');
    reader.release();
    await first;
    expect(rowsIn(await readManifest(both), 'orders')).toBe(1);
  },
);

test('a database of a newer version refuses a backup by this version', async () => {
  const database = await openTestDatabase();
  await database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'of a newer version', max(created_at) + 1 from drizzle.__drizzle_migrations`);
  await expect(backup(join(folder, 'newer.backup'), { database })).rejects.toThrow('is of a newer version');
  await database.close();
});

/** A checkout of two wands with a code, paid after the backup was taken. */
async function givenLatePayment() {
  const late = await givenReadyCheckout(shop, productId, 2);
  const change = {
    checkout_id: late.checkoutId,
    discount_code: 'GLOW10',
    delivery_instructions: 'Ring “twice”\nplease',
  };
  expect(await late.visitor.send('POST', '/update-payment-intent', change)).toMatchObject({ status: 200 });
  expect(await finalize(late.visitor, late.checkoutId)).toMatchObject({ status: 200 });
  await payWith(shop, late.secret);
  return late;
}

/**
 * Copies a payment that the provider still has and the backup lacks, so that the restored shop can
 * find it.
 */
async function copyIntent(again: TestShop, intentId: string): Promise<void> {
  const [intent] = await shop.ctx.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId));
  if (intent !== undefined) await again.ctx.db.insert(sandboxIntents).values(intent).onConflictDoNothing();
}

const wholeOrder = {
  paymentStatus: 'paid',
  holdReason: null,
  status: 'confirmed',
  email: 'mia@example.com',
  customer: { firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' },
  shippingAddress: address,
  deliveryInstructions: 'Ring “twice”\nplease',
  couponDiscount: { code: 'GLOW10', amountCents: 1_180 },
  totalCents: 10_620,
};

test.each(['before the checkout began', 'while the cart was at the checkout'])(
  'a payment after a backup taken %s becomes a complete order: contact, address, lines, code and stock',
  async (moment) => {
    const early = join(folder, `early-${moment.length}.backup`);
    if (moment.startsWith('before')) await backup(early);
    const { intentId, checkoutId } = await givenLatePayment();
    if (!moment.startsWith('before')) await backup(early);
    await restored(early, async (again) => {
      await copyIntent(again, intentId);
      if (!moment.startsWith('before')) {
        await again.ctx.db.delete(checkoutQuotes).where(gt(checkoutQuotes.version, 1));
      }
      const { own } = await paidWithoutOrder(again.ctx, 7);
      const mine = own.filter(({ id }) => id === intentId);
      expect(mine).toMatchObject([{ amountReceivedCents: 10_620 }]);
      const [before] = await again.ctx.db.select().from(products).where(eq(products.id, productId));
      const [number] = await settleAll(again.ctx, mine);
      const [order] = await again.ctx.db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
      expect(order).toMatchObject({ ...wholeOrder, orderNumber: number });
      const orderId = order?.id ?? '';
      const items = await again.ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
      expect(items).toMatchObject([{ productId, quantity: 2, unitPriceCents: 5_900, totalCents: 10_620 }]);
      const [after] = await again.ctx.db.select().from(products).where(eq(products.id, productId));
      expect((before?.onHand ?? 0) - (after?.onHand ?? 0)).toBe(2);
      const sent = await again.ctx.db.select().from(mails).where(eq(mails.orderId, orderId));
      expect(sent).toMatchObject([{ kind: 'order_confirmation' }]);
      expect((await paidWithoutOrder(again.ctx, 7)).own.filter(({ id }) => id === intentId)).toEqual([]);
    });
    await settleAll(shop.ctx, (await paidWithoutOrder(shop.ctx, 7)).own);
  },
);

describe('refusals before anything is written', () => {
  let bare: Database;
  beforeAll(async () => {
    bare = await openBareDatabase();
  });
  afterAll(() => bare.close());
  const openJobs = () => Promise.reject(new Error('not reached'));

  test('a shop with any rows is left unchanged', async () => {
    const database = await openTestDatabase();
    await database.pool.query(
      "insert into audit_entries (actor_email, action, subject, request_id) values ('', '', '', '')",
    );
    await expect(restoreBackup({ database, openJobs }, file)).rejects.toThrow('isn’t empty (audit_entries has rows)');
    await database.close();
  });

  const lines = () => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const damaged = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };

  test.each([
    ['cut', () => readFileSync(file).subarray(0, 2_000), 'isn’t a complete shop backup'],
    ['unfinished', () => gzipSync(lines().slice(0, -1).join('\n')), 'The end of the file is missing'],
    ['changed', () => gzipSync(`${lines().join('\n').replace('5900', '0900')}\n`), 'is damaged'],
    ['other', () => Buffer.from('hello'), 'isn’t a complete shop backup'],
  ])('a file that is %s is refused before anything is written', async (name, bytes, problem) => {
    await expect(restoreBackup({ database: bare, openJobs }, damaged(name, bytes()))).rejects.toThrow(problem);
    const { rows } = await bare.pool.query("select 1 from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  });

  test('a backup of another version is refused by name, and an existing file is never overwritten', async () => {
    const changed = lines()
      .join('\n')
      .replace(manifest.migration, 'f'.repeat(64))
      .replace('"shopVersion":"1"', '"shopVersion":"9.9"');
    const from = damaged('version', gzipSync(`${changed}\n`));
    await expect(restoreBackup({ database: bare, openJobs }, from)).rejects.toThrow('unknown shop version (9.9)');
    await expect(backup(file)).rejects.toThrow('already exists');
  });
});

test('a restored shop has the invoices and credit notes as issued, and corrects them with the numbers that come next', async () => {
  await saveNumbering(shop);
  const order = await inTransaction(shop.ctx.db, (tx) => placePaid(tx));
  await numberDocuments(shop.ctx);
  const rename = ({ ctx }: TestShop, firstName: string) =>
    correctContact(ctx, owner, {
      orderNumber: order.orderNumber,
      contact: { email: order.email, firstName, lastName: 'Rose', phone: '415 555 0199' },
    });
  await rename(shop, 'Maja');
  await numberDocuments(shop.ctx);
  const from = join(folder, 'issued.backup');
  await backup(from);
  const issued = await documentsOf(shop, 'invoice');
  expect(issued.map(({ number, content }) => [number, content?.columns[0]?.lines[0]])).toEqual([
    [1, 'Łukasz Nguyễn'],
    [2, 'Maja Rose'],
  ]);
  await restored(from, async (again, { pool }) => {
    expect(await documentsOf(again, 'invoice')).toEqual(issued);
    await expect(pool.query('delete from order_documents')).rejects.toThrow('is neither changed nor deleted');
    await rename(again, 'Mona');
    await numberDocuments(again.ctx);
    expect((await documentsOf(again, 'invoice')).map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
