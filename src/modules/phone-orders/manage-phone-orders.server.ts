import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { LinkState } from '#modules/checkout/checkout-ends.ts';
import { withdrawCart } from '#modules/checkout/checkout.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { isPayable } from './phone-order.ts';
import { findPhoneOrder, findPhoneOrderOfCart, recordLinkSent, withdrawLink } from './phone-orders.queries.server.ts';
import type { ManageRefusal } from './phone-orders.schema.ts';
import { mailLink } from './send-link.server.ts';

/** Returns the state of the payment link that opens a cart. Null if there is none. */
export async function linkState(db: Db, cartId: string): Promise<LinkState | null> {
  const order = await findPhoneOrderOfCart(db, cartId);
  if (order === null) return null;
  const { state } = order;
  return state === 'waiting' || state === 'opened' ? 'usable' : state;
}

type Done = Result<null, ManageRefusal>;

/**
 * Mails the payment link again. `sent` is the number of mails that the admin saw. Refuses
 * `sent_meanwhile`, `over` and `erased`.
 */
export function sendAgain(ctx: Ctx, actor: Actor, { id, sent }: { id: string; sent: number }): Promise<Done> {
  return inResultTransaction<Done>(ctx.db, async (tx) => {
    const order = await recordLinkSent(tx, id, sent);
    if (order === null) {
      const present = await findPhoneOrder(tx, id);
      return refuse(present !== null && isPayable(present.state) ? 'sent_meanwhile' : 'over');
    }
    if (order.email === null) return refuse('erased');
    await mailLink(tx, ctx, order);
    const change = { before: { sent }, after: { sent: order.sent } };
    await recordChange(tx, actor, { action: 'phone_order.send', subject: `phone_order:${id}`, ...change });
    return ok(null);
  });
}

/**
 * Withdraws the payment link. An open checkout can then no longer be paid. Refuses `over` if the
 * link has ended or is being paid.
 */
export function withdrawPhoneOrder(ctx: Ctx, actor: Actor, id: string): Promise<Done> {
  return inResultTransaction<Done>(ctx.db, async (tx) => {
    const order = await withdrawLink(tx, id);
    if (order === null) return refuse('over');
    await withdrawCart(tx, order.cartId);
    const change = { before: { withdrawn: false }, after: { withdrawn: true } };
    await recordChange(tx, actor, { action: 'phone_order.withdraw', subject: `phone_order:${id}`, ...change });
    return ok(null);
  });
}
