import type { OrderAnswer } from '../checkout.schema.ts';
import { call } from '#modules/calls.ts';

import { readSnapshot } from './order-snapshot.ts';

const beforeReadingMs = 1_000;
const whenMissingMs = 1_500;
const pollMs = 2_000;
const polls = 30;

export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Why there is no order to show; `unreadable` may come with an order all the same. */
export type Trouble = 'unreadable' | 'missing' | 'failed' | 'thrown' | 'unpaid' | 'processing';

export type Placed = { answer: OrderAnswer | null; trouble: Trouble | null; isReload: boolean };

/** What the address of the success page names: a payment of the shop's form, or one of the provider's own page. */
export type PaidBy = { intentId: string } | { sessionId: string };

/** Whether the page was reloaded, or come back to. */
function isReloaded(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && 'type' in opened && opened.type !== 'navigate';
}

/** The order of a payment if the shop has it already, or null. */
export async function knownOrder(paid: PaidBy): Promise<OrderAnswer | null> {
  const query = 'intentId' in paid ? { payment_intent: paid.intentId } : { session_id: paid.sessionId };
  const answer = await call('GET /order-status', query);
  return answer.ok ? answer.body : null;
}

const notPaid = new Set(['not_paid', 'expired']);
const passing = new Set(['being_paid', 'provider_unavailable', 'unavailable']);

/** Asks for the order until the payment has been processed, for a minute at most. */
async function createOrder(paid: PaidBy, snapshot: Record<string, unknown>): Promise<OrderAnswer | Trouble> {
  const named = 'intentId' in paid ? { payment_intent_id: paid.intentId } : { session_id: paid.sessionId };
  let reason = '';
  for (let attempt = 0; attempt < polls; attempt += 1) {
    if (attempt > 0) await wait(pollMs);
    const answer = await call('POST /create-order', { ...snapshot, ...named });
    if (answer.ok) return answer.body;
    ({ reason } = answer);
    if (reason === 'unreachable') return 'thrown';
    if (notPaid.has(reason)) return 'unpaid';
    if (!passing.has(reason)) return 'failed';
  }
  if (reason === 'unavailable') return 'thrown';
  return reason === 'being_paid' ? 'processing' : 'failed';
}

/**
 * The order of a payment: reads what the checkout kept, 1 s after arrival and once more 1.5 s later, and asks the shop.
 * The shop knows the order without the browser's copy, so a reload or a lost session ends with the order too.
 */
export async function placeOrder(paid: PaidBy): Promise<Placed> {
  const read = () => ('intentId' in paid ? readSnapshot(paid.intentId) : 'missing');
  await wait(beforeReadingMs);
  let snapshot = read();
  if (snapshot === 'missing') {
    await wait(whenMissingMs);
    snapshot = read();
  }
  const known = snapshot === 'missing' ? await knownOrder(paid) : null;
  // The shop may know of a payment on the provider's page before the browser is back from there.
  if (known !== null) return { answer: known, trouble: null, isReload: 'intentId' in paid || isReloaded() };
  const answer = await createOrder(paid, typeof snapshot === 'string' ? {} : snapshot);
  const unread = snapshot === 'unreadable' ? snapshot : null;
  if (typeof answer !== 'string') return { answer, trouble: unread, isReload: false };
  const trouble = answer === 'failed' && snapshot === 'missing' ? 'missing' : answer;
  return { answer: null, trouble: unread ?? trouble, isReload: false };
}
