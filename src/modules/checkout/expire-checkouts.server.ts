import { findOrderOfIntent } from '#modules/orders/orders.queries.server.ts';
import { withDeadline } from '#modules/payments/circuit-breaker.server.ts';
import { providerResponse } from '#modules/payments/provider-errors.server.ts';
import type { HostedSession } from '#modules/payments/hosted-sessions.server.ts';
import { secondsAgo, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Intent } from '#modules/payments/intents.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { findCheckout, type CheckoutRow, type CheckoutState } from './find-checkout.queries.server.ts';
import { updateCheckout } from './update-checkout.queries.server.ts';
import { activeStates } from './tables.server.ts';
import { acquireLease } from './checkout-lease.server.ts';
import {
  listUnknown,
  listWithIntent,
  minutesOver,
  claimAwaitingPayment,
  claimOverdueCheckout,
  updateChecked,
  updateProcessed,
  updateRetried,
} from './expire-checkouts.queries.server.ts';
import { markAwaitingPayment, markProcessing } from './settle.queries.server.ts';
import { settleHosted } from './hosted-payment.server.ts';
import { releaseExpired } from './sell-reserved.server.ts';
import { belongsToShop, settle } from './settle.server.ts';

const alertAfterMinutes = 30;
/**
 * Checkouts that one run processes concurrently, so that slow provider answers do not delay others.
 * A checkout that waits for the provider holds no database connection.
 */
const concurrency = 20;
/** Minutes that a due checkout stays live while the bank asks its customer about the payment. */
const bankMinutes = 10;
/** Time, in ms, for which one run claims further checkouts. The next run continues. */
const runMs = 60_000;

/**
 * Answer of the provider about a payment: `unknown` if it does not know the id, null if it does not
 * answer.
 */
type Answer<T> = T | 'unknown' | null;

const isOpen = ({ status }: Intent) => status !== 'processing' && status !== 'succeeded' && status !== 'canceled';

/**
 * Cancels an intent, or reads it if the provider refuses. In `payment_processing` it reads first,
 * because the event may have been late. Then it cancels only an open intent that does not wait for
 * the bank.
 */
async function cancelOrRead(ctx: PaymentsCtx, intentId: string, state?: CheckoutState): Promise<Answer<Intent>> {
  const read = () => providerResponse(() => ctx.payments.readIntent(intentId));
  if (state === 'payment_processing') {
    const intent = await read();
    if (intent === null || intent === 'unknown' || !isOpen(intent) || intent.status === 'requires_action')
      return intent;
  }
  return (await providerResponse(() => ctx.payments.cancelIntent(intentId))) ?? read();
}

async function markStuck(ctx: PaymentsCtx, { id: checkoutId }: CheckoutRow): Promise<void> {
  const minutes = await updateRetried(ctx.db, checkoutId, true);
  if (minutes < alertAfterMinutes) return;
  const message = 'a checkout cannot be ended: the payment provider does not answer, or refuses the key';
  ctx.log.error({ checkoutId, minutes: Math.round(minutes) }, message);
}

type Apply = (ctx: PaymentsCtx, checkoutId: string, intent: Intent) => Promise<void>;

/** Applies an intent that is not open to a checkout; false if it is open. */
async function applyEnded(ctx: PaymentsCtx, checkoutId: string, intent: Intent): Promise<boolean> {
  if (intent.status === 'succeeded') await settle(ctx, intent);
  else if (intent.status === 'canceled') await releaseExpired(ctx, checkoutId, intent.id);
  else if (intent.status === 'processing') {
    await markProcessing(ctx.db, checkoutId);
    await updateProcessed(ctx.db, checkoutId);
  } else return false;
  return true;
}

/** Applies an intent that the reconciler read. An open intent is checked again later. */
const applyRead: Apply = async (ctx, checkoutId, intent) => {
  if (await applyEnded(ctx, checkoutId, intent)) return;
  await updateChecked(ctx.db, checkoutId);
  await markAwaitingPayment(ctx.db, checkoutId);
};

/** Applies an intent after its cancellation. If it is still open, the next attempt cancels it. */
const applyCanceled: Apply = async (ctx, checkoutId, intent) => {
  if (await applyEnded(ctx, checkoutId, intent)) return;
  await updateRetried(ctx.db, checkoutId);
  await markAwaitingPayment(ctx.db, checkoutId);
};

/** Ends a hosted page, or reads it if the provider refuses or its payment is being processed. */
async function endOrReadPage(
  ctx: PaymentsCtx,
  sessionId: string,
  state: CheckoutState,
): Promise<Answer<HostedSession>> {
  const ended =
    state === 'payment_processing' ? null : await providerResponse(() => ctx.payments.expireHostedSession(sessionId));
  return ended ?? providerResponse(() => ctx.payments.readHostedSession(sessionId));
}

/**
 * Cancels the late payment of a page that was completed unpaid. Releases the goods once the
 * provider has canceled it.
 */
async function applyLatePayment(ctx: PaymentsCtx, checkout: CheckoutRow, session: HostedSession): Promise<void> {
  const intent = session.intentId === null ? null : await cancelOrRead(ctx, session.intentId);
  if (intent === null || intent === 'unknown' || intent.status !== 'canceled') return;
  await releaseExpired(ctx, checkout.id, checkout.paymentIntentId);
}

/**
 * Applies a hosted page to its checkout: a paid page becomes an order, an ended one releases
 * everything, an open one stays.
 */
async function applyPage(ctx: PaymentsCtx, checkout: CheckoutRow, session: HostedSession): Promise<void> {
  if ((await settleHosted(ctx, checkout, session)) !== null) return;
  if (session.status === 'expired') await releaseExpired(ctx, checkout.id, checkout.paymentIntentId);
  else if (session.status === 'complete') await updateProcessed(ctx.db, checkout.id);
  else await updateChecked(ctx.db, checkout.id);
}

async function endPage(ctx: PaymentsCtx, checkout: CheckoutRow, sessionId: string): Promise<void> {
  const session = await endOrReadPage(ctx, sessionId, checkout.state);
  if (session === null) return markStuck(ctx, checkout);
  if (session === 'unknown') return endUnknown(ctx, checkout);
  await applyPage(ctx, checkout, session);
  if (session.status === 'open') await updateRetried(ctx.db, checkout.id);
  if (session.status === 'complete' && !session.isPaid) await applyLatePayment(ctx, checkout, session);
}

async function endIntent(ctx: PaymentsCtx, checkout: CheckoutRow, intentId: string): Promise<void> {
  const intent = await cancelOrRead(ctx, intentId, checkout.state);
  if (intent === null) return markStuck(ctx, checkout);
  if (intent === 'unknown') return endUnknown(ctx, checkout);
  await applyCanceled(ctx, checkout.id, intent);
}

type StaysLive = (checkout: CheckoutRow) => Promise<boolean>;

async function endLeased(ctx: PaymentsCtx, checkoutId: string, staysLive: StaysLive): Promise<void> {
  const checkout = await findCheckout(ctx.db, { id: checkoutId });
  if (checkout === null || !activeStates.includes(checkout.state) || (await staysLive(checkout))) return;
  if (checkout.hostedSessionId !== null) return endPage(ctx, checkout, checkout.hostedSessionId);
  if (checkout.paymentIntentId === null) return releaseExpired(ctx, checkoutId, null);
  await endIntent(ctx, checkout, checkout.paymentIntentId);
}

/**
 * Ends a live checkout, provider first, unless `staysLive` says otherwise under its lease. Retries
 * soon if another request holds the lease.
 */
export async function endUnless(ctx: PaymentsCtx, checkoutId: string, staysLive: StaysLive): Promise<void> {
  await using lease = await acquireLease(ctx.db, checkoutId);
  if (lease.ok) await withDeadline(() => endLeased(ctx, checkoutId, staysLive));
  else await updateRetried(ctx.db, checkoutId);
}

/**
 * Ends a checkout. Cancels at the provider first, and releases stock and code only once that is
 * confirmed.
 */
export function expireCheckout(ctx: PaymentsCtx, checkoutId: string): Promise<void> {
  return endUnless(ctx, checkoutId, async () => false);
}

/** True if the bank still asks the customer about the payment of a checkout. */
async function isAtBank(ctx: PaymentsCtx, { state, paymentIntentId }: CheckoutRow): Promise<boolean> {
  if (state !== 'awaiting_payment' || paymentIntentId === null) return false;
  const intent = await providerResponse(() => ctx.payments.readIntent(paymentIntentId));
  return intent !== null && intent !== 'unknown' && intent.status === 'requires_action';
}

/**
 * Ends a checkout whose time is up or whose cart is empty. One that was extended meanwhile stays
 * live. One that waits for the bank stays live for up to 10 minutes.
 */
export function endOverdue(ctx: PaymentsCtx, checkoutId: string): Promise<void> {
  return endUnless(ctx, checkoutId, async (checkout) => {
    const minutes = await minutesOver(ctx.db, checkoutId);
    return minutes < 0 || (minutes < bankMinutes && (await isAtBank(ctx, checkout)));
  });
}

type Take = (db: Db) => Promise<CheckoutRow | null>;

/**
 * Runs `work` for each due checkout, a few at a time. Logs a failure and continues with the others.
 * Throws the failures after all. A failed checkout is due again at the next run.
 */
async function forEachDue(ctx: PaymentsCtx, take: Take, work: (checkout: CheckoutRow) => Promise<void>): Promise<void> {
  const until = performance.now() + runMs;
  const failures: unknown[] = [];
  const workFrom = async (first: CheckoutRow | null) => {
    for (let checkout = first; checkout !== null;) {
      try {
        await work(checkout);
      } catch (error) {
        ctx.log.error({ err: error, checkoutId: checkout.id }, 'a checkout could not be looked after');
        failures.push(error);
        await updateRetried(ctx.db, checkout.id).catch(() => undefined);
      }
      checkout = performance.now() < until ? await take(ctx.db) : null;
    }
  };
  // An idle shop asks once a run.
  const first = await take(ctx.db);
  if (first === null) return;
  const others = Array.from({ length: concurrency - 1 }, async () => workFrom(await take(ctx.db)));
  await Promise.all([workFrom(first), ...others]);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} checkouts could not be looked after`);
}

/** Ends every checkout whose time is up or whose cart is empty. */
export function sweepExpired(ctx: PaymentsCtx): Promise<void> {
  return forEachDue(ctx, claimOverdueCheckout, (checkout) => endOverdue(ctx, checkout.id));
}

async function reconcileCheckout(ctx: PaymentsCtx, checkout: CheckoutRow): Promise<void> {
  const { hostedSessionId, paymentIntentId } = checkout;
  if (hostedSessionId !== null) {
    const session = await providerResponse(() => ctx.payments.readHostedSession(hostedSessionId));
    if (session === 'unknown') await endUnknown(ctx, checkout);
    else if (session !== null) await applyPage(ctx, checkout, session);
    return;
  }
  if (paymentIntentId === null) return;
  const intent = await providerResponse(() => ctx.payments.readIntent(paymentIntentId));
  if (intent === 'unknown') await endUnknown(ctx, checkout);
  else if (intent !== null) await applyRead(ctx, checkout.id, intent);
}

/**
 * Reads payments under way at the provider, each at growing intervals. A paid one becomes its
 * order.
 */
export function reconcile(ctx: PaymentsCtx): Promise<void> {
  return forEachDue(ctx, claimAwaitingPayment, (checkout) => reconcileCheckout(ctx, checkout));
}

/**
 * Settles a paid intent. For a hosted page, also reads the contact and address from the provider.
 */
async function settleRecent(ctx: PaymentsCtx, intent: Intent): Promise<void> {
  const checkout = intent.checkoutId === null ? null : await findCheckout(ctx.db, { id: intent.checkoutId });
  if (checkout === null || checkout.hostedSessionId === null) await settle(ctx, intent);
  else await settleHosted(ctx, checkout, await ctx.payments.readHostedSession(checkout.hostedSessionId));
}

/**
 * Places the missing orders of paid intents of the last `seconds`, whatever the state of their
 * checkouts. One that fails does not block the others; the failures are thrown after all.
 */
export async function reconcileRecent(ctx: PaymentsCtx, seconds = 3_600): Promise<void> {
  const failures: unknown[] = [];
  for (const intent of await ctx.payments.listIntents(secondsAgo(ctx, seconds))) {
    if (intent.status !== 'succeeded' || intent.checkoutId === null) continue;
    try {
      const isLost =
        (await belongsToShop(ctx.db, ctx, intent)) && (await findOrderOfIntent(ctx.db, intent.id)) === null;
      if (isLost) await settleRecent(ctx, intent);
    } catch (error) {
      ctx.log.error({ err: error, intentId: intent.id }, 'a paid intent could not be settled');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} paid intents could not be settled`);
}

/**
 * Ends a checkout whose payment the provider does not know, because nobody can pay it with the
 * shop's present keys. It may have been paid with earlier keys, so the checkout is marked for
 * `doctor` and `reconcile`.
 */
export async function endUnknown(ctx: PaymentsCtx, checkout: CheckoutRow): Promise<void> {
  const { id: checkoutId, paymentIntentId, hostedSessionId, state } = checkout;
  await updateCheckout(ctx.db, { id: checkoutId }, { paymentUnknownAt: ctx.now() });
  await releaseExpired(ctx, checkoutId, paymentIntentId);
  const message = 'a checkout was ended: the payment provider does not know its payment, which other keys made';
  ctx.log.error({ checkoutId, paymentIntentId, hostedSessionId, state }, message);
}

/** A payment or page id at the provider, and its checkout. */
export type NamedPayment = { name: string; checkoutId: string };

function named({ id: checkoutId, paymentIntentId, hostedSessionId }: CheckoutRow): NamedPayment[] {
  const name = paymentIntentId ?? hostedSessionId;
  return name === null ? [] : [{ name, checkoutId }];
}

/**
 * Returns payments of checkouts that ended since a time because the provider did not know them,
 * newest first.
 */
export async function unknownPayments(db: Db, since: Date): Promise<NamedPayment[]> {
  return (await listUnknown(db, since)).flatMap(named);
}

/** Returns payments that are under way, newest first. */
export async function livePayments(db: Db, limit: number): Promise<NamedPayment[]> {
  return (await listWithIntent(db, limit)).flatMap(named);
}
