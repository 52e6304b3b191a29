import type { OrderAnswer } from '../checkout.schema.ts';
import { call } from '#modules/api-client.ts';

import { readSnapshot } from './order-snapshot.ts';

const beforeReadingMs = 1_000;
const whenMissingMs = 1_500;
const pollMs = 2_000;
const polls = 30;

export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Reason why no order can be shown. `unreadable` may also accompany an order. */
export type Trouble = 'unreadable' | 'missing' | 'failed' | 'thrown' | 'unpaid' | 'processing';

export type Placed = { answer: OrderAnswer | null; trouble: Trouble | null; isReload: boolean };

/** The payment in the success page's URL: of the shop's form or of the provider's hosted page. */
export type PaidBy = { intentId: string } | { sessionId: string };

/** True if the page was reloaded or reached through the history. */
function isReloaded(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && 'type' in opened && opened.type !== 'navigate';
}

/** Returns the order of a payment if the shop already has it, or null. */
export async function knownOrder(paid: PaidBy): Promise<OrderAnswer | null> {
  const query = 'intentId' in paid ? { payment_intent: paid.intentId } : { session_id: paid.sessionId };
  const answer = await call('GET /order-status', query);
  return answer.ok ? answer.body : null;
}

const notPaid = new Set(['not_paid', 'expired']);
const retryable = new Set(['being_paid', 'payment_unknown', 'unavailable']);

/** Requests the order until the payment has been processed, for at most a minute. */
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
    if (!retryable.has(reason)) return 'failed';
  }
  return reason === 'unavailable' ? 'thrown' : 'processing';
}

/**
 * Returns the order of a payment. Reads the stored snapshot 1 s after arrival and, if it is
 * missing, 1.5 s later, then asks the shop. The shop knows the order without the snapshot, so a
 * reload or a lost session also shows it.
 */
export async function resolvePlacedOrder(paid: PaidBy): Promise<Placed> {
  const read = () => ('intentId' in paid ? readSnapshot(paid.intentId) : 'missing');
  await wait(beforeReadingMs);
  let snapshot = read();
  if (snapshot === 'missing') {
    await wait(whenMissingMs);
    snapshot = read();
  }
  const known = snapshot === 'missing' ? await knownOrder(paid) : null;
  // A webhook may place the order of a hosted page before the browser returns from it.
  if (known !== null) return { answer: known, trouble: null, isReload: 'intentId' in paid || isReloaded() };
  const answer = await createOrder(paid, typeof snapshot === 'string' ? {} : snapshot);
  const unread = snapshot === 'unreadable' ? snapshot : null;
  if (typeof answer !== 'string') return { answer, trouble: unread, isReload: false };
  const trouble = answer === 'failed' && snapshot === 'missing' ? 'missing' : answer;
  return { answer: null, trouble: unread ?? trouble, isReload: false };
}
