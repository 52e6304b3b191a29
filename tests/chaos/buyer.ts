import { setTimeout as pause } from 'node:timers/promises';

import { address, contact } from '../support/shop-visitor.ts';

type Body = Record<string, unknown>;
type Answer = { status: number; body: Body };

/** Behavior of a buyer, drawn before the buyer begins. */
export type BuyerBehavior = {
  quantity: number;
  code: string | null;
  submitsTwice: boolean;
  vanishesAfterPaying: boolean;
  leavesBeforePaying: boolean;
  cards: readonly string[];
  giveUpAfterMs: number;
  /** True to retry for units that other buyers hold. */
  waits?(): boolean;
  /** Called between the last click and the payment. */
  beforePaying?(checkoutId: string): Promise<void>;
};

/** Buyer of one unit with a valid card and no code, who retries for one minute. */
export const plainBuyer: BuyerBehavior = {
  quantity: 1,
  code: null,
  submitsTwice: false,
  vanishesAfterPaying: false,
  leavesBeforePaying: false,
  cards: ['4242424242424242'],
  giveUpAfterMs: 60_000,
};

/** The shop as buyers see it: its processes, any of which may answer, and the product for sale. */
export type Shopfront = {
  urls: readonly string[];
  productId: string;
  /**
   * URL that receives the card of the payment provider's script. Unset: the shop, whose sandbox is
   * built in.
   */
  paymentsUrl?: string;
  /** Milliseconds each request took. */
  waits: number[];
  /** Order numbers confirmed to buyers. Unset if nobody records them. */
  confirmedOrders?: string[];
};

export type Outcome = 'bought' | 'vanished' | 'left' | `refused ${string}` | `gave up ${string}`;

const retryable = new Set(['busy', 'provider_unavailable', 'payment_unknown', 'being_paid', 'not_paid']);

/** Returns the error reason of a response, else its status. */
function wordOf({ status, body }: Answer): string {
  return typeof body.error === 'string' ? body.error : String(status);
}

/** Returns the reason why a request got no response. */
function failureWord(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return `no answer (${String(cause)})`;
}

class GaveUp extends Error {}

const firstRetryMs = 150;
const longestRetryMs = 1_000;

/**
 * Browser with cookies. Retries for `timeoutMs` while the shop does not respond or asks to wait.
 * Waits twice as long after each failure, up to a second, as clients of a busy shop should.
 */
function newBrowser({ urls, paymentsUrl, waits }: Shopfront, timeoutMs: number) {
  const cookies = new Map<string, string>();
  // A clock that is set forward must not end a visit.
  const until = performance.now() + timeoutMs;
  const once = async (path: string, body: Body): Promise<Answer> => {
    const shopUrl = urls[Math.floor(Math.random() * urls.length)];
    const url = path.startsWith('/sandbox/') ? (paymentsUrl ?? shopUrl) : shopUrl;
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(12_000),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, body: isJson ? (JSON.parse(text) as Body) : {} };
  };
  const send = async (path: string, body: Body): Promise<Answer> => {
    const failures: string[] = [];
    const began = performance.now();
    let waitMs = firstRetryMs;
    while (performance.now() < until) {
      const sentAt = performance.now();
      const answer = await once(path, body).catch((error: unknown) => failureWord(error));
      const ms = performance.now() - sentAt;
      waits.push(ms);
      if (typeof answer !== 'string' && answer.status < 500 && !retryable.has(wordOf(answer))) return answer;
      failures.push(`${typeof answer === 'string' ? answer : wordOf(answer)} after ${ms.toFixed()} ms`);
      await pause(waitMs);
      waitMs = Math.min(2 * waitMs, longestRetryMs);
    }
    const tried = `${failures.length} tries in ${(performance.now() - began).toFixed()} ms`;
    throw new GaveUp(`${path}: ${tried}, the last: ${failures.slice(-4).join(', ')}`);
  };
  /** Sends the same request twice, as two clicks do. Returns the second response. */
  const sendTwice = async (path: string, body: Body) => (await Promise.all([send(path, body), send(path, body)]))[1];
  return { send, sendTwice };
}

const refused = (answer: Answer): Outcome => `refused ${wordOf(answer)}`;

async function pay(send: ReturnType<typeof newBrowser>['send'], secret: string, cards: readonly string[]) {
  for (const number of cards) {
    await send('/sandbox/confirm', { client_secret: secret, number });
  }
}

/** Retries until units are available or the buyer stops waiting. */
async function whileSoldOut(waits: BuyerBehavior['waits'], ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (wordOf(answer) !== 'sold_out' || waits?.() !== true) return answer;
    await pause(50);
  }
}

async function shopping(front: Shopfront, behavior: BuyerBehavior): Promise<Outcome> {
  const { send, sendTwice } = newBrowser(front, behavior.giveUpAfterMs);
  const submit = behavior.submitsTwice ? sendTwice : send;
  const units = { product_id: front.productId, quantity: behavior.quantity };
  const filled = await whileSoldOut(behavior.waits, () => send('/api/cart/items', units));
  if (filled.status !== 200) return refused(filled);
  const opened = await whileSoldOut(behavior.waits, () => submit('/api/create-payment-intent', {}));
  if (opened.status !== 200) return refused(opened);
  const { id } = opened.body.checkout as { id: string };
  if (behavior.code !== null) {
    await send('/api/update-payment-intent', { checkout_id: id, discount_code: behavior.code });
  }
  if (behavior.leavesBeforePaying) return 'left';
  const details = { customer_info: contact, shipping_address: address, billing_address: address, final: true };
  const ready = await submit('/api/update-payment-intent', { checkout_id: id, ...details });
  if (ready.status !== 200) return refused(ready);
  await behavior.beforePaying?.(id);
  await pay(send, String(ready.body.client_secret), behavior.cards);
  if (behavior.vanishesAfterPaying) return 'vanished';
  const placed = await submit('/api/create-order', { payment_intent_id: String(ready.body.payment_intent_id) });
  if (placed.status !== 200) return refused(placed);
  front.confirmedOrders?.push((placed.body.order as { order_number: string }).order_number);
  return 'bought';
}

/** Runs one visit from the first unit in the cart to the order. Returns its outcome. */
export async function visit(front: Shopfront, behavior: BuyerBehavior): Promise<Outcome> {
  try {
    return await shopping(front, behavior);
  } catch (error) {
    if (error instanceof GaveUp) return `gave up ${error.message}`;
    throw error;
  }
}
