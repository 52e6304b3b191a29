import { useCallback, useEffect, useRef, useState } from 'react';

import { loadCart, type CartItem } from '#modules/buying/cart/ui/cart-store.ts';
import type { Change, CheckoutView, IntentAnswer } from '#modules/buying/checkout/contract.ts';
import { call } from '#modules/calls.ts';
import { toast } from '#ui/toast.tsx';

import { beginCheckout, type CheckoutSession, type Failed } from './begin-checkout.ts';

const arrivalDelayMs = 500;
const cartSettlesMs = 400;

export type Wanted = Omit<Change, 'checkout_id'>;
/** What the server made of a change: its answer, or why it refused. */
export type Revised = IntentAnswer | Failed;

/** Refusals after which the figures shown of stock and order are old. */
const outdated = new Set(['sold_out', 'too_many_units']);

/** Tells what could not stay as it was in the order: it is not in the cart any more either. */
function tell(notes: readonly string[]): void {
  if (notes.length === 0) return;
  for (const title of notes) toast({ title, destructive: true });
  void loadCart();
}

function differs(items: readonly CartItem[], view: CheckoutView): boolean {
  return (
    items.length !== view.items.length ||
    items.some((item) => view.items.find((one) => one.product_id === item.product_id)?.quantity !== item.quantity)
  );
}

/** Begins the checkout (of the cart, or of the Buy Now `buy`) once, 500 ms after the cart is known, and keeps what the server says of it. */
export function useCheckout(cart: { items: readonly CartItem[]; isLoading: boolean }, buy: string | null) {
  const { items, isLoading } = cart;
  const [session, setSession] = useState<CheckoutSession | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [changes, setChanges] = useState(0);
  const begun = useRef(false);
  const latest = useRef<CheckoutSession | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const keep = useCallback((next: CheckoutSession) => {
    latest.current = next;
    setSession(next);
  }, []);

  const begin = useCallback(async (): Promise<void> => {
    setFailed(null);
    const answer = await beginCheckout(items, { buy });
    if ('view' in answer) {
      keep(answer);
      tell(answer.notes);
    } else setFailed(answer);
  }, [items, buy, keep]);

  /** Reserves the goods again for the same checkout: nothing that was typed is touched. Why it was refused, or null. */
  const reserveAgain = useCallback(async (): Promise<Failed | null> => {
    const { current } = latest;
    if (current === null) return null;
    const answer = await beginCheckout(items, { buy, revive: current.view.id });
    if (!('view' in answer)) return answer;
    keep(answer);
    tell(answer.notes);
    return null;
  }, [items, buy, keep]);

  useEffect(() => {
    if (isLoading || begun.current) return undefined;
    const timer = setTimeout(() => {
      begun.current = true;
      void begin();
    }, arrivalDelayMs);
    return () => clearTimeout(timer);
  }, [isLoading, begin]);

  const send = useCallback(
    async (wanted: Wanted): Promise<Revised> => {
      const { current } = latest;
      if (current === null) return { reason: 'not_ready', message: 'Payment system not ready. Please try again.' };
      const input = { checkout_id: current.view.id, ...wanted };
      const answer = await call('POST /update-payment-intent', input);
      if (!answer.ok) return { reason: answer.reason, message: answer.message };
      const { checkout, client_secret, payment_intent_id, notes } = answer.body;
      // What was said of the order stays until the shopper changes it.
      const said = wanted.items === undefined && notes.length === 0 ? current.notes : notes;
      const { config } = current;
      keep({ config, view: checkout, clientSecret: client_secret, intentId: payment_intent_id, notes: said });
      tell(notes);
      return answer.body;
    },
    [keep],
  );

  /** Sends a change after those before it; the old figures stay until the server has answered, and for good when it refuses. */
  const revise = useCallback(
    (wanted: Wanted): Promise<Revised> => {
      setChanges((count) => count + 1);
      const sendAndLook = async () => {
        const answer = await send(wanted);
        const isOld = wanted.items !== undefined && 'reason' in answer && outdated.has(answer.reason);
        if (isOld) await send({});
        return answer;
      };
      const sent = queue.current.then(sendAndLook).finally(() => setChanges((count) => count - 1));
      queue.current = sent.catch(() => undefined);
      return sent;
    },
    [send],
  );

  // The cart beside the page can be changed too: the checkout follows it.
  useEffect(() => {
    const { current } = latest;
    if (current === null || isLoading || items.length === 0 || !differs(items, current.view)) return undefined;
    const timer = setTimeout(() => void revise({}), cartSettlesMs);
    return () => clearTimeout(timer);
  }, [items, isLoading, revise]);

  return { session, failed, changing: changes > 0, begin, reserveAgain, revise };
}

export type CheckoutState = ReturnType<typeof useCheckout>;
