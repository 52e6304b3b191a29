import { useEffect, useState } from 'react';

import { forgetItems, loadCart } from '#modules/cart/ui/cart-store.ts';
import type { OrderAnswer, OrderSummaryView } from '#modules/checkout/contract.ts';
import { callApi } from '#ui/call-api.ts';
import { toast } from '#ui/toast.tsx';

import { snapshotKey } from './form-storage.ts';

export type PlacedOrder = { view: OrderSummaryView; emailStatus: 'sent' | 'failed' | 'unknown' };
export type Placing = { order: PlacedOrder | null; problem: { title: string; text: string } | null };

const beforeReadingMs = 1_000;
const whenMissingMs = 1_500;
const clearAfterMs = 2_000;
const pollMs = 2_000;
const polls = 30;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

const problems = {
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
};

type Snapshot = Record<string, unknown>;

function readSnapshot(): Snapshot | 'missing' | 'unreadable' {
  try {
    const text = sessionStorage.getItem(snapshotKey);
    if (text === null) return 'missing';
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function show({ title, text }: { title: string; text: string }, destructive = true): void {
  toast({ title, description: text, destructive, durationMs: 8_000 });
}

/** Asks for the order until the payment has been processed, for a minute at most. */
async function placeOrder(intentId: string, snapshot: Snapshot): Promise<OrderAnswer | 'failed' | 'thrown'> {
  for (let attempt = 0; attempt < polls; attempt += 1) {
    const answer = await callApi<OrderAnswer>('POST', '/create-order', { ...snapshot, payment_intent_id: intentId });
    if (answer.ok) return answer.body;
    if (answer.reason === 'unreachable') return 'thrown';
    if (answer.reason !== 'being_paid' && answer.reason !== 'provider_unavailable') return 'failed';
    await wait(pollMs);
  }
  return 'thrown';
}

type Outcome = Placing & { placed: OrderAnswer | null };

async function settle(intentId: string): Promise<Outcome> {
  const nothing = { order: null, placed: null };
  await wait(beforeReadingMs);
  let snapshot = readSnapshot();
  if (snapshot === 'missing') {
    await wait(whenMissingMs);
    snapshot = readSnapshot();
  }
  if (snapshot === 'unreadable') show(problems.unreadable);
  // The server knows the order without the browser's copy: a reload or a lost session still ends here.
  const answer = await placeOrder(intentId, typeof snapshot === 'string' ? {} : snapshot);
  if (typeof answer !== 'string') {
    return { order: { view: answer.order.view, emailStatus: answer.email_status }, problem: null, placed: answer };
  }
  const problem =
    snapshot === 'unreadable' ? problems.unreadable : snapshot === 'missing' ? problems.missing : problems[answer];
  if (problem !== problems.unreadable) show(problem, answer !== 'thrown');
  return { ...nothing, problem };
}

function celebrate({ order, email_status }: OrderAnswer): void {
  toast({
    title: 'Order Created!',
    description: `Your order ${order.order_number} has been successfully created.`,
  });
  setTimeout(() => {
    sessionStorage.removeItem(snapshotKey);
    forgetItems();
    void loadCart();
    if (email_status !== 'failed') return;
    const text =
      "Your order is confirmed, but we couldn't send the confirmation email. Check your spam folder or contact support.";
    show({ title: 'Email Not Sent', text });
  }, clearAfterMs);
}

/** The order of a paid intent, asked for once after the specified waits; `known` is what the page came with. */
export function usePlacedOrder(intentId: string | null, known: PlacedOrder | null): Placing {
  const [placing, setPlacing] = useState<Placing>({ order: known, problem: null });
  useEffect(() => {
    if (known !== null) return undefined;
    if (intentId === null) {
      setPlacing({ order: null, problem: problems.missing });
      show(problems.missing);
      return undefined;
    }
    let gone = false;
    void settle(intentId).then(({ placed, ...outcome }) => {
      if (gone) return;
      setPlacing(outcome);
      if (placed !== null) celebrate(placed);
    });
    return () => {
      gone = true;
    };
  }, [intentId, known]);
  return placing;
}
