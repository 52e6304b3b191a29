import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { userRoles, users } from '#modules/accounts/tables.server.ts';
import { pageUser } from '#modules/accounts/auth.server.ts';
import { pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

import { formOf } from '../../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { action } from '../customers.tsx';

let shop: TestShop;
let [ada, ben] = ['', ''];
const now = new Date('2026-11-20T12:00:00Z');
beforeAll(async () => {
  shop = await openTestShop({ now: () => now });
  const accounts = [
    { name: 'Ada', email: 'ada@example.com' },
    { name: 'Ben', email: 'ben@example.com' },
  ];
  const made = await shop.ctx.db.insert(users).values(accounts).returning();
  [ada, ben] = [made[0]?.id ?? '', made[1]?.id ?? ''];
  await shop.ctx.db.insert(userRoles).values({ userId: ada, role: 'admin' });
});
afterAll(() => shop.close());

function signedIn({ minutesAgo = 0 } = {}): SignedInUser {
  const confirmedAt = new Date(now.getTime() - minutesAgo * 60_000);
  return {
    id: ada,
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada',
    role: 'admin',
    sessionId: ada,
    confirmedAt,
    hasAuthenticator: false,
  };
}

async function post(fields: Record<string, string>, user: SignedInUser) {
  const context = new RouterContextProvider();
  context.set(pageUser, user);
  const visitor = { ip: '::1', requestId: 'r-1', cartToken: null, user };
  context.set(pageRequest, { ctx: shop.ctx, visitor, limits: shop.limits, headers: new Headers(), variant: null });
  context.set(sentForm, formOf({ form: 'role', ...fields }));
  const request = new Request('http://shop.example/admin/customers', { method: 'POST' });
  const answer = await action({ context, request, params: {} });
  if (answer instanceof Response) throw new Error('a form led elsewhere');
  return { ...answer.data, status: answer.init?.status };
}

test('a role change 15 minutes after the last password asks for it again and changes nothing', async () => {
  const stale = await post({ id: ben, role: 'admin' }, signedIn({ minutesAgo: 15 }));
  expect(stale).toEqual({
    status: 403,
    form: `role-${ben}`,
    ok: false,
    message: 'Failed to update customer role. Please confirm your password to continue.',
    issues: {},
    values: { form: 'role', id: ben, role: 'admin' },
    conflict: false,
    question: 'password',
    result: null,
  });
  expect(await shop.ctx.db.$count(userRoles)).toBe(1);
});

test('a role is granted with a fresh password, and revoked only after a second confirmation', async () => {
  const granted = await post({ id: ben, role: 'admin' }, signedIn({ minutesAgo: 14 }));
  expect(granted).toMatchObject({ ok: true, message: 'Customer role updated to admin' });
  const question = await post({ id: ben, role: 'customer' }, signedIn());
  expect(question).toMatchObject({ message: '', question: 'sure', values: { role: 'customer' } });
  const taken = await post({ id: ben, role: 'customer', sure: '1' }, signedIn());
  expect(taken).toMatchObject({ ok: true, message: 'Customer role updated to customer' });
});

test.each(['', 'guest@example.com', '00000000-0000-4000-8000-000000000000'])(
  'the account id "%s" is refused',
  async (userId) => {
    const { status, message } = await post({ id: userId, role: 'admin' }, signedIn());
    expect({ status, message }).toEqual({
      status: 422,
      message: 'Failed to update customer role. This customer does not exist any more.',
    });
  },
);
