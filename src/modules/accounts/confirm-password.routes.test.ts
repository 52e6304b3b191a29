import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';

import { givenAuthenticator, password, requestOf } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { assertConfirmed } from './guard.server.ts';
import { sessions } from './tables.server.ts';
let clock = new Date();

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' }, now: () => clock });

beforeEach(() => {
  clock = new Date();
});

let places = 0;
const confirm = (visitor: TestVisitor, body: object) => {
  places += 1;
  return visitor.send('POST', '/auth-confirm', body, { 'x-forwarded-for': `203.0.113.${places}` });
};
const userOf = async (shop: TestShop, visitor: TestVisitor) => (await requestOf(shop, visitor)).user;

test('sign-in confirms the password for 15 minutes, and proving it again for 15 more', async ({
  shop,
  customer: { visitor },
}) => {
  const { confirmedAt, sessionId } = await userOf(shop, visitor);
  const end = new Date(confirmedAt.getTime() + 15 * 60_000);
  const begun = await userOf(shop, visitor);
  expect(() => assertConfirmed(begun, new Date(end.getTime() - 1))).not.toThrow();
  expect(() => assertConfirmed(begun, end)).toThrow('Confirm your password');
  clock = end;
  expect(await confirm(visitor, { password })).toEqual({ status: 200, body: { confirmed: true } });
  expect((await userOf(shop, visitor)).confirmedAt).toEqual(end);
  const renewed = await userOf(shop, visitor);
  expect(() => assertConfirmed(renewed, new Date(end.getTime() + 15 * 60_000 - 1))).not.toThrow();
  expect(() => assertConfirmed(renewed, new Date(end.getTime() + 15 * 60_000))).toThrow('Confirm your password');
  const rows = await shop.ctx.db.select().from(sessions).where(eq(sessions.confirmedAt, end));
  expect(rows.map(({ id }) => id)).toEqual([sessionId]);
});

test('a wrong password confirms nothing', async ({ shop, customer: { visitor } }) => {
  const before = await userOf(shop, visitor);
  clock = new Date(Date.now() + 60_000);
  expect(await confirm(visitor, { password: 'not-this-one' })).toMatchObject({ status: 422, body: { error: 'wrong' } });
  expect(await userOf(shop, visitor)).toEqual(before);
});

test('a code confirms only if an authenticator is enabled', async ({ shop, admin: { visitor } }) => {
  const none = { status: 422, body: { error: 'no_authenticator' } };
  expect(await confirm(visitor, { code: '123456' })).toMatchObject(none);
  const { secret } = await givenAuthenticator(shop, visitor);
  const wrong = String((Number(totpCode(secret)) + 1) % 1_000_000).padStart(6, '0');
  expect(await confirm(visitor, { code: wrong })).toMatchObject({ status: 422, body: { error: 'wrong' } });
  clock = new Date(Date.now() + 60_000);
  expect(await confirm(visitor, { code: totpCode(secret, 1) })).toMatchObject({ status: 200 });
  expect((await userOf(shop, visitor)).confirmedAt).toEqual(clock);
});

test('the sixth attempt at one account in 15 minutes is refused, right or wrong, from any network', async ({
  customer: { visitor },
}) => {
  const statuses: number[] = [];
  for (const attempt of ['1', '2', '3', '4', '5', password]) {
    statuses.push((await confirm(visitor, { password: attempt })).status);
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
});

test('a guest cannot confirm anything', async ({ shop }) => {
  expect(await confirm(newVisitor(shop), { password })).toMatchObject({ status: 401, body: { error: 'signed_out' } });
});

test.for([[{}], [{ password: '' }], [{ code: '12345' }], [{ password, code: '123456' }], [null], [[]]] as const)(
  'input that is neither a password nor a code is answered 400: %j',
  async ([body], { customer: { visitor } }) => {
    expect(await visitor.send('POST', '/auth-confirm', body)).toMatchObject({ status: 400 });
  },
);
