import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';

import { call } from '#modules/api-client.ts';
import { loadCart } from '#modules/cart/ui/cart-store.ts';
import type { KnownOrder as Known } from '../checkout.schema.ts';
import { ButtonLink } from '#ui/button.tsx';
import { focusIfLost } from '#ui/focus.ts';
import { useInterval } from '#ui/timers.ts';

const titles: Record<Known['kind'], (orderNumber: string) => string> = {
  paid: (orderNumber) => `Your order ${orderNumber} is paid`,
  placed: (orderNumber) => `Your order ${orderNumber} is placed`,
  paying: () => 'Your payment is being processed',
  at_form: () => 'Your payment is being processed',
};

const nothingToDo = 'Everything is done, and nothing is charged again.';
const wait = (orderNumber: string) =>
  `Order ${orderNumber}: your bank has not answered yet. You get an email with your order as soon as it does.`;

/** Interval, in ms, at which the page asks for the result of a payment under way. */
const askAgainMs = 3_000;
/** Number of times that the shop asks the provider for the page: for a minute. */
const providerAsks = 20;
/** Refusals of a payment that was not made. */
const notPaid = new Set(['not_paid', 'expired']);

/**
 * Asks for the result of a payment under way, and reloads the page's data once its order is placed.
 * The shop asks the provider at first, whose event may be late, and then waits for the event.
 * `onUnpaid` is called if the provider says that nothing was paid. Null stops asking.
 */
export function useResult(intentId: string | null, onUnpaid?: () => void): void {
  const { revalidate } = useRevalidator();
  const asks = useRef(0);
  const ask = async (payment_intent: string) => {
    asks.current += 1;
    const isAtProvider = asks.current <= providerAsks;
    const answer = await (isAtProvider
      ? call('POST /create-order', { payment_intent_id: payment_intent })
      : call('GET /order-status', { payment_intent }));
    const isUnpaid = !answer.ok && notPaid.has(answer.reason);
    if (isUnpaid && isAtProvider && onUnpaid !== undefined) onUnpaid();
    // A reload that fails would replace the page by an error, so the shop is known to answer here.
    else if (answer.ok || isUnpaid) await revalidate();
  };
  useInterval(
    () => {
      if (intentId !== null && document.visibilityState === 'visible') void ask(intentId);
    },
    intentId === null ? null : askAgainMs,
  );
}

type KnownOrderProps = { order: Known; onUnpaid?: () => void };

/** Replaces the checkout if its order is already paid or being paid, and links to the order. */
export function KnownOrder({ order: { orderNumber, kind, address, intentId }, onUnpaid }: KnownOrderProps) {
  const isDone = kind === 'paid' || kind === 'placed';
  useResult(isDone ? null : intentId, onUnpaid);
  useEffect(() => void loadCart(), [isDone]);
  return (
    <section
      // The field that had the focus is gone.
      ref={focusIfLost}
      tabIndex={-1}
      className="mx-auto flex min-h-[50vh] max-w-2xl flex-col items-center justify-center gap-5 px-6 text-center outline-none"
    >
      <h1 className="text-3xl sm:text-4xl">{titles[kind](orderNumber)}</h1>
      <p>{isDone ? nothingToDo : wait(orderNumber)}</p>
      {/* A full page load, as after a payment: a reload of its address finds the order. */}
      <ButtonLink to={address} reloadDocument>
        See your order
      </ButtonLink>
      <ButtonLink to="/" look="quiet">
        Continue Shopping
      </ButtonLink>
    </section>
  );
}
