import { afterEach, beforeEach, expect, vi } from 'vitest';

import { createLimits } from '#platform/limits/limits.server.ts';

import { createApp } from '#app/api.server.ts';
import { authPorts } from '#app/auth-ports.server.ts';
import { givenAuthenticator, givenSignedIn, signIn } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { confirmRefusals } from './accounts.schema.ts';
import { createAuth } from './auth-service.server.ts';

const step = 30_000;
beforeEach(() => {
  const middle = Math.floor(Date.now() / step) * step + step / 2;
  vi.useFakeTimers({ toFake: ['Date'], now: middle });
});
afterEach(() => vi.useRealTimers());

const used = { status: 401, body: { code: 'CODE_USED', message: confirmRefusals.used } };

/** Creates an admin whose authenticator was enabled with its current code. */
async function givenAdmin(shop: TestShop) {
  const { email, visitor } = await givenSignedIn(shop, 'admin');
  return { email, visitor, ...(await givenAuthenticator(shop, visitor)) };
}

const submitTotp = (browser: TestVisitor, code: string, how = 'totp', more: object = {}) =>
  browser.send('POST', `/auth/two-factor/verify-${how}`, { code, ...more });

/** Returns a browser that has entered the password and is prompted for a code. */
async function browserAtCode(shop: TestShop, email: string, where: TestShop = shop): Promise<TestVisitor> {
  const browser = newVisitor(where);
  expect((await signIn(browser, email)).body).toMatchObject({ twoFactorRedirect: true });
  return browser;
}

const isIn = async (browser: TestVisitor) => (await browser.send('GET', '/session')).body.user !== null;

test('the code that enabled the authenticator signs nobody in; the next one does once, and earlier ones no longer do', async ({
  shop,
}) => {
  const { email, secret } = await givenAdmin(shop);
  const browser = await browserAtCode(shop, email);
  expect(await submitTotp(browser, totpCode(secret))).toMatchObject(used);
  expect(await submitTotp(browser, totpCode(secret, 1))).toMatchObject({ status: 200 });
  const thief = await browserAtCode(shop, email);
  for (const period of [1, 0, -1]) expect(await submitTotp(thief, totpCode(secret, period))).toMatchObject(used);
  expect([await isIn(browser), await isIn(thief)]).toEqual([true, false]);
  vi.setSystemTime(Date.now() + 2 * step);
  expect(await submitTotp(thief, totpCode(secret))).toMatchObject({ status: 200 });
});

test('a code used to sign in confirms nothing, and a code used to confirm signs nobody in', async ({ shop }) => {
  const { email, visitor, secret } = await givenAdmin(shop);
  const confirm = (code: string) => visitor.send('POST', '/auth-confirm', { code });
  const refused = { status: 422, body: { error: 'used', message: confirmRefusals.used } };
  expect(await confirm(totpCode(secret))).toEqual(refused);
  expect(await confirm(totpCode(secret, 1))).toMatchObject({ status: 200 });
  expect(await submitTotp(await browserAtCode(shop, email), totpCode(secret, 1))).toMatchObject(used);
  vi.setSystemTime(Date.now() + 2 * step);
  expect(await submitTotp(await browserAtCode(shop, email), totpCode(secret))).toMatchObject({ status: 200 });
  expect(await confirm(totpCode(secret))).toEqual(refused);
});

test('a used code stays used after a restart and in another process on the same database', async ({ shop }) => {
  const { email, secret } = await givenAdmin(shop);
  const limits = createLimits(shop.database.pool, shop.ctx.settings);
  const auth = createAuth(shop.ctx, authPorts(shop.ctx, limits));
  const other = { ...shop, auth, limits, app: createApp({ ...shop, auth, limits }) };
  expect(await submitTotp(await browserAtCode(shop, email, other), totpCode(secret))).toMatchObject(used);
  expect(await submitTotp(await browserAtCode(shop, email, other), totpCode(secret, 1))).toMatchObject({ status: 200 });
  expect(await submitTotp(await browserAtCode(shop, email), totpCode(secret, 1))).toMatchObject(used);
});

test('a used code does not count as wrong, and a stranger’s code is simply wrong', async ({ shop }) => {
  const { email, secret } = await givenAdmin(shop);
  const browser = await browserAtCode(shop, email);
  for (let turn = 1; turn <= 6; turn += 1) expect(await submitTotp(browser, totpCode(secret))).toMatchObject(used);
  const stranger = await givenAdmin(shop);
  const wrong = await submitTotp(browser, totpCode(stranger.secret, 1));
  expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
  expect(await submitTotp(browser, totpCode(secret, 1))).toMatchObject({ status: 200 });
});

test.for(['totp', 'backup-code'])(
  'exactly one of six browsers that submit one %s at the same moment is let in',
  async (how, { shop }) => {
    const { email, secret, backupCodes } = await givenAdmin(shop);
    const browsers = await Promise.all(Array.from({ length: 6 }, () => browserAtCode(shop, email)));
    const code = how === 'totp' ? totpCode(secret, 1) : (backupCodes[0] ?? '');
    const answers = await Promise.all(browsers.map((browser) => submitTotp(browser, code, how)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const inside = await Promise.all(browsers.map(isIn));
    expect(inside.filter(Boolean)).toHaveLength(1);
  },
);

test('no browser may skip the code next time, even if it asks to', async ({ shop }) => {
  const { email, secret, backupCodes } = await givenAdmin(shop);
  const codes: [string, string][] = [
    [totpCode(secret, 1), 'totp'],
    [backupCodes[0] ?? '', 'backup-code'],
  ];
  for (const [code, how] of codes) {
    const browser = await browserAtCode(shop, email);
    expect(await submitTotp(browser, code, how, { trustDevice: true })).toMatchObject({ status: 200 });
    expect([...browser.cookies.keys()].filter((name) => name.includes('trust'))).toEqual([]);
    expect((await signIn(browser, email)).body).toMatchObject({ twoFactorRedirect: true });
  }
});
