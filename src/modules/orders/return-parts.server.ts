import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { listDisputes } from './disputes.queries.server.ts';
import { disputeStage } from './disputes.ts';
import type { OrderView } from './order-record.ts';
import { listItems, lockByIntent, lockPaymentName, type OrderRow } from './orders.queries.server.ts';
import { splitReturns, sumOfParts, type ReturnedMoney, type SplitOrder } from './refund-split.ts';
import { listRefundRows } from './refunds.queries.server.ts';
import type { MoneyParts } from './refunds.ts';
import {
  listStatedTaxes,
  listWithoutParts,
  updateDisputeParts,
  updateRefundParts,
  updateReturnedSums,
} from './return-parts.queries.server.ts';
import { isTaxRefund } from './tax-difference.ts';

type Columns = { goodsCents: number | null; shippingCents: number | null; taxCents: number | null };

/** Returns the stored parts of a refund or dispute, or null. */
export function partsOf({ goodsCents, shippingCents, taxCents }: Columns): MoneyParts | null {
  return goodsCents === null || shippingCents === null || taxCents === null
    ? null
    : { goodsCents, shippingCents, taxCents };
}

type Return = ReturnedMoney & {
  id: string;
  split: MoneyParts | null;
  at: Date;
  isPending: boolean;
  store: (split: MoneyParts) => Promise<void>;
};

type Split = Return & { split: MoneyParts };

/** Returns the refunds of a payment that did not fail and its lost disputes, oldest first. */
async function listReturned(tx: Db, intentId: string): Promise<Return[]> {
  const refunds = (await listRefundRows(tx, intentId)).filter(({ status }) => status !== 'failed');
  const lost = (await listDisputes(tx, intentId)).filter(({ status }) => disputeStage(status) === 'lost');
  return [
    ...refunds.map(({ id, amountCents, parts, key, createdAt: at, status, ...columns }) => ({
      id,
      amountCents,
      parts,
      at,
      isTax: isTaxRefund(key),
      isPending: status === 'pending',
      split: partsOf(columns),
      store: (split: MoneyParts) => updateRefundParts(tx, id, split),
    })),
    ...lost.map(({ id, amountCents, providerUpdatedAt: at, ...columns }) => ({
      id,
      amountCents,
      parts: null,
      at,
      isTax: false,
      isPending: false,
      split: partsOf(columns),
      store: (split: MoneyParts) => updateDisputeParts(tx, id, split),
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Parts of the money of an order that went back for good, and of all that is claimed. */
export type ReturnParts = { returned: MoneyParts; claimed: MoneyParts };

const sumsOf = (split: readonly Split[]): ReturnParts => ({
  returned: sumOfParts(split.filter(({ isPending }) => !isPending).map((one) => one.split)),
  claimed: sumOfParts(split.map((one) => one.split)),
});

type Returning = Pick<OrderView, 'paymentIntentId'> & SplitOrder;

/** Returns of which parts the returns of an order consist, in sum. */
export async function findReturnParts(db: Db, order: Returning): Promise<ReturnParts> {
  const returns = order.paymentIntentId === null ? [] : await listReturned(db, order.paymentIntentId);
  return sumsOf(splitReturns(order, returns));
}

/**
 * Stores of which parts each return of a locked order consists, and returns their sums. Parts that
 * are stored stay, so that no reported month and no credit note changes.
 */
export async function storeReturnParts(tx: Db, order: OrderRow): Promise<ReturnParts> {
  const returns = order.paymentIntentId === null ? [] : await listReturned(tx, order.paymentIntentId);
  if (returns.every(({ split }) => split !== null)) return sumsOf(splitReturns({ ...order, items: [] }, returns));
  const statedTaxes = await listStatedTaxes(tx, order.paymentIntentId ?? '');
  const stated = returns.map((one) => ({ ...one, statedTaxCents: statedTaxes.get(one.id) }));
  const split = splitReturns({ ...order, items: await listItems(tx, order.id) }, stated);
  for (const [index, one] of split.entries()) if (returns[index]?.split === null) await one.store(one.split);
  return sumsOf(split);
}

/** Max payments that are read at once. */
const batch = 100;

/**
 * Stores the parts of returns that an older version stored without them, payment by payment. Ends
 * when none is left.
 */
export async function fillReturnParts({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (;;) {
    const intentIds = await listWithoutParts(db, batch);
    for (const intentId of intentIds) {
      await inTransaction(db, async (tx) => {
        await lockPaymentName(tx, intentId);
        const order = await lockByIntent(tx, intentId);
        if (order === null) return;
        const { shippingCents, taxCents } = (await storeReturnParts(tx, order)).returned;
        await updateReturnedSums(tx, order.id, { returnedShippingCents: shippingCents, returnedTaxCents: taxCents });
      });
    }
    if (intentIds.length < batch) return;
  }
}
