import type { CartLineWire } from '../cart.schema.ts';
import { goodsOf } from '#modules/conversions/shop-event.ts';
import { track } from '#modules/conversions/ui/track.ts';
import type { RunningPromotion } from '#modules/promotions/promotions.ts';
import { centsFrom, formatUsd } from '#shared/money.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { call } from '#modules/calls.ts';
import type { ApiAnswer } from '#ui/call-api.ts';
import { newStore } from '#ui/store.ts';
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

const cart = newStore(() => empty, empty);
/** The lines as the server last told them: what a refused change goes back to. */
let confirmed: Pick<Cart, 'items' | 'promotions'> = { items: [], promotions: [] };
let loading: Promise<void> | null = null;
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;

const set = (change: Partial<Cart>) => cart.set({ ...cart.get(), ...change });

type Answer = ApiAnswer<{ items: CartItem[]; promotions?: RunningPromotion[] | undefined }>;
type Refusal = Extract<Answer, { ok: false }>;

/** Calls go to the server one after the other, and its lines are shown once no newer change is waiting. */
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

/** The browser's name for a guest cart; the server's cookie is what opens it. */
function sessionId(): string {
  const known = readStored('cart_session_id');
  if (known !== null && /^session_[a-z0-9]{9}$/.test(known)) return known;
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const random = crypto.getRandomValues(new Uint8Array(9));
  const created = `session_${Array.from(random, (byte) => letters[byte % letters.length]).join('')}`;
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

/** Loads the cart; a load that is under way is not started again. */
export function loadCart(): Promise<void> {
  loading ??= fetchCart().finally(() => {
    loading = null;
  });
  return loading;
}

/** Shows what was bought or changed elsewhere meanwhile; says nothing where that cannot be learnt. */
export async function lookAgain(): Promise<void> {
  await send(read);
}

/**
 * Waits for what is being changed, and asks the shop what is in the cart: a failure is told, and the shopper stays, as in a cart that
 * was emptied in another tab.
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

/** Refusals after which the lines shown are old: of stock, or changed in another tab. */
const outdated = new Set(['sold_out', 'too_many', 'no_product', 'no_line']);

function explain(answer: Refusal, failure: Toast): void {
  if (!outdated.has(answer.reason)) {
    toast({ ...failure, destructive: true });
    return;
  }
  toast({ title: answer.message, destructive: true });
  // What is left is another number now: the plus and the line below it follow.
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
  /** How a failure is told: in friendly words and with a short vibration where the shop courts a visitor, in brief ones by the phone's bar. */
  tone?: keyof typeof failures;
};

/** The price is the server's: a page that was opened long ago may show an old one. */
function tellOfAddition({ product_id: productId, product }: CartItem, quantity: number): void {
  const { name, price, sale_price } = product;
  const cents = centsFrom(sale_price ?? price);
  track({ name: 'AddToCart', content_name: name, ...goodsOf([{ productId, quantity }], cents * quantity) });
  toast({ title: 'Added to cart ✓', description: `${name} - ${formatUsd(cents)}`, durationMs: 2_000 });
}

type Units = { product_id: string; quantity: number; session_id: string };

/**
 * Whether an addition went unanswered, or the shop lost its database meanwhile: the shop may have it all the same. A page that is loaded
 * anew shows the cart as it is then.
 */
let isUnsure = false;

/** The cart, and whether it holds these units beyond those that the server last told of. */
async function lookFor({ product_id, quantity }: Units): Promise<{ answer: Answer; areThere: boolean }> {
  const unitsIn = (items: readonly CartItem[]) => items.find((item) => item.product_id === product_id)?.quantity ?? 0;
  const answer = await read();
  const areThere = answer.ok && unitsIn(answer.body.items) >= unitsIn(confirmed.items) + quantity;
  return { answer, areThere };
}

/** Adds units. Those of an unanswered addition are looked for, at once and before the next one: who presses again gets them once. */
async function addUnits(units: Units): Promise<Answer> {
  if (isUnsure) {
    const { answer, areThere } = await lookFor(units);
    isUnsure = !areThere;
    // Where even this is not answered, to add now could add twice.
    if (areThere || !answer.ok) return answer;
  }
  const answer = await call('POST /cart/items', units);
  isUnsure = !answer.ok && (answer.reason === 'unreachable' || answer.status === 503);
  if (!isUnsure) return answer;
  const later = await lookFor(units);
  isUnsure = !later.areThere;
  return later.areThere ? later.answer : answer;
}

/** Adds units and opens the drawer 500 ms later; says whether it worked. */
export async function addItem({ productId, quantity, tone = 'plain' }: Addition): Promise<boolean> {
  const answer = await send(() => addUnits({ product_id: productId, quantity, session_id: sessionId() }));
  if (!answer.ok) {
    explain(answer, failures[tone]);
    if (tone === 'friendly') navigator.vibrate?.(100);
    return false;
  }
  const line = answer.body.items.find((item) => item.product_id === productId);
  if (line !== undefined) tellOfAddition(line, quantity);
  setTimeout(openCart, drawerDelayMs);
  return true;
}

/** Shows the new quantity at once and takes it back when the server refuses; 0 or less removes the line. */
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

/** The cart as it is now. */
export const currentCart = cart.get;

/** The shopper's cart, the one store of the browser. */
export const useCart = cart.use;
