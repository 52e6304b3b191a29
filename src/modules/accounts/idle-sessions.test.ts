import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { securityEvents, sessions } from './tables.server.ts';

import type { TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({ settings: { ADMIN_IDLE_MINUTES: '30' } });

/** Moves the last activity of a user's sessions this many minutes back. */
const letIdle = (shop: TestShop, userId: string, minutes: number) =>
  shop.ctx.db
    .update(sessions)
    .set({ lastSeenAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(sessions.userId, userId));
const idleMinutes = async (shop: TestShop, userId: string) => {
  const idle = sql<number>`round(extract(epoch from now() - ${sessions.lastSeenAt}) / 60)::int`;
  return (await shop.ctx.db.select({ idle }).from(sessions).where(eq(sessions.userId, userId))).map((row) => row.idle);
};
const isIn = async (visitor: TestVisitor, path = '/session') => {
  const { status, body } = await visitor.send('GET', path);
  return path === '/session' ? body.user !== null : status === 200;
};

test('an admin is signed out after 31 idle minutes of 30, and the event is logged', async ({
  shop,
  admin: { id, visitor },
}) => {
  await letIdle(shop, id, 31);
  expect(await isIn(visitor)).toBe(false);
  expect(await idleMinutes(shop, id)).toEqual([]);
  const events = await shop.ctx.db.select().from(securityEvents).where(eq(securityEvents.accountId, id));
  expect(events.map(({ kind, subject }) => [kind, subject])).toContainEqual(['signed_out', 'idle for 30 minutes']);
});

test('an admin who is active every 29 minutes stays signed in', async ({ shop, admin: { id, visitor } }) => {
  for (let turn = 1; turn <= 3; turn += 1) {
    await letIdle(shop, id, 29);
    expect(await isIn(visitor)).toBe(true);
    expect(await idleMinutes(shop, id)).toEqual([0]);
  }
});

test('polling by an open page does not count as activity', async ({ shop, admin: { id, visitor } }) => {
  await letIdle(shop, id, 29);
  expect(await isIn(visitor, '/newest-order')).toBe(true);
  expect(await idleMinutes(shop, id)).toEqual([29]);
  await letIdle(shop, id, 31);
  expect(await isIn(visitor, '/newest-order')).toBe(false);
});

test('a customer stays signed in regardless of idle time', async ({ shop, customer: { id, visitor } }) => {
  await letIdle(shop, id, 5 * 24 * 60);
  expect(await isIn(visitor)).toBe(true);
});

test('an idle admin whose rights still need a second factor is signed out too', async ({
  shop,
  admin: { id, visitor },
}) => {
  await shop.ctx.db.execute(sql`update users set must_secure = true where id = ${id}`);
  expect(await isIn(visitor)).toBe(true);
  await letIdle(shop, id, 31);
  expect(await isIn(visitor)).toBe(false);
});
