import { applyDispute } from '#modules/orders/disputes/service.server.ts';
import { applyRefund } from '#modules/orders/refunds/facts.server.ts';
import { enqueueReadRefunds } from '#modules/orders/refunds/service.server.ts';
import { recordEvent } from '#modules/payments/service.server.ts';
import type { Intent, PaymentEvent, PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { takeDecline } from '../decline-limit.server.ts';
import { applySession, learnRateOfPage } from '../settle/hosted/service.server.ts';
import * as repo from '../repo.server.ts';
import { inPinnedVersion, isOurs } from '../settle/ours.server.ts';
import { lockPaid, settleLocked } from '../settle/service.server.ts';

/** Money that went back or is questioned. A charge tells only that something was refunded: the refunds are then read. */
async function applyReturn(tx: Db, ctx: PaymentsCtx, event: PaymentEvent): Promise<void> {
  if (event.refund !== null) await applyRefund(tx, event.refund);
  if (event.dispute !== null) await applyDispute(tx, event.dispute);
  if (event.type !== 'charge.refunded' || event.chargedIntentId === null) return;
  await enqueueReadRefunds(tx, ctx, event.chargedIntentId);
}

/** Settles what the shop's form was paid with: who paid on the provider's own page is told by the event of that page. */
async function applyPaid(tx: Db, ctx: PaymentsCtx, intent: Intent): Promise<void> {
  const stored = await lockPaid(tx, intent);
  if (stored === null || stored.hostedSessionId === null)
    await settleLocked(tx, ctx, { intent, delivery: null, stored });
}

async function apply(tx: Db, ctx: PaymentsCtx, event: PaymentEvent): Promise<void> {
  const { intent, session } = event;
  const payment = session ?? intent;
  if (payment === null) return applyReturn(tx, ctx, event);
  if (!(await isOurs(tx, ctx, payment))) return;
  if (session !== null) return applySession(tx, ctx, session);
  if (intent === null) return;
  if (event.type === 'payment_intent.succeeded') return applyPaid(tx, ctx, intent);
  const checkout = await repo.findCheckoutOfIntent(tx, intent.id);
  if (checkout === null) return;
  if (event.type === 'payment_intent.processing') await repo.updateToProcessing(tx, checkout.id);
  if (event.type === 'payment_intent.payment_failed') await repo.updateToAwaiting(tx, checkout.id);
  if (event.type === 'payment_intent.canceled') await repo.updateToDue(tx, checkout.id);
}

/** Five declines in ten minutes look like card testing: the checkout's time ends now, and the sweeper ends it. */
async function countDecline(ctx: PaymentsCtx, limits: Limits, event: PaymentEvent): Promise<void> {
  if (event.type !== 'payment_intent.payment_failed' || event.intent === null) return;
  const checkout = await repo.findCheckoutOfIntent(ctx.db, event.intent.id);
  if (checkout === null) return;
  if (!(await takeDecline(limits, checkout.cartId))) await repo.updateToDue(ctx.db, checkout.id);
}

/** Stores a signed event together with its effect, once; a copy changes nothing. The provider's API is needed only for a page of another version. */
export async function receiveEvent(ctx: PaymentsCtx, limits: Limits, received: PaymentEvent): Promise<void> {
  const event = await inPinnedVersion(ctx, received);
  if (event.session !== null) await learnRateOfPage(ctx, event.session);
  const isNew = await inTransaction(ctx.db, async (tx) => {
    const recorded = await recordEvent(tx, event);
    if (recorded) await apply(tx, ctx, event);
    return recorded;
  });
  if (isNew) await countDecline(ctx, limits, event);
}
