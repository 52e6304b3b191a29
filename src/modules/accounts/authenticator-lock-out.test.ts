import { eq } from 'drizzle-orm';
import { symmetricEncrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { givenAuthenticator, givenSignedIn, linkFor, press, signIn } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { twoFactors } from './tables.server.ts';

const mailFirst =
  'Too many attempts from other places. We sent the owner of this account a link: open it in this browser, then sign in here.';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
}, 120_000);
afterAll(() => shop.close());

let networks = 0;
const newIp = () => {
  networks += 1;
  return `198.51.${100 + (networks >> 8)}.${networks & 255}`;
};
const from = (ip: string) => ({ 'x-forwarded-for': ip });

const give = (browser: TestVisitor, code: string, ip: string, how = 'totp') =>
  browser.send('POST', `/auth/two-factor/verify-${how}`, { code }, from(ip));
const wrongFor = (secret: string) => String((Number(totpCode(secret)) + 500_000) % 1_000_000).padStart(6, '0');

/** Creates an admin with an authenticator and the browser in which it was set up. */
async function givenOwner() {
  const { email, id, visitor } = await givenSignedIn(shop, 'admin');
  return { id, email, browser: visitor, ...(await givenAuthenticator(shop, visitor)) };
}

/**
 * Submits wrong codes from thieves who know the password, each with their own browser and network.
 */
async function thievesGuess(email: string, secret: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const ip = newIp();
    const thief = newVisitor(shop);
    await thief.send('POST', '/auth/sign-in/email', { email, password: 'rose-garden-7' }, from(ip));
    statuses.push((await give(thief, wrongFor(secret), ip)).status);
  }
  return statuses;
}

/** Signs the owner in again in the known browser. */
async function ownerReturns({ email, browser, secret }: Awaited<ReturnType<typeof givenOwner>>, ip: string) {
  await browser.send('POST', '/auth/sign-out', {}, from(ip));
  await signIn(browser, email);
  return give(browser, totpCode(secret, 1), ip);
}

test('25 wrong codes of strangers block no known browser and are refused after 20 in an hour', async () => {
  const owner = await givenOwner();
  const statuses = await thievesGuess(owner.email, owner.secret, 25);
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
  expect((await ownerReturns(owner, newIp())).status).toBe(200);
}, 120_000);

test('strangers behind the same network address do not block a known browser', async () => {
  const owner = await givenOwner();
  const ip = newIp();
  const thief = newVisitor(shop);
  await thief.send('POST', '/auth/sign-in/email', { email: owner.email, password: 'rose-garden-7' }, from(ip));
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) statuses.push((await give(thief, wrongFor(owner.secret), ip)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await ownerReturns(owner, ip)).status).toBe(200);
}, 120_000);

test('a known browser is refused after five wrong codes in 15 minutes, across repeated sign-ins', async () => {
  const owner = await givenOwner();
  const ip = newIp();
  await owner.browser.send('POST', '/auth/sign-out', {}, from(ip));
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) {
    await signIn(owner.browser, owner.email);
    statuses.push((await give(owner.browser, wrongFor(owner.secret), ip)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
}, 120_000);

test('correct codes cost nothing: six consecutive sign-ins with a code succeed', async () => {
  const owner = await givenOwner();
  const statuses: number[] = [];
  for (const code of owner.backupCodes.slice(0, 6)) {
    const ip = newIp();
    const browser = newVisitor(shop);
    await browser.send('POST', '/auth/sign-in/email', { email: owner.email, password: 'rose-garden-7' }, from(ip));
    statuses.push((await give(browser, code, ip, 'backup-code')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
}, 120_000);

test('the mailed link lets the owner in with a new browser after strangers used up its codes', async () => {
  const owner = await givenOwner();
  await thievesGuess(owner.email, owner.secret, 20);
  const ip = newIp();
  const phone = newVisitor(shop);
  const enter = () =>
    phone.send('POST', '/auth/sign-in/email', { email: owner.email, password: 'rose-garden-7' }, from(ip));
  await enter();
  expect(await give(phone, totpCode(owner.secret, 1), ip)).toMatchObject({ status: 429, body: { message: mailFirst } });
  await press(phone, await linkFor(shop, owner.email, 'confirm_device'), 'confirm-device');
  await enter();
  expect((await give(phone, totpCode(owner.secret, 1), ip)).status).toBe(200);
}, 120_000);

test('an account locked by an earlier version opens immediately', async () => {
  const owner = await givenOwner();
  const lockedUntil = new Date(Date.now() + 600_000);
  await shop.ctx.db
    .update(twoFactors)
    .set({ lockedUntil, failedVerificationCount: 10 })
    .where(eq(twoFactors.userId, owner.id));
  expect((await ownerReturns(owner, newIp())).status).toBe(200);
}, 120_000);

const storedCodes = async (userId: string) => {
  const rows = await shop.ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return rows[0]?.backupCodes ?? '';
};

test('backup codes are stored as ten keyed hashes, and using one leaves nine', async () => {
  const owner = await givenOwner();
  const hashes = JSON.parse(await storedCodes(owner.id)) as string[];
  expect(hashes).toHaveLength(10);
  expect(hashes.every((one) => /^hmac:[\w-]{43}$/.test(one))).toBe(true);
  const enter = async (code: string) => {
    const browser = newVisitor(shop);
    await browser.send('POST', '/auth/sign-in/email', { email: owner.email, password: 'rose-garden-7' }, from(newIp()));
    return (await give(browser, code, newIp(), 'backup-code')).status;
  };
  expect(await enter(hashes[0] ?? '')).toBe(401);
  expect(await enter(owner.backupCodes[0] ?? '')).toBe(200);
  expect(await enter(owner.backupCodes[0] ?? '')).toBe(401);
  expect(JSON.parse(await storedCodes(owner.id))).toEqual(hashes.slice(1));
}, 120_000);

test('encrypted backup codes of an earlier version work once and are hashed at the next sign-in', async () => {
  const owner = await givenOwner();
  const old = ['aB3dE-fG7hI', 'kL9mN-oP1qR'];
  const backupCodes = await symmetricEncrypt({ key: shop.ctx.settings.sessionSecret, data: JSON.stringify(old) });
  await shop.ctx.db.update(twoFactors).set({ backupCodes }).where(eq(twoFactors.userId, owner.id));
  expect((await ownerReturns(owner, newIp())).status).toBe(200);
  expect(JSON.parse(await storedCodes(owner.id))).toHaveLength(2);
  const enter = async (code = '') => {
    const [browser, ip] = [newVisitor(shop), newIp()];
    await browser.send('POST', '/auth/sign-in/email', { email: owner.email, password: 'rose-garden-7' }, from(ip));
    return (await give(browser, code, ip, 'backup-code')).status;
  };
  expect([await enter(old[0]), await enter(old[0]), await enter(old[1])]).toEqual([200, 401, 200]);
}, 120_000);
