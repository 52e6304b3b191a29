import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { OrderStatus, OrderView } from '../rules.ts';

/** Owes the customer a mail about the order's new status, in the transaction that gives it. */
export async function queueStatusMail(_tx: Db, ctx: Ctx, order: OrderView, status: OrderStatus): Promise<void> {
  ctx.log.debug({ orderNumber: order.orderNumber, status }, 'no mail is written for this status');
}
