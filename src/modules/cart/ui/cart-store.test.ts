import { beforeEach, expect, test, vi } from 'vitest';

import type { CartItem } from './cart-store.ts';

const wand = { name: 'Wand', price: 120, sale_price: 59, image_url: '/media/hero' };
const line = (quantity: number): CartItem => ({
  id: 'line-1',
  product_id: 'p',
  quantity,
  product: wand,
  available: 7,
  promoted: true,
});

type Call = {
  method: string;
  path: string;
  input: unknown;
  answer(status: number, body: unknown): Promise<void>;
  /** Fails the request at the network: the outcome on the server is unknown. */
  cut(): Promise<void>;
};

/** Fake network: every call stays pending until the test answers it. */
function givenNetwork() {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const input: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const answer = async (status: number, body: unknown) => {
      resolve(Response.json(body, { status }));
      await settled();
    };
    const cut = async () => {
      reject(new TypeError('network'));
      await settled();
    };
    calls.push({ method: init.method ?? '', path, input, answer, cut });
    return promise;
  });
  return calls;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
}

async function givenCart() {
  const calls = givenNetwork();
  const store = await import('./cart-store.ts');
  const { toasts } = await import('#ui/toast.tsx');
  const next = async () => {
    await settled();
    const call = calls.shift();
    if (call === undefined) throw new Error('no call was made');
    return call;
  };
  const titles = () => toasts().map(({ title }) => title);
  return { ...store, calls, next, titles, toasts };
}

/** Returns a cart that the server has answered with one line. */
async function givenLoadedCart(item: CartItem) {
  const cart = await givenCart();
  void cart.loadCart();
  await (await cart.next()).answer(200, { items: [item] });
  return cart;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test('reloading the cart shows changes made elsewhere, and a failed reload shows no message', async () => {
  const cart = await givenCart();
  void cart.reloadCart();
  await (await cart.next()).answer(200, { items: [line(2)] });
  expect(cart.currentCart().items).toEqual([line(2)]);
  void cart.reloadCart();
  await (await cart.next()).cut();
  expect(cart.currentCart().items).toEqual([line(2)]);
  expect(cart.titles()).toEqual([]);
});

test('loading the cart while a load is in flight does not start a second one', async () => {
  const cart = await givenCart();
  void cart.loadCart();
  void cart.loadCart();
  const load = await cart.next();
  expect(load).toMatchObject({ method: 'GET', path: '/api/cart' });
  expect(cart.calls).toHaveLength(0);
  await load.answer(200, { items: [line(2)] });
  expect(cart.currentCart()).toMatchObject({ isLoading: false, items: [{ quantity: 2 }] });
});

test('the drawer opens 500 ms after an addition, with a guest session id of 9 random characters', async () => {
  const cart = await givenCart();
  void cart.addItem({ productId: 'p', quantity: 1 });
  const add = await cart.next();
  expect(add.input).toMatchObject({ product_id: 'p', quantity: 1 });
  expect(localStorage.getItem('cart_session_id')).toMatch(/^session_[a-z0-9]{9}$/);
  await add.answer(200, { items: [line(1)] });
  expect(cart.titles()).toEqual(['Added to cart ✓']);
  await vi.advanceTimersByTimeAsync(499);
  expect(cart.currentCart().isOpen).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(cart.currentCart().isOpen).toBe(true);
});

test('the message after an addition shows the current price, not the price of a page opened long ago', async () => {
  const cart = await givenCart();
  void cart.addItem({ productId: 'p', quantity: 2 });
  await (await cart.next()).answer(200, { items: [{ ...line(2), product: { ...wand, sale_price: 69 } }] });
  expect(cart.toasts()).toMatchObject([{ title: 'Added to cart ✓', description: 'Wand - $69.00' }]);
});

test('an addition whose answer is lost counts as added once it is found in the cart', async () => {
  const cart = await givenLoadedCart(line(1));
  const added = cart.addItem({ productId: 'p', quantity: 2 });
  await (await cart.next()).cut();
  const look = await cart.next();
  expect(look).toMatchObject({ method: 'GET', path: '/api/cart' });
  await look.answer(200, { items: [line(3)] });
  expect(await added).toBe(true);
  expect(cart.titles()).toEqual(['Added to cart ✓']);
  expect(cart.currentCart().items).toMatchObject([{ quantity: 3 }]);
});

test.each([
  ['a proxy gave up waiting for', 504, { error: 'timeout' }],
  ['the shop lost its database in', 503, { error: 'unavailable', message: 'Please try again in a few seconds.' }],
])('an addition that %s is looked up in the cart and counts as added', async (_what, status, body) => {
  const cart = await givenCart();
  const added = cart.addItem({ productId: 'p', quantity: 1 });
  await (await cart.next()).answer(status, body);
  await (await cart.next()).answer(200, { items: [line(1)] });
  expect(await added).toBe(true);
  expect(cart.titles()).toEqual(['Added to cart ✓']);
});

/**
 * An addition whose answer was lost, and whose lookup failed too. The client cannot know whether it
 * arrived.
 */
async function givenLostAddition() {
  const cart = await givenCart();
  const added = cart.addItem({ productId: 'p', quantity: 1 });
  await (await cart.next()).cut();
  await (await cart.next()).cut();
  expect(await added).toBe(false);
  return cart;
}

test.each([
  ['arrived: nothing is added again', 1, ['GET']],
  ['did not arrive: it is added now', 0, ['GET', 'POST']],
])(
  'repeating a lost addition adds the units once, because the first attempt %s',
  async (_what, found, expectedMethods) => {
    const cart = await givenLostAddition();
    const second = cart.addItem({ productId: 'p', quantity: 1 });
    const methods: string[] = [];
    for (const items of [found === 0 ? [] : [line(1)], [line(1)]].slice(0, expectedMethods.length)) {
      const call = await cart.next();
      methods.push(call.method);
      await call.answer(200, { items });
    }
    expect(await second).toBe(true);
    expect(methods).toEqual(expectedMethods);
    expect(cart.calls).toHaveLength(0);
    expect(cart.titles()).toEqual(['Failed to add item to cart', 'Added to cart ✓']);
  },
);

test('repeating an addition adds nothing while the outcome of the first attempt is unknown', async () => {
  const cart = await givenLostAddition();
  const second = cart.addItem({ productId: 'p', quantity: 1 });
  const look = await cart.next();
  expect(look).toMatchObject({ method: 'GET', path: '/api/cart' });
  await look.cut();
  expect(await second).toBe(false);
  expect(cart.calls).toHaveLength(0);
});

test('a refused quantity reverts to the confirmed one, says how many are left and reloads the stock', async () => {
  const cart = await givenLoadedCart(line(2));
  void cart.updateQuantity('line-1', 3);
  expect(cart.currentCart().items[0]?.quantity).toBe(3);
  await (await cart.next()).answer(422, { error: 'too_many', message: 'Only 2 left in stock!' });
  expect(cart.currentCart().items[0]?.quantity).toBe(2);
  expect(cart.titles()).toEqual(['Only 2 left in stock!']);
  const look = await cart.next();
  expect(look).toMatchObject({ method: 'GET', path: '/api/cart' });
  await look.answer(200, { items: [{ ...line(2), available: 2 }] });
  expect(cart.currentCart().items).toMatchObject([{ quantity: 2, available: 2 }]);
});

test('a line that was bought or removed in another tab disappears with a message', async () => {
  const cart = await givenLoadedCart(line(1));
  void cart.updateQuantity('line-1', 2);
  await (await cart.next()).answer(422, { error: 'no_line', message: 'This item is not in your cart any more.' });
  await (await cart.next()).answer(200, { items: [] });
  expect(cart.titles()).toEqual(['This item is not in your cart any more.']);
  expect(cart.currentCart().items).toEqual([]);
});

test('quick changes reach the server in order, and an earlier answer does not overwrite a later change', async () => {
  const cart = await givenLoadedCart(line(1));
  void cart.updateQuantity('line-1', 2);
  void cart.updateQuantity('line-1', 3);
  const first = await cart.next();
  expect(cart.calls).toHaveLength(0);
  await first.answer(200, { items: [line(2)] });
  expect(cart.currentCart().items[0]?.quantity).toBe(3);
  const second = await cart.next();
  expect(second.input).toEqual({ quantity: 3 });
  await second.answer(200, { items: [line(3)] });
  expect(cart.currentCart().items[0]?.quantity).toBe(3);
});

test('a quantity of 0 removes the line', async () => {
  const cart = await givenLoadedCart(line(1));
  void cart.updateQuantity('line-1', 0);
  const removal = await cart.next();
  expect(removal).toMatchObject({ method: 'DELETE', path: '/api/cart/items/line-1' });
  await removal.answer(200, { items: [] });
  expect(cart.currentCart().items).toEqual([]);
  expect(cart.titles()).toEqual(['Removed from cart']);
});

test("a failed addition from the phone's bottom bar shows the brief message", async () => {
  const cart = await givenCart();
  void cart.addItem({ productId: 'p', quantity: 1, tone: 'brief' });
  await (await cart.next()).answer(500, { error: 'fault', message: 'Something went wrong.' });
  expect(cart.titles()).toEqual(['Something went wrong']);
});

test.each([
  [200, { items: [line(1)] }, true, []],
  [200, { items: [] }, false, []],
  [500, { error: 'fault', message: 'No.' }, false, ['Checkout Error']],
])('the checkout reads the cart first: after %i %o it begins: %s', async (status, body, isReady, titles) => {
  const cart = await givenCart();
  const ready = cart.isReadyForCheckout();
  await (await cart.next()).answer(status, body);
  expect(await ready).toBe(isReady);
  expect(cart.titles()).toEqual(titles);
});

test('the message of a failed addition is shown for 4 s', async () => {
  const cart = await givenCart();
  void cart.addItem({ productId: 'p', quantity: 1 });
  await (await cart.next()).answer(500, { error: 'fault', message: 'Something went wrong.' });
  expect(cart.titles()).toEqual(['Failed to add item to cart']);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(cart.titles()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(cart.titles()).toEqual([]);
});
