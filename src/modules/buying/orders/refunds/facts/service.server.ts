import type { ProviderRefund } from '#modules/ground/payments/refunds/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { formatUsd } from '#shared/money.ts';

import { lockPayment, recalculate } from '../../balance/service.server.ts';
import { announceOrder } from '../../record/service.server.ts';
import { findById as findOrder, insertEvent, listItems, type OrderRow } from '../../repo.server.ts';
import * as repo from '../repo.server.ts';
import { statusAfter, type RefundStatus } from '../rules.ts';

/** Tells the shop's other systems of a refund that succeeded, with the order as it is after it. */
async function announceRefund(tx: Db, orderId: string, refund: repo.RefundRow): Promise<void> {
  const order = refund.status === 'succeeded' ? await findOrder(tx, orderId) : null;
  if (order === null) return;
  const items = await listItems(tx, orderId);
  await announceOrder(tx, { kind: 'refunded', order: { ...order, items }, refundId: refund.id });
}

type Told = Pick<repo.RefundRow, 'amountCents' | 'status'>;

/** Writes the change of a refund into its order's history. */
export async function noteRefund(tx: Db, order: OrderRow, { status, amountCents }: Told): Promise<void> {
  if (status === 'pending') return;
  const amount = formatUsd(amountCents);
  const event =
    status === 'succeeded'
      ? { type: 'refunded', message: `${amount} refunded` }
      : { type: 'refund_failed', message: `The refund of ${amount} failed` };
  await insertEvent(tx, { ...event, orderId: order.id });
}

async function findMeant(tx: Db, intentId: string, told: ProviderRefund): Promise<repo.RefundRow | null> {
  const known = await repo.findByProvider(tx, told.id);
  if (known !== null || told.refundId === null) return known;
  const own = await repo.findOwn(tx, intentId, told.refundId);
  return own?.providerId === null ? own : null;
}

/** A refund that the shop did not ask for: it was made at the provider. */
function importRefund(tx: Db, intentId: string, told: ProviderRefund): Promise<repo.RefundRow> {
  const { id, amountCents, reason } = told;
  return repo.insertRefund(tx, { paymentIntentId: intentId, key: id, amountCents, reason });
}

/** Takes in what the provider tells of a refund, in any order and any number of times, and returns the refund as it then is. */
export async function applyRefund(tx: Db, told: ProviderRefund): Promise<repo.RefundRow | null> {
  if (told.intentId === null) return null;
  const order = await lockPayment(tx, told.intentId);
  const known = (await findMeant(tx, told.intentId, told)) ?? (await importRefund(tx, told.intentId, told));
  const status: RefundStatus = statusAfter(known, told.status);
  if (known.providerId !== null && known.status === status) return known;
  const next = { status, providerId: told.id, failure: status === 'failed' ? told.failure : null };
  await repo.updateRefund(tx, known.id, next);
  const refund = { ...known, ...next };
  if (order === null || known.status === status) return refund;
  await noteRefund(tx, order, refund);
  await recalculate(tx, order);
  await announceRefund(tx, order.id, refund);
  return refund;
}
