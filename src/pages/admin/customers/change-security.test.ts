import { afterAll, beforeAll, expect, test } from 'vitest';

import { accountSecurity } from '#modules/accounts/roles.server.ts';

import { givenAuthenticator, givenSignedIn } from '../../../../tests/support/account.ts';
import type { TestVisitor } from '../../../../tests/support/shop-visitor.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { action, loader } from '../customer.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const whoIsIn = async (visitor: TestVisitor) => (await visitor.send('GET', '/session')).body.user;

/**
 * Submits a button of the customer's page, `minutes` after the admin's last password confirmation.
 */
async function press(id: string, intent: string, { minutes = 0, sure = '', adminId = signedIn().id } = {}) {
  const admin = signedIn({ id: adminId, confirmedAt: minutesAgo(minutes) });
  const call = pageCall(shop, `/admin/customers/${id}`, admin, formOf({ form: intent, sure }));
  const answer = await action({ ...call, params: { id } });
  if (answer instanceof Response) throw new Error('a form led elsewhere');
  const { message, question } = answer.data;
  return { status: answer.init?.status, message, question };
}

test('an admin ends all sessions of a customer from the customer’s page', async () => {
  const { id, email, visitor } = await givenSignedIn(shop);
  expect(await whoIsIn(visitor)).toMatchObject({ email });
  expect(await press(id, 'end-sessions')).toMatchObject({ message: 'Signed out everywhere.' });
  expect(await whoIsIn(visitor)).toBeNull();
});

test('an admin requires the second factor from the customer’s page and undoes it', async () => {
  const { id } = await givenSignedIn(shop);
  await press(id, 'require');
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ mustSecure: true, needs: ['authenticator'] });
  await press(id, 'release');
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ mustSecure: false });
});

test('a request 15 minutes after the last password asks for it again and ends no session', async () => {
  const { id, email, visitor } = await givenSignedIn(shop);
  expect(await press(id, 'end-sessions', { minutes: 15 })).toMatchObject({ status: 403 });
  expect(await whoIsIn(visitor)).toMatchObject({ email });
});

test.each(['guest', '00000000-0000-4000-8000-000000000000'])(
  'ending the sessions of %s, which is no account, is refused',
  async (id) => {
    await expect(press(id, 'end-sessions')).rejects.toMatchObject({ status: 404 });
  },
);

test('a lost second factor is reset after a question and with a fresh password, not before', async () => {
  const { id, email, visitor } = await givenSignedIn(shop);
  await givenAuthenticator(shop, visitor);
  expect(await press(id, 'reset-second-factor')).toMatchObject({ question: 'sure' });
  expect(await press(id, 'reset-second-factor', { sure: '1', minutes: 15 })).toMatchObject({ status: 403 });
  expect(await whoIsIn(visitor)).toMatchObject({ email, hasAuthenticator: true });
  expect(await press(id, 'reset-second-factor', { sure: '1' })).toMatchObject({
    status: 200,
    message: 'The second factor is reset. Both of you get an email.',
  });
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ hasAuthenticator: false, openSessions: 0 });
  expect(await press(id, 'reset-second-factor', { sure: '1' })).toMatchObject({
    status: 422,
    message: 'This account has no second factor to reset.',
  });
});

test('the page tells an admin’s own account apart, whose second factor it does not reset', async () => {
  const { id, visitor } = await givenSignedIn(shop, 'admin');
  await givenAuthenticator(shop, visitor);
  const own = { ...signedIn(), id };
  const isOwn = async (user: typeof own) =>
    (await loader({ ...pageCall(shop, `/admin/customers/${id}`, user), params: { id } })).isOwn;
  expect([await isOwn(own), await isOwn(signedIn())]).toEqual([true, false]);
  expect(await press(id, 'reset-second-factor', { sure: '1', adminId: id })).toMatchObject({
    status: 422,
    message: 'Your own second factor is changed under Account, Security.',
  });
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ hasAuthenticator: true });
});
