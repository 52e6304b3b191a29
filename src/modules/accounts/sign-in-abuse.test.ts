import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { givenPerson, givenSignedIn, linkFor, password, press } from '../../../tests/support/account.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { sessions, users } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
});
afterAll(() => shop.close());

let places = 0;
/** Makes a call from a new browser with its own address. */
const send = (path: string, body: object) => {
  places += 1;
  return newVisitor(shop).send('POST', `/auth${path}`, body, { 'x-forwarded-for': `203.0.113.${places}` });
};
const signUp = (email: string, more: object = {}) =>
  send('/sign-up/email', { email, password, name: 'Mia Rose', ...more });
const mailsTo = (email: string) => shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email));

const elsewhere = ['https://evil.example', '//evil.example', '/\\evil.example'];

test.each(elsewhere)('no mail of the shop links to %s', async (url) => {
  const { email } = await givenPerson(shop);
  const answers = [
    await send('/request-password-reset', { email, redirectTo: url }),
    await send('/sign-in/email', { email, password, callbackURL: url }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(await mailsTo(email)).toEqual([]);
  const lured = `lured${places}@example.com`;
  const visitor = newVisitor(shop);
  await visitor.send('POST', '/auth/sign-up/email', { email: lured, password, name: 'Mia Rose', next: url });
  const link = await linkFor(shop, lured, 'verify_email');
  expect(link.href.replace(/[\w.-]+$/, '')).toBe('http://localhost:3000/auth/confirm?token=');
  expect((await press(visitor, link)).body).toEqual({ isSignedIn: true, next: '/' });
});

test.each(elsewhere)('a shop link with a changed address does not lead to %s', async (url) => {
  const { email: known } = await givenPerson(shop);
  await send('/request-password-reset', { email: known, redirectTo: '/auth/reset' });
  const reset = await linkFor(shop, known, 'reset_password');
  reset.searchParams.set('callbackURL', url);
  const answer = await shop.app.request(`${reset.pathname}${reset.search}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
});

test('the sixth sign-up with one address in an hour sends no mail, from any network; other addresses still get theirs', async () => {
  const email = 'flooded@example.com';
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) statuses.push((await signUp(email.toUpperCase())).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await mailsTo(email)).toHaveLength(5);
  expect((await signUp('other@example.com')).status).toBe(200);
});

test('a sign-up whose name holds a web address is refused and mails nothing to a stranger', async () => {
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
});

test('a sign-up stores no picture and no control characters of a name', async () => {
  const email = 'picture@example.com';
  const visitor = newVisitor(shop);
  const body = { email, password, name: 'Mia Rose', firstName: 'Mi\u0007a', image: 'https://evil.example/x.png' };
  expect((await visitor.send('POST', '/auth/sign-up/email', body)).status).toBe(200);
  await press(visitor, await linkFor(shop, email, 'verify_email'));
  const { image, name } = users;
  const rows = await shop.ctx.db.select({ image, name }).from(users).where(eq(users.email, email));
  expect(rows).toEqual([{ image: null, name: 'Mi a Rose' }]);
});

test('confirming another account neither switches the signed-in user nor ends their session', async () => {
  const { email, visitor } = await givenSignedIn(shop);
  const strangers = 'stranger-too@example.com';
  await visitor.send('POST', '/auth/sign-up/email', { email: strangers, password, name: 'Mia Rose' });
  const answer = await press(visitor, await linkFor(shop, strangers, 'verify_email'));
  expect(answer).toEqual({ status: 200, body: { isSignedIn: false, next: '/' } });
  expect((await visitor.send('GET', '/session')).body).toMatchObject({ user: { email } });
  const rows = await shop.ctx.db
    .select({ isConfirmed: users.emailVerified, session: sessions.id })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.email, strangers));
  expect(rows).toEqual([{ isConfirmed: true, session: null }]);
});
