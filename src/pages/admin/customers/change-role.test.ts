import { expect } from 'vitest';

import { userRoles, users } from '#modules/accounts/tables.server.ts';

import { sendForm, signedIn } from '../../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import { action } from '../customers.tsx';
let [ada, ben] = ['', ''];
const now = new Date('2026-11-20T12:00:00Z');

const test = testWithShop({ now: () => now });
test.beforeAll(async ({ shop }) => {
  const accounts = ['Ada', 'Ben'].map((name) => ({ name, email: `${name.toLowerCase()}@example.com` }));
  const made = await shop.ctx.db.insert(users).values(accounts).returning();
  [ada, ben] = [made[0]?.id ?? '', made[1]?.id ?? ''];
  await shop.ctx.db.insert(userRoles).values({ userId: ada, role: 'admin' });
});

/** Submits a role change as Ada, `minutes` after her last password confirmation. */
async function post(shop: TestShop, fields: Record<string, string>, minutes = 0) {
  const user = signedIn({ id: ada, confirmedAt: new Date(now.getTime() - minutes * 60_000) });
  const page = { action, path: '/admin/customers', user };
  const { status, answer } = await sendForm(shop, page, { form: 'role', ...fields });
  return { ...answer, status };
}

test('a role change 15 minutes after the last password asks for it again and changes nothing', async ({ shop }) => {
  const stale = await post(shop, { id: ben, role: 'admin' }, 15);
  expect(stale).toEqual({
    status: 403,
    form: `role-${ben}`,
    ok: false,
    message: 'Failed to update customer role. Confirm your password to continue.',
    issues: {},
    values: { form: 'role', id: ben, role: 'admin' },
    reason: 'refused',
    conflict: false,
    question: 'password',
    result: null,
  });
  expect(await shop.ctx.db.$count(userRoles)).toBe(1);
});

test('a role is granted with a fresh password, and revoked only after a second confirmation', async ({ shop }) => {
  const granted = await post(shop, { id: ben, role: 'admin' }, 14);
  expect(granted).toMatchObject({ ok: true, message: 'Customer role updated to admin' });
  const question = await post(shop, { id: ben, role: 'customer', sure: '' });
  expect(question).toMatchObject({ message: '', question: 'final', values: { role: 'customer' } });
  const taken = await post(shop, { id: ben, role: 'customer', sure: '1' });
  expect(taken).toMatchObject({ ok: true, message: 'Customer role updated to customer' });
});

test.for(['', 'guest@example.com', '00000000-0000-4000-8000-000000000000'])(
  'the account id "%s" is refused',
  async (userId, { shop }) => {
    const { status, message } = await post(shop, { id: userId, role: 'admin' });
    expect({ status, message }).toEqual({
      status: 422,
      message: 'Failed to update customer role. This customer no longer exists.',
    });
  },
);
