import { site } from '#content/site.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { lockOrder } from '../lock/service.server.ts';
import { listOfOrder } from '../returns/repo.server.ts';
import { isOpenReturn } from '../returns/rules.ts';
import * as repo from '../repo.server.ts';
import { completionLimit } from '../fulfilment/rules.ts';

const batch = 200;

/** Completes delivered orders whose return window has closed and of which nothing is on its way back. */
export async function completeDelivered(ctx: Ctx): Promise<void> {
  const limit = completionLimit(ctx.now(), site.returnWindowDays);
  for (const { id, orderNumber } of await repo.listToComplete(ctx.db, limit, batch)) {
    await inTransaction(ctx.db, async (tx) => {
      const locked = await lockOrder(tx, { orderNumber });
      if (!locked.ok) return;
      const { status, deliveredAt } = locked.value;
      if (status !== 'delivered' || deliveredAt === null || deliveredAt > limit) return;
      if ((await listOfOrder(tx, id)).some(isOpenReturn)) return;
      await repo.updateOrder(tx, id, { status: 'completed' });
      await repo.insertEvent(tx, {
        orderId: id,
        type: 'status',
        status: 'completed',
        message: 'Completed',
        at: ctx.now(),
      });
    });
  }
}
