import { eq } from 'drizzle-orm';
import { symmetricEncrypt } from 'better-auth/crypto';
import { expect } from 'vitest';

import type { Limit } from '#platform/limits/limits.server.ts';

import {
  givenAuthenticator,
  givenSignedIn,
  linkFor,
  password,
  confirmMailedLink,
  signIn,
} from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { twoFactors } from './tables.server.ts';

const mailFirst =
  'Too many attempts from other places. We sent the owner of this account a link: open it in this browser, then sign in here.';

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

let networks = 0;
const newIp = () => {
  networks += 1;
  return `198.51.${100 + (networks >> 8)}.${networks & 255}`;
};
const from = (ip: string) => ({ 'x-forwarded-for': ip });

/** Enters the password in a browser, a new one unless it is passed. Returns the browser. */
async function atCode(shop: TestShop, email: string, ip = newIp(), browser = newVisitor(shop)): Promise<TestVisitor> {
  await browser.send('POST', '/auth/sign-in/email', { email, password }, from(ip));
  return browser;
}

/** Limit on wrong codes for one account from browsers that are new to it. */
const codesByNewDevices = { name: 'second-factor-new-devices', points: 20, seconds: 3_600 };

/** Takes points of a limit as earlier wrong codes did. */
async function givenTaken(shop: TestShop, limit: Limit, key: string, count: number): Promise<void> {
  for (let taken = 1; taken <= count; taken += 1) await shop.limits.consume(limit, key);
}

const submitTotp = (browser: TestVisitor, code: string, ip: string, how = 'totp') =>
  browser.send('POST', `/auth/two-factor/verify-${how}`, { code }, from(ip));
const wrongFor = (secret: string) => String((Number(totpCode(secret)) + 500_000) % 1_000_000).padStart(6, '0');

/** Creates an admin with an authenticator and the browser in which it was set up. */
async function givenOwner(shop: TestShop) {
  const { email, id, visitor } = await givenSignedIn(shop, 'admin');
  return { id, email, browser: visitor, ...(await givenAuthenticator(shop, visitor)) };
}

/**
 * Submits wrong codes from thieves who know the password, each with their own browser and network.
 */
async function thievesGuess(shop: TestShop, email: string, secret: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const ip = newIp();
    statuses.push((await submitTotp(await atCode(shop, email, ip), wrongFor(secret), ip)).status);
  }
  return statuses;
}

/** Signs the owner in again in the known browser. */
async function ownerReturns({ email, browser, secret }: Awaited<ReturnType<typeof givenOwner>>, ip: string) {
  await browser.send('POST', '/auth/sign-out', {}, from(ip));
  await signIn(browser, email);
  return submitTotp(browser, totpCode(secret, 1), ip);
}

test('wrong codes of strangers block no known browser and are refused after 20 in an hour', async ({ shop }) => {
  const owner = await givenOwner(shop);
  await givenTaken(shop, codesByNewDevices, owner.email, 18);
  expect(await thievesGuess(shop, owner.email, owner.secret, 4)).toEqual([401, 401, 429, 429]);
  expect((await ownerReturns(owner, newIp())).status).toBe(200);
}, 120_000);

test('strangers behind the same network address do not block a known browser', async ({ shop }) => {
  const owner = await givenOwner(shop);
  const ip = newIp();
  const thief = await atCode(shop, owner.email, ip);
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) statuses.push((await submitTotp(thief, wrongFor(owner.secret), ip)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await ownerReturns(owner, ip)).status).toBe(200);
}, 120_000);

test('a known browser is refused after five wrong codes in 15 minutes, across repeated sign-ins', async ({ shop }) => {
  const owner = await givenOwner(shop);
  const ip = newIp();
  await owner.browser.send('POST', '/auth/sign-out', {}, from(ip));
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) {
    await signIn(owner.browser, owner.email);
    statuses.push((await submitTotp(owner.browser, wrongFor(owner.secret), ip)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
}, 120_000);

test('correct codes cost nothing: with one attempt left, two sign-ins with a code succeed', async ({ shop }) => {
  const owner = await givenOwner(shop);
  const ip = newIp();
  await givenTaken(shop, { name: 'second-factor-paced', points: 5, seconds: 900 }, `${ip}:${owner.email}`, 4);
  await givenTaken(shop, codesByNewDevices, owner.email, 19);
  for (const code of owner.backupCodes.slice(0, 2))
    expect((await submitTotp(await atCode(shop, owner.email, ip), code, ip, 'backup-code')).status).toBe(200);
}, 120_000);

test('the mailed link lets the owner in with a new browser after strangers used up its codes', async ({ shop }) => {
  const owner = await givenOwner(shop);
  await givenTaken(shop, codesByNewDevices, owner.email, 20);
  const ip = newIp();
  const phone = await atCode(shop, owner.email, ip);
  expect(await submitTotp(phone, totpCode(owner.secret, 1), ip)).toMatchObject({
    status: 429,
    body: { message: mailFirst },
  });
  await confirmMailedLink(phone, await linkFor(shop, owner.email, 'confirm_device'), 'confirm-device');
  await atCode(shop, owner.email, ip, phone);
  expect((await submitTotp(phone, totpCode(owner.secret, 1), ip)).status).toBe(200);
}, 120_000);

test('an account locked by an earlier version opens immediately', async ({ shop }) => {
  const owner = await givenOwner(shop);
  const lockedUntil = new Date(Date.now() + 600_000);
  await shop.ctx.db
    .update(twoFactors)
    .set({ lockedUntil, failedVerificationCount: 10 })
    .where(eq(twoFactors.userId, owner.id));
  expect((await ownerReturns(owner, newIp())).status).toBe(200);
}, 120_000);

/** Signs in with a backup code in a new browser. */
const enterCode = async (shop: TestShop, email: string, code = '') =>
  (await submitTotp(await atCode(shop, email), code, newIp(), 'backup-code')).status;

const storedCodes = async (shop: TestShop, userId: string) => {
  const rows = await shop.ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return rows[0]?.backupCodes ?? '';
};

test('backup codes are stored as ten keyed hashes, and using one leaves nine', async ({ shop }) => {
  const owner = await givenOwner(shop);
  const hashes = JSON.parse(await storedCodes(shop, owner.id)) as string[];
  expect(hashes).toHaveLength(10);
  expect(hashes.every((one) => /^hmac:[\w-]{43}$/.test(one))).toBe(true);
  expect(await enterCode(shop, owner.email, hashes[0])).toBe(401);
  expect(await enterCode(shop, owner.email, owner.backupCodes[0])).toBe(200);
  expect(await enterCode(shop, owner.email, owner.backupCodes[0])).toBe(401);
  expect(JSON.parse(await storedCodes(shop, owner.id))).toEqual(hashes.slice(1));
}, 120_000);

test('encrypted backup codes of an earlier version work once and are hashed at the next sign-in', async ({ shop }) => {
  const owner = await givenOwner(shop);
  const old = ['aB3dE-fG7hI', 'kL9mN-oP1qR'];
  const backupCodes = await symmetricEncrypt({ key: shop.ctx.settings.sessionSecret, data: JSON.stringify(old) });
  await shop.ctx.db.update(twoFactors).set({ backupCodes }).where(eq(twoFactors.userId, owner.id));
  expect((await ownerReturns(owner, newIp())).status).toBe(200);
  expect(JSON.parse(await storedCodes(shop, owner.id))).toHaveLength(2);
  const statuses: number[] = [];
  for (const code of [old[0], old[0], old[1]]) statuses.push(await enterCode(shop, owner.email, code));
  expect(statuses).toEqual([200, 401, 200]);
}, 120_000);
