import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestShop, type TestShop } from '../../../../../tests/support/shop.ts';
import { userRoles } from '../tables.server.ts';
import { setRole } from './service.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const actor = { id: null, email: 'owner@example.com', requestId: 'r-1' };

async function givenAdmins(count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({
    email: `${crypto.randomUUID()}@example.com`,
    password: 'rose-garden-admin',
    firstName: 'Ada',
    lastName: 'Owner',
    role: 'admin' as const,
  }));
  return Promise.all(people.map((person) => shop.auth.createUser(person)));
}

test('of eight admins whose role is taken at the same moment, seven lose it and the last one keeps it', async () => {
  const admins = await givenAdmins(8);
  const answers = await Promise.all(admins.map((id) => setRole(shop.ctx, actor, { userId: id, role: 'customer' })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(7);
  expect(answers.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: 'last_admin' }]);
  const left = await shop.ctx.db.select().from(userRoles).where(eq(userRoles.role, 'admin'));
  expect(left).toHaveLength(1);
});
