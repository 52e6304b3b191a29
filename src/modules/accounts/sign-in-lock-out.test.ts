import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';

import { givenPerson, linkFor, password, confirmMailedLink, signIn } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

const mailFirst =
  'Too many attempts from other places. We sent the owner of this account a link: open it in this browser, then sign in here.';
/** Limits on attempts: from browsers that are new to an account, and per network. */
const byNewDevices = { name: 'sign-in-new-devices', points: 100, seconds: 3_600 };
const byIp = { name: 'sign-in-ip', points: 20, seconds: 900 };
const codesByIp = { name: 'sign-in-code-ip', points: 20, seconds: 900 };
const signUpsByIp = { name: 'sign-up-ip', points: 40, seconds: 3_600 };

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

const at = (ip: string) => ({ 'x-forwarded-for': ip });
const guess = (shop: TestShop, email: string, ip: string, tried = 'wrong-one', visitor = newVisitor(shop)) =>
  visitor.send('POST', '/auth/sign-in/email', { email, password: tried }, at(ip));
const statusesOf = async (count: number, attempt: (turn: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let turn = 1; turn <= count; turn += 1) statuses.push((await attempt(turn)).status);
  return statuses;
};

let networks = 0;
/** Returns an address that was not used before. */
const newIp = () => {
  networks += 1;
  return `203.0.113.${networks}`;
};

/** Takes points of a limit as earlier attempts did, which would each cost a password check. */
async function givenTaken(shop: TestShop, limit: Limit, key: string, count: number): Promise<void> {
  for (let taken = 1; taken <= count; taken += 1) await shop.limits.consume(limit, key);
}

/** Returns a browser in which the account's owner has signed in before. */
async function knownBrowser(shop: TestShop, email: string): Promise<TestVisitor> {
  const visitor = newVisitor(shop);
  expect((await signIn(visitor, email)).status).toBe(200);
  await visitor.send('POST', '/auth/sign-out', {});
  return visitor;
}

test('wrong passwords from elsewhere block the owner neither in a known browser nor on another network', async ({
  shop,
  person: { email },
}) => {
  const owner = await knownBrowser(shop, email);
  const addresses = [newIp(), newIp(), newIp()];
  const statuses = await Promise.all(addresses.map((address) => statusesOf(5, () => guess(shop, email, address))));
  expect(statuses.flat()).toEqual(Array(15).fill(401));
  const [address = ''] = addresses;
  expect((await guess(shop, email, address, password)).status).toBe(429);
  expect((await guess(shop, email, address, password, owner)).status).toBe(200);
  expect((await guess(shop, email, newIp(), password)).status).toBe(200);
}, 120_000);

test('a known browser and its network are limited separately by their own wrong passwords', async ({
  shop,
  person: { email },
}) => {
  const owner = await knownBrowser(shop, email);
  const address = newIp();
  const statuses = await statusesOf(6, () => guess(shop, email, address, 'wrong-one', owner));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await guess(shop, email, address, password)).status).toBe(200);
}, 120_000);

test('a browser known to one account is unknown to every other', async ({ shop }) => {
  const [mine, victim] = [await givenPerson(shop), await givenPerson(shop)];
  const visitor = await knownBrowser(shop, mine.email);
  const address = newIp();
  const statuses = await statusesOf(6, () => guess(shop, victim.email, address, 'wrong-one', visitor));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
}, 120_000);

test('all addresses of one IPv6 network share one limit', async ({ shop, person: { email } }) => {
  const statuses = await statusesOf(6, (turn) => guess(shop, email, `2001:db8:1:2::${turn}`));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await guess(shop, email, '2001:db8:1:3::1', password)).status).toBe(200);
}, 120_000);

test('one network has 20 attempts in 15 minutes across all accounts', async ({ shop }) => {
  const address = newIp();
  await givenTaken(shop, byIp, address, 18);
  const statuses = await statusesOf(3, (turn) => guess(shop, `person${turn}@example.com`, address));
  expect(statuses).toEqual([401, 401, 429]);
}, 120_000);

test('sign-ins cost a network no attempt, and one customer’s wrong passwords limit only that customer', async ({
  shop,
}) => {
  const address = newIp();
  await givenTaken(shop, byIp, address, 13);
  const people = await Promise.all(Array.from({ length: 8 }, () => givenPerson(shop)));
  for (const { email } of people) expect((await guess(shop, email, address, password)).status).toBe(200);
  const [one, other] = people.map(({ email }) => email);
  expect(await statusesOf(6, () => guess(shop, one ?? '', address))).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await guess(shop, other ?? '', address, password)).status).toBe(200);
}, 120_000);

const signUp = (shop: TestShop, email: string, ip: string) =>
  newVisitor(shop).send('POST', '/auth/sign-up/email', { email, password, name: 'Mia Rose' }, at(ip));

test('forty people behind one network sign up in an hour, and the next is refused', async ({ shop }) => {
  const address = newIp();
  await givenTaken(shop, signUpsByIp, address, 38);
  expect(await statusesOf(3, (turn) => signUp(shop, `crowd${turn}@example.com`, address))).toEqual([200, 200, 429]);
}, 120_000);

test('confirmed sign-ups cost a network no attempt, and the twenty-first wrong link is refused', async ({ shop }) => {
  const address = newIp();
  const pressed = (token: string | null) => newVisitor(shop).send('POST', '/auth/verify-email', { token }, at(address));
  await givenTaken(shop, codesByIp, address, 19);
  for (const email of ['class1@example.com', 'class2@example.com']) {
    await signUp(shop, email, newIp());
    const link = await linkFor(shop, email, 'verify_email');
    expect((await pressed(link.searchParams.get('token'))).status).toBe(200);
  }
  expect(await statusesOf(2, (turn) => pressed(`wrong-${turn}`))).toEqual([400, 429]);
}, 120_000);

test('after 100 attempts in an hour, new browsers need the owner’s mail, and its link lets only the owner in', async ({
  shop,
  person: { email },
}) => {
  const owner = await knownBrowser(shop, email);
  await givenTaken(shop, byNewDevices, email, 100);
  const refused = await guess(shop, email, newIp(), password);
  expect(refused).toMatchObject({ status: 429, body: { message: mailFirst } });
  const elsewhere = newVisitor(shop);
  await confirmMailedLink(elsewhere, await linkFor(shop, email, 'confirm_device'), 'confirm-device');
  expect((await guess(shop, email, newIp(), password, elsewhere)).status).toBe(200);
  expect((await guess(shop, email, newIp(), password, owner)).status).toBe(200);
  expect((await guess(shop, email, newIp(), password)).status).toBe(429);
}, 120_000);

test('many attempts get the same responses whether an account exists or not, and its owner gets at most three mails an hour', async ({
  shop,
  person: { email },
}) => {
  const ends = async (who: string) => {
    await givenTaken(shop, byNewDevices, who, 100);
    const answers = await Promise.all(Array.from({ length: 5 }, () => guess(shop, who, newIp())));
    return answers.map(({ status }) => status);
  };
  const refusedAll = [429, 429, 429, 429, 429];
  expect([await ends(email), await ends('nobody@example.com')]).toEqual([refusedAll, refusedAll]);
  const sent = await shop.ctx.db.select({ to: mails.toAddress }).from(mails).where(eq(mails.toAddress, email));
  expect(sent).toHaveLength(3);
  expect(await shop.ctx.db.$count(mails, eq(mails.toAddress, 'nobody@example.com'))).toBe(0);
}, 120_000);

test('requesting resets in other people’s names floods no mailbox and does not block the owner’s browser', async ({
  shop,
  person: { email },
}) => {
  const owner = await knownBrowser(shop, email);
  const ask = (ip: string, visitor = newVisitor(shop)) =>
    visitor.send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' }, at(ip));
  const address = newIp();
  expect(await statusesOf(4, () => ask(address))).toEqual([200, 200, 200, 429]);
  const strangers = await Promise.all(Array.from({ length: 12 }, () => ask(newIp())));
  expect(strangers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect((await ask(address, owner)).status).toBe(200);
}, 120_000);
