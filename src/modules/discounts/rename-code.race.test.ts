import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { givenCode } from '../../../tests/support/shop-visitor.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { discountCodes } from './tables.server.ts';
import { codeView, editCode } from './edit-codes.server.ts';

const actor = { id: null, email: 'owner@example.com', requestId: 'r-1' };

async function viewOf(shop: TestShop, code: string) {
  const [row] = await shop.ctx.db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return codeView(shop.ctx.db, row?.id ?? '');
}

test('when two admins rename codes to the same text at once, one succeeds and the other code is unchanged', async ({
  shop,
}) => {
  await givenCode(shop, { code: 'FIRST' });
  await givenCode(shop, { code: 'SECOND' });
  const view = await viewOf(shop, 'SECOND');
  if (view === null) throw new Error('no code');
  const { id, code, version } = { ...view, id: view.code.id };
  const { second } = await shop.ctx.db.transaction(async (tx) => {
    await tx.update(discountCodes).set({ code: 'SAME' }).where(eq(discountCodes.code, 'FIRST'));
    const begun = { second: editCode(shop.ctx, actor, { ...code, id, version, code: 'SAME' }) };
    await waitForBlockedConnections(tx);
    return begun;
  });
  const [answer] = await Promise.allSettled([second]);
  expect(answer).toEqual({ status: 'fulfilled', value: { ok: false, reason: 'code_exists' } });
  expect((await viewOf(shop, 'SECOND'))?.version).toBe(version);
});
