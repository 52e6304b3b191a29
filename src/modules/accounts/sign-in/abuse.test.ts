import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { givenPerson, givenSignedIn, linkFor, password } from '../../../../tests/support/account.ts';
import { newVisitor } from '../../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { sessions, users } from '../tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
});
afterAll(() => shop.close());

let places = 0;
/** A call of a browser that comes from an address of its own. */
const send = (path: string, body: object) => {
  places += 1;
  return newVisitor(shop).send('POST', `/auth${path}`, body, { 'x-forwarded-for': `203.0.113.${places}` });
};
const signUp = (email: string, more: object = {}) =>
  send('/sign-up/email', { email, password, name: 'Mia Rose', ...more });
const mailsTo = (email: string) => shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email));

const elsewhere = ['https://evil.example', '//evil.example', '/\\evil.example'];

test.each(elsewhere)('no mail of the shop leads to %s', async (url) => {
  const { email } = await givenPerson(shop);
  const answers = [
    await signUp('lured@example.com', { callbackURL: url }),
    await send('/request-password-reset', { email, redirectTo: url }),
    await send('/send-verification-email', { email: 'lured@example.com', callbackURL: url }),
    await send('/sign-in/email', { email, password, callbackURL: url }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect([await mailsTo(email), await mailsTo('lured@example.com')]).toEqual([[], []]);
});

test.each(elsewhere)('a link of the shop whose address was changed does not lead to %s', async (url) => {
  const email = `changed${places}@example.com`;
  await signUp(email);
  const confirm = await linkFor(shop, email, 'verify_email');
  confirm.searchParams.set('callbackURL', url);
  const { email: known } = await givenPerson(shop);
  await send('/request-password-reset', { email: known, redirectTo: '/auth/reset' });
  const reset = await linkFor(shop, known, 'reset_password');
  reset.searchParams.set('callbackURL', url);
  for (const { pathname, search } of [confirm, reset]) {
    const answer = await shop.app.request(`${pathname}${search}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  }
});

test('the sixth sign-up with one address in an hour sends no mail, from wherever it comes; others get theirs', async () => {
  const email = 'flooded@example.com';
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) statuses.push((await signUp(email.toUpperCase())).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await mailsTo(email)).toHaveLength(5);
  expect((await signUp('other@example.com')).status).toBe(200);
});

test('nobody sends a link to a stranger in the name of a new account, nor stores a picture with it', async () => {
  const email = 'stranger@example.com';
  for (const more of [
    { name: 'http://evil.example Rose' },
    { name: 'Mia evil.example' },
    { firstName: 'evil.example' },
  ]) {
    expect(await signUp(email, more)).toMatchObject({
      status: 400,
      body: { message: 'Enter your first and last name, without a web address.' },
    });
  }
  expect(await mailsTo(email)).toEqual([]);
  expect((await signUp(email, { image: 'https://evil.example/x.png' })).status).toBe(200);
  const rows = await shop.ctx.db.select({ image: users.image }).from(users).where(eq(users.email, email));
  expect(rows).toEqual([{ image: null }]);
});

test('a link that confirms another account never makes who is signed in somebody else, nor ends their session', async () => {
  const { email, visitor } = await givenSignedIn(shop);
  const strangers = 'stranger-too@example.com';
  await signUp(strangers);
  const { pathname, search } = await linkFor(shop, strangers, 'verify_email');
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await shop.app.request(`${pathname}${search}`, { headers: { cookie } });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([302, []]);
  expect((await visitor.send('GET', '/session')).body).toMatchObject({ user: { email } });
  const rows = await shop.ctx.db
    .select({ isConfirmed: users.emailVerified, session: sessions.id })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.email, strangers));
  expect(rows).toEqual([{ isConfirmed: true, session: null }]);
});
