import type { Actor } from '#modules/audit/audit-log.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { refuse, type Result } from '#shared/result.ts';

import type { refundRefusals } from './orders.schema.ts';
import { decideOnOrder, writeChange, type Looked } from './lock-order.server.ts';
import { counted, unitsOf, type ReturnLine } from './returns.ts';
import { restock } from './order-stock.server.ts';
import type { Refund } from './refunds.ts';
import { makeRefund, reserveRefund, type ReservedRefund } from './refunds.server.ts';

export type RefundByAdmin = Looked & {
  amountCents: Cents;
  reason: string;
  /** Units that go back into stock with the refund. */
  restock: readonly ReturnLine[];
  /** Idempotency key, drawn with the form: the same key is the same refund. */
  key: string;
};

type Refusal = keyof typeof refundRefusals;

/**
 * Refunds an order, in cents, and puts units back into stock; both or neither. The refund is
 * `pending` while the provider works on it. Refuses as `reserveRefund` and `makeRefund` do,
 * `changed_meanwhile` and `more_than_sold`.
 */
export async function refundOrder(
  ctx: PaymentsCtx,
  actor: Actor,
  request: RefundByAdmin,
): Promise<Result<Refund, Refusal>> {
  const { amountCents, reason, key, restock: lines, orderNumber, version } = request;
  // Checks the key before the version: the first submission of a form sent twice has changed the
  // order.
  const held = await decideOnOrder(
    ctx,
    { orderNumber },
    async (tx, order): Promise<Result<ReservedRefund, Refusal>> => {
      const reserved = await reserveRefund(tx, order, { amountCents, reason, key });
      if (!reserved.ok || !reserved.value.isNew) return reserved;
      if (version !== undefined && order.version !== version) return refuse('changed_meanwhile');
      if (!(await restock(tx, order, lines))) return refuse('more_than_sold');
      const units = unitsOf(lines);
      await writeChange(tx, ctx, {
        order,
        actor,
        event: units === 0 ? null : { type: 'restocked', message: `${counted(units)} back in stock` },
        action: 'order.refund',
        before: null,
        after: { amount: formatUsd(amountCents), reason, restocked: units },
      });
      return reserved;
    },
  );
  return held.ok ? makeRefund(ctx, held.value) : held;
}
