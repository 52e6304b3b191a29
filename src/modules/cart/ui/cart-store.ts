import type { CartLineWire } from '../cart.schema.ts';
import { goodsOf } from '#modules/shop-events/shop-event.ts';
import { track } from '#modules/shop-events/ui/ad-events.ts';
import type { RunningPromotion } from '#modules/promotions/promotions.ts';
import { dollarsToCents, formatUsd } from '#shared/money.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { call } from '#modules/api-client.ts';
import type { ApiAnswer } from '#ui/call-api.ts';
import type { Refusal } from '#ui/refusal.ts';
import { createStore } from '#ui/store.ts';
import { toast, type Toast } from '#ui/toast.tsx';

export type CartItem = CartLineWire;
type Cart = {
  items: readonly CartItem[];
  promotions: readonly RunningPromotion[];
  isOpen: boolean;
  isLoading: boolean;
};

const drawerDelayMs = 500;
const empty: Cart = { items: [], promotions: [], isOpen: false, isLoading: true };

const cart = createStore(() => empty, empty);
/** The lines of the last server answer. A refused change reverts to them. */
let confirmed: Pick<Cart, 'items' | 'promotions'> = { items: [], promotions: [] };
let loading: Promise<void> | null = null;
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;

const set = (change: Partial<Cart>) => cart.set({ ...cart.get(), ...change });

type Answer = ApiAnswer<{ items: CartItem[]; promotions?: RunningPromotion[] | undefined }>;

/**
 * Sends calls one after the other. The returned lines are shown only if no newer change is queued.
 */
function send(ask: () => Promise<Answer>): Promise<Answer> {
  waiting += 1;
  const sent = queue.then(async () => {
    const answer = await ask();
    waiting -= 1;
    if (answer.ok) confirmed = { items: answer.body.items, promotions: answer.body.promotions ?? [] };
    if (waiting === 0) set(confirmed);
    return answer;
  });
  queue = sent;
  return sent;
}

/** The browser's own id of a guest cart. Only the server's cookie grants access. */
function sessionId(): string {
  const known = readStored('cart_session_id');
  if (known !== null && /^session_[a-z0-9]{9}$/.test(known)) return known;
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const random = crypto.getRandomValues(new Uint8Array(9));
  const created = `session_${Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('')}`;
  store('cart_session_id', created);
  return created;
}

const read = () => call('GET /cart');

export const cartFailed: Toast = { title: 'Error', description: 'Failed to load cart items', destructive: true };

async function fetchCart(): Promise<void> {
  set({ isLoading: true });
  const answer = await send(read);
  if (!answer.ok) toast(cartFailed);
  set({ isLoading: false });
}

/** Loads the cart. Returns the pending load if there is one. */
export function loadCart(): Promise<void> {
  loading ??= fetchCart().finally(() => {
    loading = null;
  });
  return loading;
}

/** Reloads the cart to show changes made elsewhere. Failures are silent. */
export async function reloadCart(): Promise<void> {
  await send(read);
}

/**
 * Waits for pending changes, then reads the cart from the server. On failure the shopper sees a
 * message and stays on the page. The same happens, without a message, if the cart was emptied in
 * another tab.
 */
export async function isReadyForCheckout(): Promise<boolean> {
  const answer = await send(read);
  const description = 'Failed to start checkout. Please try again.';
  if (!answer.ok) toast({ title: 'Checkout Error', description, destructive: true });
  return answer.ok && answer.body.items.length > 0;
}

export function openCart(): void {
  set({ isOpen: true });
}

export function closeCart(): void {
  set({ isOpen: false });
}

/**
 * Refusals that mean the shown lines are stale: stock changed, or the cart changed in another tab.
 */
const outdated = new Set(['sold_out', 'too_many', 'no_product', 'no_line']);

function explain(answer: Refusal, failure: Toast): void {
  if (!outdated.has(answer.reason)) {
    toast({ ...failure, destructive: true });
    return;
  }
  toast({ title: answer.message, destructive: true });
  // The available stock has changed: reload it for the plus button and the message below the line.
  void send(read);
}

const failures = {
  plain: { title: 'Failed to add item to cart' },
  brief: { title: 'Something went wrong', description: 'Please try again or contact support.' },
  friendly: { title: 'Oops! Something went wrong 😔', description: 'Please try again or contact support 💭' },
};

export type Addition = {
  productId: string;
  quantity: number;
  /**
   * Wording of a failure: 'friendly' for the Buy buttons of the landing and quiz pages, with a
   * short vibration; 'brief' for the product page and the phone's bottom bar.
   */
  tone?: keyof typeof failures;
};

/** Uses the server's price, because a page opened long ago may show an old one. */
function reportAddition({ product_id: productId, product }: CartItem, quantity: number): void {
  const { name, price, sale_price } = product;
  const cents = dollarsToCents(sale_price ?? price);
  track({ name: 'AddToCart', content_name: name, ...goodsOf([{ productId, quantity }], cents * quantity) });
  toast({ title: 'Added to cart ✓', description: `${name} - ${formatUsd(cents)}`, durationMs: 2_000 });
}

type Units = { product_id: string; quantity: number; session_id: string };

/**
 * True when the outcome of an addition is unknown: it went unanswered, or the shop lost its
 * database. It may have been stored. Reloading the page shows the actual cart.
 */
let isUnsure = false;

/** Reads the cart. `areThere` is true if it holds these units on top of the last confirmed ones. */
async function lookFor({ product_id, quantity }: Units): Promise<{ answer: Answer; areThere: boolean }> {
  const unitsIn = (items: readonly CartItem[]) => items.find((item) => item.product_id === product_id)?.quantity ?? 0;
  const answer = await read();
  const areThere = answer.ok && unitsIn(answer.body.items) >= unitsIn(confirmed.items) + quantity;
  return { answer, areThere };
}

/**
 * Adds units. After an unanswered addition it reads the cart, at once and before the next attempt.
 * Repeating the action therefore does not add the units twice.
 */
async function addUnits(units: Units): Promise<Answer> {
  if (isUnsure) {
    const { answer, areThere } = await lookFor(units);
    isUnsure = !areThere;
    // If the lookup fails too, adding now could add the units twice.
    if (areThere || !answer.ok) return answer;
  }
  const answer = await call('POST /cart/items', units);
  isUnsure = !answer.ok && (answer.reason === 'unreachable' || answer.status === 503);
  if (!isUnsure) return answer;
  const lookup = await lookFor(units);
  isUnsure = !lookup.areThere;
  return lookup.areThere ? lookup.answer : answer;
}

/** Adds units and opens the drawer 500 ms later. Returns true on success. */
export async function addItem({ productId, quantity, tone = 'plain' }: Addition): Promise<boolean> {
  const answer = await send(() => addUnits({ product_id: productId, quantity, session_id: sessionId() }));
  if (!answer.ok) {
    explain(answer, failures[tone]);
    if (tone === 'friendly') navigator.vibrate?.(100);
    return false;
  }
  const line = answer.body.items.find((item) => item.product_id === productId);
  if (line !== undefined) reportAddition(line, quantity);
  setTimeout(openCart, drawerDelayMs);
  return true;
}

/**
 * Shows the new quantity at once and reverts it if the server refuses. 0 or less removes the line.
 */
export async function updateQuantity(id: string, quantity: number): Promise<void> {
  if (quantity <= 0) return removeItem(id);
  set({ items: cart.get().items.map((item) => (item.id === id ? { ...item, quantity } : item)) });
  const answer = await send(() => call(`PATCH /cart/items/${id}`, { quantity }));
  if (!answer.ok) explain(answer, { title: 'Failed to update quantity' });
}

export async function removeItem(id: string): Promise<void> {
  set({ items: cart.get().items.filter((item) => item.id !== id) });
  const answer = await send(() => call(`DELETE /cart/items/${id}`));
  if (answer.ok) toast({ title: 'Removed from cart', description: 'Item removed from your cart' });
  else toast({ title: 'Failed to remove item from cart', destructive: true });
}

/** Returns the current cart. */
export const currentCart = cart.get;

/** Subscribes a component to the cart. The browser has one cart store. */
export const useCart = cart.use;
