import { expect } from 'vitest';

import { accountSecurity } from '#modules/accounts/roles.server.ts';

import { givenAuthenticator } from '../../../../tests/support/account.ts';
import type { TestVisitor } from '../../../../tests/support/shop-visitor.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../../tests/support/shop-test.ts';
import { action, loader } from '../customer.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const whoIsIn = async (visitor: TestVisitor) => (await visitor.send('GET', '/session')).body.user;

/**
 * Submits a button of the customer's page, `minutes` after the admin's last password confirmation.
 */
async function press(
  shop: TestShop,
  id: string,
  intent: string,
  { minutes = 0, sure = '', adminId = signedIn().id } = {},
) {
  const admin = signedIn({ id: adminId, confirmedAt: minutesAgo(minutes) });
  const call = pageCall(shop, `/admin/customers/${id}`, admin, formOf({ form: intent, sure }));
  const answer = await action({ ...call, params: { id } });
  if (answer instanceof Response) throw new Error('a form led elsewhere');
  const { message, question } = answer.data;
  return { status: answer.init?.status, message, question };
}

test('an admin ends all sessions of a customer from the customer’s page', async ({
  shop,
  customer: { id, email, visitor },
}) => {
  expect(await whoIsIn(visitor)).toMatchObject({ email });
  expect(await press(shop, id, 'end-sessions')).toMatchObject({ message: 'Signed out everywhere.' });
  expect(await whoIsIn(visitor)).toBeNull();
});

test('an admin requires the second factor from the customer’s page and undoes it', async ({
  shop,
  customer: { id },
}) => {
  await press(shop, id, 'require');
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ requiresSecondFactor: true, needs: ['authenticator'] });
  await press(shop, id, 'release');
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ requiresSecondFactor: false });
});

test('a request 15 minutes after the last password asks for it again and ends no session', async ({
  shop,
  customer: { id, email, visitor },
}) => {
  expect(await press(shop, id, 'end-sessions', { minutes: 15 })).toMatchObject({ status: 403 });
  expect(await whoIsIn(visitor)).toMatchObject({ email });
});

test.for(['guest', '00000000-0000-4000-8000-000000000000'])(
  'ending the sessions of %s, which is no account, is refused',
  async (id, { shop }) => {
    await expect(press(shop, id, 'end-sessions')).rejects.toMatchObject({ status: 404 });
  },
);

test('a lost second factor is reset after a question and with a fresh password, not before', async ({
  shop,
  customer: { id, email, visitor },
}) => {
  await givenAuthenticator(shop, visitor);
  expect(await press(shop, id, 'reset-second-factor')).toMatchObject({ question: 'final' });
  expect(await press(shop, id, 'reset-second-factor', { sure: '1', minutes: 15 })).toMatchObject({ status: 403 });
  expect(await whoIsIn(visitor)).toMatchObject({ email, hasAuthenticator: true });
  expect(await press(shop, id, 'reset-second-factor', { sure: '1' })).toMatchObject({
    status: 200,
    message: 'Two-factor authentication was reset. You both get an email.',
  });
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ hasAuthenticator: false, openSessions: 0 });
  expect(await press(shop, id, 'reset-second-factor', { sure: '1' })).toMatchObject({
    status: 422,
    message: 'This account doesn’t use two-factor authentication.',
  });
});

test('the page tells an admin’s own account apart, whose second factor it does not reset', async ({
  shop,
  admin: { id, visitor },
}) => {
  await givenAuthenticator(shop, visitor);
  const own = { ...signedIn(), id };
  const isOwn = async (user: typeof own) =>
    (await loader({ ...pageCall(shop, `/admin/customers/${id}`, user), params: { id } })).isOwn;
  expect([await isOwn(own), await isOwn(signedIn())]).toEqual([true, false]);
  expect(await press(shop, id, 'reset-second-factor', { sure: '1', adminId: id })).toMatchObject({
    status: 422,
    message: 'Change your own two-factor settings under Account > Security.',
  });
  expect(await accountSecurity(shop.ctx, id)).toMatchObject({ hasAuthenticator: true });
});
