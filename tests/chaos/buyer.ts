import { setTimeout as pause } from 'node:timers/promises';

import { address, contact } from '../support/browser-like.ts';

type Body = Record<string, unknown>;
type Answer = { status: number; body: Body };

/** How a buyer behaves; drawn before the buyer begins. */
export type Behaviour = {
  quantity: number;
  code: string | null;
  submitsTwice: boolean;
  vanishesAfterPaying: boolean;
  leavesBeforePaying: boolean;
  cards: readonly string[];
  patienceMs: number;
  /** Whether to ask again for units that others have. */
  waits?(): boolean;
  /** What happens between the last click and the payment. */
  beforePaying?(checkoutId: string): Promise<void>;
};

/** Who buys one unit with a good card, without a code, and tries for a minute. */
export const plainBuyer: Behaviour = {
  quantity: 1,
  code: null,
  submitsTwice: false,
  vanishesAfterPaying: false,
  leavesBeforePaying: false,
  cards: ['4242424242424242'],
  patienceMs: 60_000,
};

/** The shop as buyers see it: processes that answer, whichever they meet, and what they sell. */
export type Shopfront = {
  urls: readonly string[];
  productId: string;
  /** Where the payment provider's script sends a card; the shop itself, where its sandbox is inside. */
  paymentsUrl?: string;
  /** Milliseconds that each request waited. */
  waits: number[];
  /** Numbers of the orders that buyers were told of, where somebody keeps them. */
  told?: string[];
};

export type Outcome = 'bought' | 'vanished' | 'left' | `refused ${string}` | `gave up ${string}`;

const passing = new Set(['busy', 'provider_unavailable', 'being_paid', 'not_paid']);

/** The reason that an answer gives, else its status. */
function wordOf({ status, body }: Answer): string {
  return typeof body.error === 'string' ? body.error : String(status);
}

class GaveUp extends Error {}

/** A browser that keeps its cookies and asks again when the shop does not answer or tells it to wait. */
function newBrowser({ urls, paymentsUrl, waits }: Shopfront, patienceMs: number) {
  const cookies = new Map<string, string>();
  const until = Date.now() + patienceMs;
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
    let last = 'no answer';
    while (Date.now() < until) {
      const asked = performance.now();
      const answer = await once(path, body).catch(() => null);
      waits.push(performance.now() - asked);
      last = answer === null ? 'no answer' : wordOf(answer);
      const isFinal = answer !== null && answer.status < 500 && !passing.has(wordOf(answer));
      if (isFinal) return answer;
      await pause(150);
    }
    throw new GaveUp(`${path}: ${last}`);
  };
  /** The same request from two clicks; the second answer counts. */
  const sendTwice = async (path: string, body: Body) => (await Promise.all([send(path, body), send(path, body)]))[1];
  return { send, sendTwice };
}

const refused = (answer: Answer): Outcome => `refused ${wordOf(answer)}`;

async function pay(send: ReturnType<typeof newBrowser>['send'], secret: string, cards: readonly string[]) {
  for (const number of cards) {
    await send('/sandbox/confirm', { client_secret: secret, number });
  }
}

/** Asks until there are units to be had, or until the buyer waits no longer. */
async function whileSoldOut(waits: Behaviour['waits'], ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (wordOf(answer) !== 'sold_out' || waits?.() !== true) return answer;
    await pause(50);
  }
}

async function shopping(front: Shopfront, behaviour: Behaviour): Promise<Outcome> {
  const { send, sendTwice } = newBrowser(front, behaviour.patienceMs);
  const submit = behaviour.submitsTwice ? sendTwice : send;
  const units = { product_id: front.productId, quantity: behaviour.quantity };
  const filled = await whileSoldOut(behaviour.waits, () => send('/api/cart/items', units));
  if (filled.status !== 200) return refused(filled);
  const opened = await whileSoldOut(behaviour.waits, () => submit('/api/create-payment-intent', {}));
  if (opened.status !== 200) return refused(opened);
  const { id } = opened.body.checkout as { id: string };
  if (behaviour.code !== null) {
    await send('/api/update-payment-intent', { checkout_id: id, discount_code: behaviour.code });
  }
  if (behaviour.leavesBeforePaying) return 'left';
  const details = { customer_info: contact, shipping_address: address, billing_address: address, final: true };
  const ready = await submit('/api/update-payment-intent', { checkout_id: id, ...details });
  if (ready.status !== 200) return refused(ready);
  await behaviour.beforePaying?.(id);
  await pay(send, String(ready.body.client_secret), behaviour.cards);
  if (behaviour.vanishesAfterPaying) return 'vanished';
  const placed = await submit('/api/create-order', { payment_intent_id: String(ready.body.payment_intent_id) });
  if (placed.status !== 200) return refused(placed);
  front.told?.push((placed.body.order as { order_number: string }).order_number);
  return 'bought';
}

/** One visit to the shop from the first unit in the cart to the order; says how it ended for the buyer. */
export async function visit(front: Shopfront, behaviour: Behaviour): Promise<Outcome> {
  try {
    return await shopping(front, behaviour);
  } catch (error) {
    if (error instanceof GaveUp) return `gave up ${error.message}`;
    throw error;
  }
}
