import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { linkFor, password, confirmMailedLink } from '../../../tests/support/account.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { sessions, users } from './tables.server.ts';

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

let places = 0;
/** Makes a call from a new browser with its own address. */
const send = (shop: TestShop, path: string, body: object) => {
  places += 1;
  return newVisitor(shop).send('POST', `/auth${path}`, body, { 'x-forwarded-for': `203.0.113.${places}` });
};
const signUp = (shop: TestShop, email: string, more: object = {}) =>
  send(shop, '/sign-up/email', { email, password, name: 'Mia Rose', ...more });
const mailsTo = (shop: TestShop, email: string) => shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email));

const elsewhere = ['https://evil.example', '//evil.example', '/\\evil.example'];

test.for(elsewhere)('no mail of the shop links to %s', async (url, { shop, person: { email } }) => {
  const answers = [
    await send(shop, '/request-password-reset', { email, redirectTo: url }),
    await send(shop, '/sign-in/email', { email, password, callbackURL: url }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(await mailsTo(shop, email)).toEqual([]);
  const lured = `lured${places}@example.com`;
  const visitor = newVisitor(shop);
  await visitor.send('POST', '/auth/sign-up/email', { email: lured, password, name: 'Mia Rose', next: url });
  const link = await linkFor(shop, lured, 'verify_email');
  expect(link.href.replace(/[\w.-]+$/, '')).toBe('http://localhost:3000/auth/confirm?token=');
  expect((await confirmMailedLink(visitor, link)).body).toEqual({ isSignedIn: true, next: '/' });
});

test.for([undefined, '/', '/product', '/auth/reset?next=/product', '/reviews#'])(
  'a reset requested for %s mails the link of the page for a new password',
  async (redirectTo, { shop, person: { email } }) => {
    await send(shop, '/request-password-reset', { email, redirectTo });
    const link = await linkFor(shop, email, 'reset_password');
    expect(link.search).toBe('?callbackURL=%2Fauth%2Freset');
  },
);

test.for(['/', '/product', '/reviews?a=1', '/auth/reset#x'])(
  'the token of a reset does not go to %s',
  async (url, { shop, person: { email } }) => {
    await send(shop, '/request-password-reset', { email, redirectTo: '/auth/reset' });
    const link = await linkFor(shop, email, 'reset_password');
    const shown = await shop.app.request(`${link.pathname}${link.search}`);
    expect(shown.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/reset\?token=\w+$/);
    link.searchParams.set('callbackURL', url);
    const answer = await shop.app.request(`${link.pathname}${link.search}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  },
);

test.for(elsewhere)(
  'a shop link with a changed address does not lead to %s',
  async (url, { shop, person: { email: known } }) => {
    await send(shop, '/request-password-reset', { email: known, redirectTo: '/auth/reset' });
    const reset = await linkFor(shop, known, 'reset_password');
    reset.searchParams.set('callbackURL', url);
    const answer = await shop.app.request(`${reset.pathname}${reset.search}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  },
);

test('the sixth sign-up with one address in an hour sends no mail, from any network; other addresses still get theirs', async ({
  shop,
}) => {
  const email = 'flooded@example.com';
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) statuses.push((await signUp(shop, email.toUpperCase())).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await mailsTo(shop, email)).toHaveLength(5);
  expect((await signUp(shop, 'other@example.com')).status).toBe(200);
});

test('a sign-up whose name holds a web address is refused and mails nothing to a stranger', async ({ shop }) => {
  const email = 'stranger@example.com';
  for (const more of [
    { name: 'http://evil.example Rose' },
    { name: 'Mia evil.example' },
    { firstName: 'evil.example' },
  ]) {
    expect(await signUp(shop, email, more)).toMatchObject({
      status: 400,
      body: { message: 'Enter your first and last name, without a web address.' },
    });
  }
  expect(await mailsTo(shop, email)).toEqual([]);
});

test('a sign-up stores no picture and no control characters of a name', async ({ shop }) => {
  const email = 'picture@example.com';
  const visitor = newVisitor(shop);
  const body = { email, password, name: 'Mia Rose', firstName: 'Mi\u0007a', image: 'https://evil.example/x.png' };
  expect((await visitor.send('POST', '/auth/sign-up/email', body)).status).toBe(200);
  await confirmMailedLink(visitor, await linkFor(shop, email, 'verify_email'));
  const { image, name } = users;
  const rows = await shop.ctx.db.select({ image, name }).from(users).where(eq(users.email, email));
  expect(rows).toEqual([{ image: null, name: 'Mi a Rose' }]);
});

test('confirming another account neither switches the signed-in user nor ends their session', async ({
  shop,
  customer: { email, visitor },
}) => {
  const strangers = 'stranger-too@example.com';
  await visitor.send('POST', '/auth/sign-up/email', { email: strangers, password, name: 'Mia Rose' });
  const answer = await confirmMailedLink(visitor, await linkFor(shop, strangers, 'verify_email'));
  expect(answer).toEqual({ status: 200, body: { isSignedIn: false, next: '/' } });
  expect((await visitor.send('GET', '/session')).body).toMatchObject({ user: { email } });
  const rows = await shop.ctx.db
    .select({ isConfirmed: users.emailVerified, session: sessions.id })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.email, strangers));
  expect(rows).toEqual([{ isConfirmed: true, session: null }]);
});

test('thirty refused passwords a minute cost a network no sign-up, and the next one is not judged', async ({
  shop,
  visitor,
}) => {
  const at = { 'x-forwarded-for': '198.51.100.77' };
  const email = 'weak@example.com';
  const choose = (chosen: string) =>
    visitor.send('POST', '/auth/sign-up/email', { email, password: chosen, name: 'Mia Rose' }, at);
  const statuses: number[] = [];
  for (let turn = 0; turn < 31; turn += 1) statuses.push((await choose('Password1!')).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
  expect((await signUp(shop, email)).status).toBe(200);
});

test('a sign-up and a reset refuse a password of 90,000 characters before judging it', async ({ shop }) => {
  const longest = '1'.repeat(90_000);
  const before = process.cpuUsage();
  const answers = [
    await signUp(shop, 'longest@example.com', { password: longest }),
    await send(shop, '/reset-password', { token: 'none', newPassword: longest }),
  ];
  const { user } = process.cpuUsage(before);
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(user / 1_000).toBeLessThan(500);
});
