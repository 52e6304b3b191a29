import { afterAll, beforeAll, expect, test } from 'vitest';

import { accountSecurity } from '#modules/accounts/roles.server.ts';

import { givenSignedIn } from '../../../../tests/support/account.ts';
import type { TestVisitor } from '../../../../tests/support/shop-visitor.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { action } from '../customer.tsx';

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
async function press(id: string, intent: string, minutes = 0) {
  const admin = signedIn({ confirmedAt: minutesAgo(minutes) });
  const call = pageCall(shop, `/admin/customers/${id}`, admin, formOf({ form: intent }));
  const answer = await action({ ...call, params: { id } });
  if (answer instanceof Response) throw new Error('a form led elsewhere');
  return { status: answer.init?.status, message: answer.data.message };
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
  expect(await press(id, 'end-sessions', 15)).toMatchObject({ status: 403 });
  expect(await whoIsIn(visitor)).toMatchObject({ email });
});

test.each(['guest', '00000000-0000-4000-8000-000000000000'])(
  'ending the sessions of %s, which is no account, is refused',
  async (id) => {
    await expect(press(id, 'end-sessions')).rejects.toMatchObject({ status: 404 });
  },
);
