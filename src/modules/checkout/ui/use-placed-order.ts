import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

import { currentCart, loadCart } from '#modules/cart/ui/cart-store.ts';
import type { OrderSummaryView } from '#modules/orders/order-record.ts';
import { toast } from '#ui/toast.tsx';

import type { OrderAnswer } from '../checkout.schema.ts';
import { clearForm } from './form-storage.ts';
import { readSnapshot } from './order-snapshot.ts';
import { knownOrder, resolvePlacedOrder, wait, type PaidBy, type Trouble } from './place-order.ts';

export type ShownOrder = { view: OrderSummaryView; emailStatus: 'sent' | 'failed' | 'unknown' };
export type OrderProblem = { kind: Trouble; title: string; text: string };
export type Placing = { order: ShownOrder | null; problem: OrderProblem | null };

const clearAfterMs = 2_000;
/** Interval, in ms, and number of checks for the order and its email. */
const watchMs = 4_000;
const watches = 45;

const problems: Record<Trouble, Omit<OrderProblem, 'kind'>> = {
  unreadable: {
    title: 'Order Processing Error',
    text: 'There was an issue processing your order data. Please contact support.',
  },
  missing: {
    title: 'Missing Order Data',
    text: 'Order information was not found. Please contact support if you completed a payment.',
  },
  failed: {
    title: 'Order Processing',
    text: 'Your payment was successful, but there was an issue creating your order record. Our team will process this manually.',
  },
  thrown: {
    title: 'Order Processing',
    text: "Your payment was successful. If you don't receive a confirmation email, please contact support.",
  },
  unpaid: {
    title: 'Payment not completed',
    text: 'Nothing was charged. Your items and everything you typed are still there.',
  },
  processing: {
    title: 'Payment is being processed',
    text: 'Your bank has not answered yet. You get an email with your order as soon as it does.',
  },
};

const harmless = new Set<Trouble>(['thrown', 'processing']);

const problemOf = (kind: Trouble): OrderProblem => ({ kind, ...problems[kind] });

/** Also shows a problem as a toast, besides on the page. */
function announced(problem: OrderProblem): OrderProblem {
  const { kind, title, text } = problem;
  toast({ title, description: text, destructive: !harmless.has(kind), durationMs: 8_000 });
  return problem;
}

function tidyUp(): void {
  clearForm();
  void loadCart();
}

function celebrate({ view, emailStatus }: ShownOrder): void {
  toast({
    title: 'Order Created!',
    description: `Your order ${view.orderNumber} has been successfully created.`,
  });
  setTimeout(() => {
    tidyUp();
    if (emailStatus === 'failed') warnOfMail();
  }, clearAfterMs);
}

/** Warns that the order is confirmed although its email could not be sent. */
function warnOfMail(): void {
  toast({
    title: 'Email Not Sent',
    description:
      "Your order is confirmed, but we couldn't send the confirmation email. Check your spam folder or contact support.",
    destructive: true,
    durationMs: 8_000,
  });
}

function orderOf(answer: OrderAnswer): ShownOrder {
  return { view: answer.order.view, emailStatus: answer.email_status };
}

type Follow = { paid: PaidBy; isGone: () => boolean; report: (placing: Placing) => void };

/**
 * Polls until the order is there and its email is sent or has failed, for at most three minutes.
 */
async function watch({ paid, isGone, report }: Follow): Promise<void> {
  for (let look = 0; look < watches && !isGone(); look += 1) {
    await wait(watchMs);
    const answer = isGone() ? null : await knownOrder(paid);
    if (answer === null) continue;
    report({ order: orderOf(answer), problem: null });
    if (answer.email_status === 'failed') warnOfMail();
    if (answer.email_status !== 'unknown') return;
  }
}

async function pollOrder(following: Follow): Promise<void> {
  const { answer, trouble, isReload } = await resolvePlacedOrder(following.paid);
  if (following.isGone()) return;
  const problem = trouble === null ? null : announced(problemOf(trouble));
  if (answer === null) {
    following.report({ order: null, problem });
    void loadCart();
    if (trouble !== 'unpaid' && trouble !== 'missing') await watch(following);
    return;
  }
  following.report({ order: orderOf(answer), problem: null });
  if (isReload) void loadCart();
  else celebrate(orderOf(answer));
  if (answer.email_status === 'unknown') await watch(following);
}

type Named = { intentId: string | null; sessionId: string | null };

/** Returns the payment in the page's address, or null. */
export function paidBy({ intentId, sessionId }: Named): PaidBy | null {
  if (intentId !== null) return { intentId };
  return sessionId === null ? null : { sessionId };
}

/**
 * Returns the order of a payment, requested once after the specified delays. `known` is the order
 * that the page was loaded with.
 */
export function usePlacedOrder({ intentId, sessionId }: Named, known: ShownOrder | null): Placing {
  const [placing, setPlacing] = useState<Placing>({ order: null, problem: null });
  const isKnown = known !== null;
  /** A free order is known on arrival. Its stored snapshot shows that it is new. */
  const greet = useEffectEvent(() => {
    if (known !== null && typeof readSnapshot(null) === 'object') celebrate(known);
    else void loadCart();
  });
  useEffect(() => {
    if (isKnown) {
      greet();
      return undefined;
    }
    const paid = paidBy({ intentId, sessionId });
    if (paid === null) {
      announced(problemOf('missing'));
      void loadCart();
      return undefined;
    }
    let gone = false;
    void pollOrder({ paid, isGone: () => gone, report: setPlacing });
    return () => {
      gone = true;
      // The next page does not load it.
      if (currentCart().isLoading) void loadCart();
    };
  }, [intentId, sessionId, isKnown]);
  if (known !== null) return { order: known, problem: null };
  return paidBy({ intentId, sessionId }) === null ? { order: null, problem: problemOf('missing') } : placing;
}

/**
 * Reloads the page's data until the order's email is sent or has failed, for at most three minutes.
 */
export function useMailWatch(known: ShownOrder | null): void {
  const { revalidate } = useRevalidator();
  const status = known?.emailStatus ?? null;
  const last = useRef(status);
  useEffect(() => {
    if (last.current === 'unknown' && status === 'failed') warnOfMail();
    last.current = status;
    if (status !== 'unknown') return undefined;
    let left = watches;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      void revalidate();
    }, watchMs);
    return () => clearInterval(timer);
  }, [status, revalidate]);
}
