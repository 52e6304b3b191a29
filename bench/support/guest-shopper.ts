import type { Call } from './shop-calls.ts';

/** Product, shipping option and discount code that every guest uses. */
export type Goods = { productId: string; shippingOptionId: string; codeId: string; code: string };

type Offered = { client_secret: string; payment_intent_id: string; checkout: { id: string } };

const address = { street: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' };
const card = '4242424242424242';

/**
 * Returns a private network address. Rate limits then count each guest separately, as in
 * production.
 */
function someAddress(): string {
  const byte = () => Math.floor(Math.random() * 256);
  return `10.${byte()}.${byte()}.${byte()}`;
}

/**
 * Simulates a new visitor with a browser's headers and their own address. Pays at the shop's own
 * sandbox unless another one is given.
 */
export function newGuest(call: Call, { productId, shippingOptionId, code }: Goods, sandbox: Call = call) {
  const headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': someAddress() };
  const send = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const target = path.startsWith('/sandbox/') ? sandbox : call;
    const answer = await target(method, path, headers, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.body.slice(0, 200)}`);
    const cookie = answer.cookies[0]?.split(';')[0];
    if (cookie !== undefined) headers.cookie = cookie;
    return JSON.parse(answer.body) as T;
  };
  const addToCart = () => send('POST', '/api/cart/items', { product_id: productId, quantity: 1 });
  const readCart = () => send<{ items: unknown[] }>('GET', '/api/cart');

  const begin = () => send<Offered>('POST', '/api/create-payment-intent', {});

  /** Opens the checkout, enters address and shipping, applies the code and finalizes the amount. */
  async function agree(): Promise<Offered> {
    const checkout_id = (await begin()).checkout.id;
    const email = `guest-${crypto.randomUUID()}@example.com`;
    await send('POST', '/api/update-payment-intent', {
      checkout_id,
      customer_info: { email, firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' },
      shipping_address: address,
      billing_address: address,
      shipping_option_id: shippingOptionId,
    });
    return send<Offered>('POST', '/api/update-payment-intent', { checkout_id, discount_code: code, final: true });
  }

  const pay = ({ client_secret }: Offered) => send('POST', '/sandbox/confirm', { client_secret, number: card });
  const order = ({ payment_intent_id }: Offered) => send('POST', '/api/create-order', { payment_intent_id });

  /** Buys a filled cart: two changes to the checkout, then payment with the sandbox's card. */
  async function buy(): Promise<void> {
    const agreed = await agree();
    await pay(agreed);
    await order(agreed);
  }

  return {
    addToCart,
    readCart,
    begin,
    agree,
    pay,
    order,
    buy,
    open: (path: string) => call('GET', path, { 'accept-encoding': 'br' }),
    /** Runs from an empty cart to the order. */
    async checkOut(): Promise<void> {
      await addToCart();
      await buy();
    },
  };
}

export type Guest = ReturnType<typeof newGuest>;
