import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import {
  givenAuthenticator,
  givenPerson,
  linkFor,
  password,
  confirmMailedLink,
  signIn,
  signUp,
} from '../../../tests/support/account.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { profiles, users } from './tables.server.ts';

const openLink = (shop: TestShop, { pathname, search }: URL) => shop.app.request(`${pathname}${search}`);

/** Requests a reset. Returns the token of its mailed link. */
async function resetToken(shop: TestShop, email: string): Promise<string> {
  await newVisitor(shop).send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' });
  return (await linkFor(shop, email, 'reset_password')).pathname.split('/').at(-1) ?? '';
}

test('names are stored unchanged, including a first name of two words', async ({ shop }) => {
  const email = 'mary@example.com';
  const visitor = newVisitor(shop);
  await signUp(visitor, email, password, { firstName: 'Mary Ann', lastName: 'Lee', name: 'Mary Ann Lee' });
  await confirmMailedLink(visitor, await linkFor(shop, email, 'verify_email'));
  const [row] = await shop.ctx.db
    .select({ firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(users.email, email));
  expect(row).toEqual({ firstName: 'Mary Ann', lastName: 'Lee', displayName: 'Mary Ann' });
});

test.for([
  ['GET', '/auth/get-session'],
  ['GET', '/auth/list-sessions'],
  ['POST', '/auth/update-user'],
  ['POST', '/auth/change-password'],
  ['POST', '/auth/change-email'],
  ['POST', '/auth/delete-user'],
  ['POST', '/auth/revoke-sessions'],
  ['POST', '/auth/two-factor/enable'],
  ['POST', '/auth/two-factor/disable'],
  ['POST', '/auth/two-factor/get-totp-uri'],
  ['POST', '/auth/two-factor/generate-backup-codes'],
] as const)(
  '%s %s, a library call that the shop does not offer, is not found',
  async ([method, path], { customer: { visitor } }) => {
    const body = method === 'POST' ? { name: 'X', image: 'x', password, newPassword: 'other-one-7' } : undefined;
    expect((await visitor.send(method, path, body)).status).toBe(404);
  },
);

test('with an authenticator, sign-in completes only after its code; a backup code works once', async ({
  shop,
  admin: { email, visitor },
}) => {
  const { secret, backupCodes } = await givenAuthenticator(shop, visitor);
  const enter = async (path: string, code: string) => {
    const browser = newVisitor(shop);
    expect((await signIn(browser, email)).body).toMatchObject({ twoFactorRedirect: true });
    expect((await browser.send('GET', '/session')).body).toEqual({ user: null });
    const { status } = await browser.send('POST', `/auth/two-factor/${path}`, { code });
    return { status, user: (await browser.send('GET', '/session')).body.user };
  };
  expect(await enter('verify-totp', '000000')).toEqual({ status: 401, user: null });
  const entered = await enter('verify-totp', totpCode(secret, 1));
  expect(entered).toMatchObject({ status: 200, user: { hasAuthenticator: true } });
  const [code = ''] = backupCodes;
  expect(backupCodes).toHaveLength(10);
  expect(await enter('verify-backup-code', code)).toMatchObject({ status: 200, user: { email } });
  expect(await enter('verify-backup-code', code)).toEqual({ status: 401, user: null });
});

test('one sign-in accepts five wrong codes, then refuses even the right one', async ({
  shop,
  admin: { email, visitor },
}) => {
  const { secret } = await givenAuthenticator(shop, visitor);
  const browser = newVisitor(shop);
  await signIn(browser, email);
  const wrong = String((Number(totpCode(secret)) + 500_000) % 1_000_000).padStart(6, '0');
  const statuses: number[] = [];
  for (let turn = 1; turn <= 5; turn += 1) {
    statuses.push((await browser.send('POST', '/auth/two-factor/verify-totp', { code: wrong })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  expect((await browser.send('POST', '/auth/two-factor/verify-totp', { code: totpCode(secret, 1) })).status).toBe(400);
  expect((await browser.send('GET', '/session')).body).toEqual({ user: null });
});

test('a reset names and requires 12 characters for an admin and 6 for a customer, and a link works once', async ({
  shop,
}) => {
  const reset = async (email: string, newPassword: string) => {
    const token = await resetToken(shop, email);
    const send = () => newVisitor(shop).send('POST', '/auth/reset-password', { token, newPassword });
    return [(await send()).status, (await send()).status];
  };
  const admin = await givenPerson(shop, 'admin');
  const customer = await givenPerson(shop);
  const shown = async (email: string) => shop.auth.resetMinLength(await resetToken(shop, email));
  expect([await shown(admin.email), await shown(customer.email)]).toEqual([12, 6]);
  expect(await shop.auth.resetMinLength('no-such-token')).toBe(6);
  expect(await reset(admin.email, 'elevenchars')).toEqual([400, 400]);
  expect(await reset(admin.email, 'twelve-chars')).toEqual([200, 400]);
  expect(await reset(customer.email, 'five5')).toEqual([400, 400]);
  expect(await reset(customer.email, 'six--6')).toEqual([200, 400]);
  expect(await reset(customer.email, 'password')).toEqual([400, 400]);
});

test('a reset link leads to the shop’s page, and an invalid one says so', async ({ shop, person: { email } }) => {
  await newVisitor(shop).send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' });
  const link = await linkFor(shop, email, 'reset_password');
  expect((await openLink(shop, link)).headers.get('location')).toMatch(/\/auth\/reset\?token=/);
  link.pathname = `${link.pathname}x`;
  expect((await openLink(shop, link)).headers.get('location')).toMatch(/\/auth\/reset\?error=INVALID_TOKEN$/);
});
