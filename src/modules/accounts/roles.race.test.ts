import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { userRoles } from './tables.server.ts';
import { setRole } from './roles.server.ts';

const actor = { id: null, email: 'owner@example.com', requestId: 'r-1' };

async function givenAdmins(shop: TestShop, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({
    email: `${crypto.randomUUID()}@example.com`,
    password: 'rose-garden-admin',
    firstName: 'Ada',
    lastName: 'Owner',
    role: 'admin' as const,
  }));
  return Promise.all(people.map((person) => shop.auth.createUser(person)));
}

test('when eight admins lose their role at the same moment, seven do and the last one stays admin', async ({
  shop,
}) => {
  const admins = await givenAdmins(shop, 8);
  const { begun } = await shop.ctx.db.transaction(async (tx) => {
    await tx.select().from(userRoles).for('update');
    const takeRole = (userId: string) => setRole(shop.ctx, actor, { userId, role: 'customer' });
    const taken = { begun: admins.map(takeRole) };
    await waitForBlockedConnections(tx, admins.length);
    return taken;
  });
  const answers = await Promise.all(begun);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(7);
  expect(answers.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: 'last_admin' }]);
  const left = await shop.ctx.db.select().from(userRoles).where(eq(userRoles.role, 'admin'));
  expect(left).toHaveLength(1);
});

test.for([2, 3])(
  'when two of %i admins demote each other at the same moment, one succeeds',
  async (count, { shop }) => {
    await shop.ctx.db.delete(userRoles);
    const [ada = '', ben = ''] = await givenAdmins(shop, count);
    const demote = (by: string, userId: string) =>
      setRole(shop.ctx, { id: by, email: 'a@example.com', requestId: 'r-1' }, { userId, role: 'customer' });
    const { begun } = await shop.ctx.db.transaction(async (tx) => {
      await tx.select().from(userRoles).for('update');
      const started = { begun: [demote(ada, ben), demote(ben, ada)] };
      await waitForBlockedConnections(tx, 2);
      return started;
    });
    const refusals = (await Promise.all(begun)).flatMap((one) => (one.ok ? [] : [one.reason]));
    expect(refusals).toEqual([count === 2 ? 'last_admin' : 'no_longer_admin']);
    expect(await shop.ctx.db.$count(userRoles, eq(userRoles.role, 'admin'))).toBe(count - 1);
  },
);
