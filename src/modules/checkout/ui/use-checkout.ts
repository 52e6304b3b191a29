import { useRef, useState } from 'react';

import { loadCart, type CartItem } from '#modules/cart/ui/cart-store.ts';
import type { CodeResult } from '#modules/discounts/ui/try-code.ts';
import type { Change, CheckoutView, IntentAnswer } from '../checkout.schema.ts';
import { call } from '#modules/api-client.ts';
import { useTimeout } from '#ui/timers.ts';
import { toast } from '#ui/toast.tsx';

import { beginCheckout, type CheckoutSession, type Failed } from './begin-checkout.ts';

const arrivalDelayMs = 500;
const cartSettlesMs = 400;

export type RequestedChange = Omit<Change, 'checkout_id'>;
/** The server's answer to a change, or its refusal. */
export type Revised = IntentAnswer | Failed;

/** Refusals that make the displayed stock and order figures outdated. */
const outdated = new Set(['sold_out', 'too_many_units']);

/** Refusals because the order is already paid or being paid. */
const paid = new Set(['paid_already', 'being_paid']);

const notReady: Failed = { reason: 'not_ready', message: 'Payment system not ready. Please try again.' };

/** The visitor's identity is lost, so the checkout counts as another visitor's. */
const notYours =
  'This order can no longer be changed or paid here: you were signed out, or cookies were cleared. Please sign in, or fill your cart again.';

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
  const [failed, setFailed] = useState<Failed | null>(null);
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

  /** Begins the checkout, or reserves the goods of `revive` again. Returns the refusal, or null. */
  const open = async (revive?: string): Promise<Failed | null> => {
    const answer = await beginCheckout(items, revive === undefined ? { buy } : { buy, revive });
    if (!('view' in answer)) {
      if (paid.has(answer.reason)) setFailed(answer);
      return answer;
    }
    keep(answer);
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
      // The cart was emptied elsewhere. Reloading it moves the page on.
      if (reason === 'cart_empty') void loadCart();
      return { reason, message: reason === 'not_found' ? notYours : message };
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
        const isForeign = answer.reason === 'not_found';
        return { valid: false, reason: isForeign ? 'not_found' : 'unreachable', message: isForeign ? notYours : '' };
      }
      const { applied, message = '', reason = '', error = '', waitSeconds = 0 } = answer.body;
      if (reason === 'cart_empty') void loadCart();
      if (applied === undefined) return { valid: false, reason, message: error, waitSeconds };
      show(current, applied, false);
      return { valid: true, message };
    });

  // The cart can also change outside this page, so the checkout follows it.
  const isBehind = session !== null && !isLoading && items.length > 0 && differs(items, session.view);
  useTimeout(() => void revise({}), isBehind ? cartSettlesMs : null, items);

  return { session, failed, changing: changes > 0, begin, reserveAgain, revise, tryCode };
}

export type CheckoutState = ReturnType<typeof useCheckout>;
