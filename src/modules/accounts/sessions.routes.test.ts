import { createHmac } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { eraseOldData } from '#modules/privacy/retention.server.ts';

import { givenSignedIn, requestOf, signIn } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { accountsPersonalData } from './accounts.personal-data.server.ts';
import { sessions } from './tables.server.ts';
import { endOtherSessions, openSessions } from './sessions.server.ts';
import { endSession } from './sessions.queries.server.ts';

const test = testWithShop({ settings: { TRUST_PROXY: 'true' } });

const storedOf = (shop: TestShop, userId: string) =>
  shop.ctx.db.select().from(sessions).where(eq(sessions.userId, userId));
const isIn = async (visitor: TestVisitor) => (await visitor.send('GET', '/session')).body.user !== null;

/** True when a thief of the database and of the signing secret can sign in with this token. */
async function enterWith(shop: TestShop, token: string): Promise<boolean> {
  const mark = createHmac('sha256', shop.ctx.settings.sessionSecret).update(token).digest('base64');
  const cookie = `shop.session_token=${encodeURIComponent(`${token}.${mark}`)}`;
  return (await newVisitor(shop).send('GET', '/session', undefined, { cookie })).body.user !== null;
}

test('a session token has 256 bits, and its stored form lets nobody in', async ({
  shop,
  customer: { id, visitor },
}) => {
  const [token = ''] = decodeURIComponent(visitor.cookies.get('shop.session_token') ?? '').split('.');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const [stored] = await storedOf(shop, id);
  expect(stored?.token).not.toContain(token);
  expect(await enterWith(shop, stored?.token ?? '')).toBe(false);
  expect(await enterWith(shop, token)).toBe(true);
});

test('signing in again issues a new token and ends this browser’s previous session', async ({
  shop,
  customer: { id, email, visitor },
}) => {
  const before = visitor.cookies.get('shop.session_token');
  await signIn(visitor, email);
  expect(visitor.cookies.get('shop.session_token')).not.toBe(before);
  expect(await storedOf(shop, id)).toHaveLength(1);
  expect(await isIn(visitor)).toBe(true);
});

test('sessions are listed with their device, the current one first, and only their owner can end them', async ({
  shop,
  customer: { email, visitor },
}) => {
  const elsewhere = newVisitor(shop);
  const phone = {
    'x-forwarded-for': '203.0.113.9',
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
  };
  await elsewhere.send('POST', '/auth/sign-in/email', { email, password: 'rose-garden-7' }, phone);
  const { user } = await requestOf(shop, visitor);
  const open = await openSessions(shop.ctx, user);
  expect(open).toMatchObject([{ isThis: true }, { isThis: false, device: 'Safari on iPhone', address: '203.0.113.9' }]);
  const stranger = await givenSignedIn(shop);
  await endSession(shop.ctx.db, stranger.id, open[1]?.id ?? '');
  expect(await isIn(elsewhere)).toBe(true);
  await endSession(shop.ctx.db, user.id, open[1]?.id ?? '');
  expect([await isIn(elsewhere), await isIn(visitor)]).toEqual([false, true]);
});

test('ending all other sessions leaves those of other people open', async ({ shop, customer: { email, visitor } }) => {
  const others = [newVisitor(shop), newVisitor(shop)];
  for (const other of others) await signIn(other, email);
  const stranger = await givenSignedIn(shop);
  const { user } = await requestOf(shop, visitor);
  await endOtherSessions(shop.ctx.db, user);
  expect(await Promise.all([...others, visitor, stranger.visitor].map(isIn))).toEqual([false, false, true, true]);
});

test('an expired session opens nothing, is not listed, and is deleted', async ({
  shop,
  customer: { id, email, visitor },
}) => {
  const late = newVisitor(shop);
  await signIn(late, email);
  const { user } = await requestOf(shop, late);
  await shop.ctx.db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.id, user.sessionId));
  const here = await requestOf(shop, visitor);
  expect(await openSessions(shop.ctx, here.user)).toHaveLength(1);
  expect(await isIn(late)).toBe(false);
  await eraseOldData(shop.ctx, [accountsPersonalData]);
  expect(await storedOf(shop, id)).toHaveLength(1);
  expect(await isIn(late)).toBe(false);
});
