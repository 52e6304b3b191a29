import { useRef, useState } from 'react';

import { loadCart, type CartItem } from '#modules/cart/ui/cart-store.ts';
import type { CodeResult } from '#modules/discounts/ui/try-code.ts';
import { checkoutEnds, endsPage } from '../checkout-ends.ts';
import type { CheckoutView, IntentAnswer, KnownOrder, SentChange } from '../checkout.schema.ts';
import { call } from '#modules/api-client.ts';
import { useTimeout } from '#ui/timers.ts';
import { toast } from '#ui/toast.tsx';

import { beginCheckout, type CheckoutSession } from './begin-checkout.ts';
import type { Refusal } from '#ui/refusal.ts';

const arrivalDelayMs = 500;
const cartSettlesMs = 400;

export type RequestedChange = Omit<SentChange, 'checkout_id'>;
/** The server's answer to a change, or its refusal. */
export type Revised = IntentAnswer | Refusal;

/** Refusals that make the displayed stock and order figures outdated. */
const outdated = new Set(['sold_out', 'too_many_units']);

const notReady: Refusal = { reason: 'not_ready', message: 'Payment system not ready. Please try again.' };

/** Why a begun checkout has ended, and the order that it became. */
export type Ended = Refusal & { order: KnownOrder | null };

/** Shows notes about changes to the order and reloads the cart, which changed too. */
function showNotes(notes: readonly string[]): void {
  if (notes.length === 0) return;
  for (const title of notes) toast({ title, destructive: true });
  void loadCart();
}

/** True if the items differ from those of a checkout. */
export function differs(
  items: readonly Pick<CartItem, 'product_id' | 'quantity'>[],
  view: Pick<CheckoutView, 'items'>,
): boolean {
  return (
    items.length !== view.items.length ||
    items.some((item) => view.items.find((one) => one.product_id === item.product_id)?.quantity !== item.quantity)
  );
}

/** A turn that others wait for until it has come. */
function newTurn() {
  let come = () => {};
  const hasCome = new Promise<void>((done) => {
    come = done;
  });
  return { come: () => come(), hasCome };
}

/**
 * Begins the checkout of the cart, or of the Buy Now `buy`, once. Starts 500 ms after the cart is
 * known and holds the server's newest answer.
 */
export function useCheckout(cart: { items: readonly CartItem[]; isLoading: boolean }, buy: string | null) {
  const { items, isLoading } = cart;
  const [session, setSession] = useState<CheckoutSession | null>(null);
  const [failed, setFailed] = useState<Refusal | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  /** Number of times that the shop said that the goods are no longer reserved. */
  const [lapses, setLapses] = useState(0);
  const [changes, setChanges] = useState(0);
  const [isBegun, setBegun] = useState(false);
  const [first] = useState(newTurn);
  const latest = useRef<CheckoutSession | null>(null);
  const queue = useRef<Promise<unknown>>(first.hasCome);

  const keep = (next: CheckoutSession, notes = next.notes): void => {
    latest.current = next;
    setSession(next);
    showNotes(notes);
  };

  const readStanding = async () => {
    const { current } = latest;
    return current === null ? null : call('GET /checkout-state', { checkout_id: current.view.id });
  };

  /**
   * Ends the form, or the reservation, if a refusal says so. The last call before a payment is left
   * to its caller if the order is paid: it leads to the order.
   */
  const noticeEnd = async ({ reason, message }: Refusal, isFinal = false): Promise<void> => {
    if (reason === 'expired') setLapses((count) => count + 1);
    if (latest.current === null || !endsPage(reason)) return;
    const { way } = checkoutEnds[reason];
    const hasOrder = way === 'order' || way === 'wait';
    if (hasOrder && isFinal) return;
    const standing = hasOrder ? await readStanding() : null;
    setEnded({ reason, message, order: standing?.ok === true ? standing.body.order : null });
  };

  /** Begins the checkout, or reserves the goods of `revive` again. Returns the refusal, or null. */
  const open = async (revive?: string): Promise<Refusal | null> => {
    const answer = await beginCheckout(items, revive === undefined ? { buy } : { buy, revive });
    if (!('view' in answer)) {
      await noticeEnd(answer);
      return answer;
    }
    keep(answer);
    setEnded(null);
    return null;
  };

  const begin = async (): Promise<void> => {
    setBegun(true);
    setFailed(null);
    setFailed(await open());
    first.come();
  };
  useTimeout(() => void begin(), isLoading || isBegun ? null : arrivalDelayMs);

  /**
   * Reserves the goods of the same checkout again without changing typed data. Returns the refusal,
   * or null.
   */
  const reserveAgain = async () => (latest.current === null ? null : open(latest.current.view.id));

  /** Shows the figures after a change. Notes about the order stay until the shopper changes it. */
  const show = (current: CheckoutSession, answer: IntentAnswer, isOfItems: boolean): void => {
    const { checkout: view, client_secret: clientSecret, payment_intent_id: intentId, notes } = answer;
    const shownNotes = !isOfItems && notes.length === 0 ? current.notes : notes;
    keep({ config: current.config, view, clientSecret, intentId, notes: shownNotes }, notes);
  };

  const send = async (change: RequestedChange): Promise<Revised> => {
    const { current } = latest;
    if (current === null) return notReady;
    const answer = await call('POST /update-payment-intent', { checkout_id: current.view.id, ...change });
    if (!answer.ok) {
      const { reason, message } = answer;
      await noticeEnd({ reason, message }, change.final);
      return { reason, message };
    }
    show(current, answer.body, change.items !== undefined);
    return answer.body;
  };

  /** Runs `work` after the checkout has begun and earlier changes are done. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    setChanges((count) => count + 1);
    const done = queue.current.then(work).finally(() => setChanges((count) => count - 1));
    queue.current = done.catch(() => undefined);
    return done;
  };

  /**
   * Sends a change in its turn. The old figures stay until the server answers, and permanently if
   * it refuses.
   */
  const revise = (change: RequestedChange): Promise<Revised> =>
    inTurn(async () => {
      const answer = await send(change);
      const isOld = change.items !== undefined && 'reason' in answer && outdated.has(answer.reason);
      if (isOld) await send({});
      return answer;
    });

  /** Applies a typed code in its turn. `subtotal` is in dollars. */
  const tryCode = (code: string, subtotal: number): Promise<CodeResult> =>
    inTurn(async () => {
      const { current } = latest;
      if (current === null) return { valid: false, ...notReady };
      const answer = await call('POST /validate-discount', { code, subtotal, checkout_id: current.view.id });
      if (!answer.ok) {
        const { reason, message } = answer;
        await noticeEnd({ reason, message });
        return endsPage(reason)
          ? { valid: false, reason, message }
          : { valid: false, reason: 'unreachable', message: '' };
      }
      const { applied, message = '', reason = '', error = '', waitSeconds = 0 } = answer.body;
      if (applied === undefined) {
        await noticeEnd({ reason, message: error });
        return { valid: false, reason, message: error, waitSeconds };
      }
      show(current, applied, false);
      return { valid: true, message };
    });

  /** Reads whether the checkout still goes on and costs what the page shows. */
  const look = async (): Promise<void> => {
    const standing = await readStanding();
    if (standing?.ok !== true) return;
    const { end, order, is_outdated: isOutdated } = standing.body;
    if (end?.error === 'expired') setLapses((count) => count + 1);
    else if (end !== null) setEnded({ reason: end.error, message: end.message, order });
    else if (isOutdated) await revise({});
  };

  // The cart can also change outside this page, so the checkout follows it.
  const isBehind = session !== null && !isLoading && items.length > 0 && differs(items, session.view);
  useTimeout(() => void revise({}), isBehind ? cartSettlesMs : null, items);

  return {
    session,
    failed,
    ended,
    lapses,
    changing: changes > 0,
    begin,
    reserveAgain,
    revise,
    tryCode,
    look,
    noticeEnd,
  };
}

export type CheckoutState = ReturnType<typeof useCheckout>;
