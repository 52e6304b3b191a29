import { applyDispute } from '#modules/orders/disputes.server.ts';
import { applyRefund, enqueueReadRefunds } from '#modules/orders/refunds.server.ts';
import { providerResponse } from '#modules/payments/provider-errors.server.ts';
import { eventRecord, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { PaymentEvent } from '#modules/payments/events.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { expireNow } from './checkout-time.queries.server.ts';
import { findCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { recordDecline } from './reservation.server.ts';
import {
  findPaid,
  recordEventOnce,
  markAwaitingPayment,
  markProcessing,
  type PaidVersion,
} from './settle.queries.server.ts';
import { trackSettlement } from './await-settlement.server.ts';
import { applySession, refreshTaxRateOfPage } from './hosted-payment.server.ts';
import { belongsToShop, settleLocked } from './settle.server.ts';

/**
 * Stores a refund or a dispute. A charge event only says that something was refunded, so a job
 * reads the refunds.
 */
async function applyReturn(tx: Db, ctx: PaymentsCtx, event: PaymentEvent): Promise<void> {
  if (event.refund !== null) await applyRefund(tx, event.refund);
  if (event.dispute !== null) await applyDispute(tx, event.dispute);
  if (event.type !== 'charge.refunded' || event.chargedIntentId === null) return;
  await enqueueReadRefunds(tx, ctx, event.chargedIntentId);
}

/** Returns the id of the checkout that an event pays in the shop's form, or null. */
const paidBy = ({ type, intent, session }: PaymentEvent) =>
  type === 'payment_intent.succeeded' && session === null ? (intent?.checkoutId ?? null) : null;

/**
 * An event with the locked checkout that it pays, and the paid version if it was read after the
 * lock.
 */
type RecordedEvent = { event: PaymentEvent; stored: CheckoutRow | null; paid?: PaidVersion | null };

/** Records an event and reads what it pays. Null if it was recorded before. */
async function recordEvent(tx: Db, event: PaymentEvent): Promise<RecordedEvent | null> {
  const [{ intent }, checkoutId] = [event, paidBy(event)];
  const taking = { ...eventRecord(event), checkoutId };
  const [recorded, paid] =
    intent === null || checkoutId === null
      ? [await recordEventOnce(tx, taking), null]
      : await Promise.all([recordEventOnce(tx, taking), findPaid(tx, checkoutId, intent)]);
  return recorded && { event, stored: recorded.locked, paid };
}

async function apply(tx: Db, ctx: PaymentsCtx, { event, stored, paid = null }: RecordedEvent): Promise<void> {
  const { intent, session } = event;
  const payment = session ?? intent;
  if (payment === null) return applyReturn(tx, ctx, event);
  if (stored === null && !(await belongsToShop(tx, ctx, payment))) return;
  if (session !== null) return applySession(tx, ctx, session);
  if (intent === null) return;
  if (event.type === 'payment_intent.succeeded') {
    // A payment on the provider's page is settled by that page's event, which has the address.
    const isOnPage = stored !== null && stored.hostedSessionId !== null;
    if (!isOnPage) await settleLocked(tx, ctx, { intent, delivery: null, stored, paid });
    return;
  }
  const checkout = await findCheckout(tx, { intentId: intent.id });
  if (checkout === null) return;
  if (event.type === 'payment_intent.processing') await markProcessing(tx, checkout.id);
  if (event.type === 'payment_intent.payment_failed') await markAwaitingPayment(tx, checkout.id);
  if (event.type === 'payment_intent.canceled') await expireNow(tx, checkout.id);
}

/**
 * Makes the checkout due after five declines in ten minutes, which look like card testing. The
 * sweeper then ends it.
 */
async function countDecline(ctx: PaymentsCtx, limits: Limits, event: PaymentEvent): Promise<void> {
  if (event.type !== 'payment_intent.payment_failed' || event.intent === null) return;
  const checkout = await findCheckout(ctx.db, { intentId: event.intent.id });
  if (checkout === null) return;
  if (!(await recordDecline(limits, checkout.cartId))) await expireNow(ctx.db, checkout.id);
}

/**
 * Converts an event to the pinned version of the provider's API. Other versions have the address of
 * a paid page elsewhere, so the page is read again.
 */
async function inPinnedVersion(ctx: PaymentsCtx, event: PaymentEvent): Promise<PaymentEvent> {
  const { session, isOtherVersion } = event;
  if (session === null || !isOtherVersion || !session.isPaid || !(await belongsToShop(ctx.db, ctx, session)))
    return event;
  const read = await providerResponse(() => ctx.payments.readHostedSession(session.id));
  if (read === null)
    throw new Error(`the page ${session.id} cannot be read again: the provider sends its event once more`);
  return read === 'unknown' ? event : { ...event, session: read };
}

/**
 * True if a processing event is outdated because its payment is no longer processed. Events arrive
 * in any order.
 */
async function isOutdated(ctx: PaymentsCtx, { type, intent }: PaymentEvent): Promise<boolean> {
  if (type !== 'payment_intent.processing' || intent === null || !(await belongsToShop(ctx.db, ctx, intent)))
    return false;
  const read = await providerResponse(() => ctx.payments.readIntent(intent.id));
  return read !== null && read !== 'unknown' && read.status !== 'processing';
}

/**
 * Stores a signed event together with its effect, once. A copy changes nothing. Reads the payment
 * of a processing event, and a page of another API version.
 */
export async function receiveEvent(ctx: PaymentsCtx, limits: Limits, received: PaymentEvent): Promise<void> {
  const event = await inPinnedVersion(ctx, received);
  if (event.session !== null) await refreshTaxRateOfPage(ctx, event.session);
  const isLate = await isOutdated(ctx, event);
  const recordAndApply = () =>
    inTransaction(ctx.db, async (tx) => {
      const recorded = await recordEvent(tx, event);
      if (recorded !== null && !isLate) await apply(tx, ctx, recorded);
      return recorded !== null;
    });
  const { intent } = event;
  const isNew = await (intent === null ? recordAndApply() : trackSettlement(intent.id, recordAndApply));
  if (isNew) await countDecline(ctx, limits, event);
}
