import { recordChange } from '#modules/ground/audit/service.server.ts';
import type { Actor } from '#modules/ground/audit/rules.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { refundRefusals } from '../../contract.ts';
import { lockOrder, type Looked } from '../../lock/service.server.ts';
import { insertEvent, updateOrder } from '../../repo.server.ts';
import type { ReturnLine } from '../../returns/rules.ts';
import { restock } from '../../stock/service.server.ts';
import type { Refund } from '../rules.ts';
import { makeRefund, setAside } from '../service.server.ts';

export type RefundByAdmin = Looked & {
  amountCents: Cents;
  reason: string;
  /** Units that go back into stock with it. */
  restock: readonly ReturnLine[];
  /** Drawn with the form: the same key is the same refund. */
  key: string;
};

type Refusal = keyof typeof refundRefusals;

/**
 * Refunds an order, in cents, and puts what came back into stock, both or neither. The answer is `pending` when the provider takes
 * its time. Refuses what setAside and makeRefund refuse, `changed_meanwhile` and `more_than_sold`.
 */
export async function refundOrder(
  ctx: PaymentsCtx,
  actor: Actor,
  request: RefundByAdmin,
): Promise<Result<Refund, Refusal>> {
  const held = await decide(ctx.db, async (tx) => {
    const { amountCents, reason, key, restock: lines } = request;
    // The key first: a form that is sent twice has changed the order by its first time.
    const locked = await lockOrder(tx, { orderNumber: request.orderNumber });
    if (!locked.ok) return locked;
    const order = locked.value;
    const aside = await setAside(tx, order, { amountCents, reason, key });
    if (!aside.ok || !aside.value.isNew) return aside;
    if (request.version !== undefined && order.version !== request.version) return refuse('changed_meanwhile');
    if (!(await restock(tx, order, lines))) return refuse('more_than_sold');
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    if (units > 0) {
      const message = `${units} ${units === 1 ? 'unit' : 'units'} back in stock`;
      await insertEvent(tx, { orderId: order.id, type: 'restocked', message, at: ctx.now() });
    }
    await updateOrder(tx, order.id, {});
    await recordChange(tx, actor, {
      action: 'order.refund',
      subject: `order:${order.orderNumber}`,
      before: null,
      after: { amount: formatUsd(amountCents), reason, restocked: units },
    });
    return ok(aside.value);
  });
  return held.ok ? makeRefund(ctx, held.value) : held;
}
