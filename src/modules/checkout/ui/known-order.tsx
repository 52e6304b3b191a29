import { useEffect } from 'react';
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

/**
 * Reloads the page's data until the bank has answered. Asks the shop first, because a reload that
 * fails would replace the page by an error.
 */
function useResult(intentId: string | null): void {
  const { revalidate } = useRevalidator();
  const ask = async (payment_intent: string) => {
    const answer = await call('GET /order-status', { payment_intent });
    if (answer.ok || answer.reason === 'not_paid') await revalidate();
  };
  useInterval(
    () => {
      if (intentId !== null && document.visibilityState === 'visible') void ask(intentId);
    },
    intentId === null ? null : askAgainMs,
  );
}

/** Replaces the checkout if its order is already paid or being paid, and links to the order. */
export function KnownOrder({ order: { orderNumber, kind, address, intentId } }: { order: Known }) {
  const isDone = kind === 'paid' || kind === 'placed';
  useResult(isDone ? null : intentId);
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
