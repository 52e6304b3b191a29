import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { users } from '#modules/accounts/tables.server.ts';
import { customerById } from '#modules/customers/customers.server.ts';
import { auditEntries } from '#modules/audit/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';

import { givenCustomer } from '../../../tests/support/customer.ts';
import { givenOrderRow, owner } from '../../../tests/support/orders.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { deleteAccount, eraseCustomer } from './export-erase.server.ts';

const erase = (shop: TestShop, id: string) =>
  eraseCustomer(shop.ctx, shopPersonalData, { actor: owner, id, find: customerById });

type Outcome = { ok: boolean; reason?: string };

/** Starts the requests while a lock is held, and returns their outcomes once all have waited. */
async function atOnce(
  shop: TestShop,
  lock: (tx: Db) => Promise<unknown>,
  requests: readonly (() => Promise<Outcome>)[],
) {
  const { begun } = await shop.ctx.db.transaction(async (tx) => {
    await lock(tx);
    const started = { begun: requests.map((request) => request()) };
    await waitForBlockedConnections(tx, requests.length);
    return started;
  });
  return (await Promise.all(begun)).map(({ ok, reason }) => (ok ? 'ok' : (reason ?? ''))).toSorted();
}

const logged = async (shop: TestShop, action: string) =>
  shop.ctx.db.$count(auditEntries, eq(auditEntries.action, action));
const farewells = (shop: TestShop) => shop.ctx.db.$count(mails, eq(mails.kind, 'data_erased'));

test('when four admins erase a guest at the same moment, one does, and it is logged and mailed once', async ({
  shop,
}) => {
  const email = 'guest@example.com';
  await givenOrderRow(shop, { email });
  await givenOrderRow(shop, { email, status: 'completed' });
  const four = Array.from({ length: 4 }, () => () => erase(shop, email));
  const lock = (tx: Db) => tx.select().from(orders).where(eq(orders.email, email)).for('update');
  const outcomes = await atOnce(shop, lock, four);
  expect(outcomes).toEqual(['no_customer', 'no_customer', 'no_customer', 'ok']);
  expect([await logged(shop, 'customer.erase'), await farewells(shop)]).toEqual([1, 1]);
});

test('when an owner and an admin erase an account at the same moment, it is logged and mailed once', async ({
  shop,
}) => {
  const { user } = await givenCustomer(shop, 'account@example.com');
  await shop.ctx.db.delete(mails);
  const before = (await logged(shop, 'customer.erase')) + (await logged(shop, 'account.delete'));
  const lock = (tx: Db) => tx.select().from(users).where(eq(users.id, user.id)).for('update');
  const own = () => deleteAccount(shop.ctx, shopPersonalData, { user, requestId: 'r-1' });
  const outcomes = await atOnce(shop, lock, [own, () => erase(shop, user.id)]);
  expect(outcomes).toContain('ok');
  const after = (await logged(shop, 'customer.erase')) + (await logged(shop, 'account.delete'));
  expect([after - before, await farewells(shop), await customerById(shop.ctx.db, user.id)]).toEqual([1, 1, null]);
});
