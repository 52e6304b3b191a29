import type { ProviderDispute } from '#modules/payments/dispute-calls.server.ts';
import { secondsAgo, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { formatUsd } from '#shared/money.ts';

import { lockPayment, recalculate } from './change-order.server.ts';
import {
  listDisputes,
  findDispute,
  insertDispute,
  listUndecided,
  updateDispute,
  type Dispute,
} from './disputes.queries.server.ts';
import { disputeStage, isNewer, type DisputeStage } from './disputes.ts';
import { forgetSalesDays } from './forget-sales-days.queries.server.ts';
import type { OrderHold } from './order-holds.ts';
import { withoutParts } from './refunds.ts';
import { findOrderRow, insertOrderEvent, updateOrder, type OrderRow } from './orders.queries.server.ts';

/** Hold reason of an order whose payment is disputed. */
const disputeHold: OrderHold = 'dispute';

type DisputeChange = Pick<Dispute, 'amountCents' | 'reason' | 'status'>;

const messages: Record<DisputeStage, (amount: string, reason: string) => { type: string; message: string }> = {
  inquiry: (amount, reason) => ({
    type: 'dispute_opened',
    message: `The bank opened an inquiry about ${amount}: ${reason}`,
  }),
  open: (amount, reason) => ({ type: 'dispute_opened', message: `${amount} disputed: ${reason}` }),
  won: (amount) => ({ type: 'dispute_won', message: `Dispute won: ${amount}` }),
  lost: (amount) => ({ type: 'dispute_lost', message: `Dispute lost: ${amount}` }),
};

async function appendDisputeEvent(
  tx: Db,
  order: OrderRow,
  { amountCents, reason, status }: DisputeChange,
): Promise<void> {
  const event = messages[disputeStage(status)](formatUsd(amountCents), reason.replaceAll('_', ' '));
  await insertOrderEvent(tx, { ...event, orderId: order.id });
}

/** Holds the order from shipping, and saves an earlier hold reason in the dispute. */
async function placeHold(tx: Db, order: OrderRow, dispute: Dispute): Promise<void> {
  if (order.holdReason === disputeHold) return;
  await updateDispute(tx, dispute.id, { previousHoldReason: order.holdReason });
  await updateOrder(tx, order.id, { holdReason: disputeHold });
}

/** Lifts the hold once every dispute of the payment is won, and restores an earlier hold reason. */
async function liftHold(tx: Db, order: OrderRow): Promise<void> {
  if (order.holdReason !== disputeHold || order.paymentIntentId === null) return;
  const all = await listDisputes(tx, order.paymentIntentId);
  if (all.some(({ status }) => disputeStage(status) !== 'won')) return;
  const before = all.map(({ previousHoldReason }) => previousHoldReason).find((one) => one !== null) ?? null;
  await updateOrder(tx, order.id, { holdReason: before });
  for (const { id } of all) await updateDispute(tx, id, { previousHoldReason: null });
}

type Stored = { dispute: Dispute; before: DisputeStage | null };

/** Stores a provider update. Returns null if it is not newer than the stored state. */
async function storeUpdate(tx: Db, intentId: string, update: ProviderDispute): Promise<Stored | null> {
  const { id: providerId, amountCents, reason, status, evidenceDueAt, providerUpdatedAt } = update;
  const known = await findDispute(tx, providerId);
  const columns = {
    amountCents,
    reason,
    status,
    evidenceDueAt,
    providerUpdatedAt: providerUpdatedAt ?? known?.providerUpdatedAt ?? update.openedAt,
  };
  if (known === null) {
    const dispute = await insertDispute(tx, { providerId, paymentIntentId: intentId, ...columns });
    return { dispute, before: null };
  }
  if (!isNewer(known, update)) return null;
  await updateDispute(tx, known.id, { ...columns, ...withoutParts });
  return { dispute: { ...known, ...columns, ...withoutParts }, before: disputeStage(known.status) };
}

/**
 * Applies a provider update of a dispute to the order's events, hold and returned money. Updates
 * may arrive in any order and any number of times.
 */
export async function applyDispute(tx: Db, update: ProviderDispute): Promise<void> {
  if (update.intentId === null) return;
  const order = await lockPayment(tx, update.intentId);
  // A dispute that was lost leaves the day of its former state.
  if (order !== null) await forgetSalesDays(tx, [order.id]);
  const stored = await storeUpdate(tx, update.intentId, update);
  if (stored === null || order === null) return;
  const { dispute, before } = stored;
  const stage = disputeStage(dispute.status);
  if (stage !== before) {
    await appendDisputeEvent(tx, order, dispute);
    await (stage === 'won' ? liftHold(tx, order) : placeHold(tx, order, dispute));
  }
  await recalculate(tx, order);
}

/**
 * Applies the stored disputes of a payment to an order that is being placed. The caller must hold
 * the payment's lock.
 */
export async function adoptDisputes(tx: Db, order: OrderRow, intentId: string): Promise<void> {
  for (const dispute of await listDisputes(tx, intentId)) {
    await appendDisputeEvent(tx, order, dispute);
    const now = await findOrderRow(tx, order.id);
    if (now !== null && disputeStage(dispute.status) !== 'won') await placeHold(tx, now, dispute);
  }
}

const batch = 100;

/**
 * Reads undecided and recent disputes from the provider, in case their events were lost. One that
 * fails does not block the others; the failures are thrown after all.
 */
export async function importDisputes(ctx: PaymentsCtx, seconds = 86_400): Promise<void> {
  const recent = await ctx.payments.listRecentDisputes(secondsAgo(ctx, seconds));
  for (const one of recent) await inTransaction(ctx.db, (tx) => applyDispute(tx, one));
  const known = new Set(recent.map(({ id }) => id));
  const failures: unknown[] = [];
  for (const { providerId } of await listUndecided(ctx.db, batch)) {
    if (known.has(providerId)) continue;
    try {
      const one = await ctx.payments.readDispute(providerId);
      await inTransaction(ctx.db, (tx) => applyDispute(tx, one));
    } catch (error) {
      ctx.log.warn({ err: error, disputeId: providerId }, 'a dispute could not be looked up');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} disputes could not be looked up`);
}
