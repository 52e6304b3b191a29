import { request, type APIRequestContext } from 'playwright-core';

import { signInBy } from './sign-in.ts';
import { fillCart } from './browser-visitors.ts';

const address = { street: '1 Burnside Street', city: 'Portland', state: 'OR', postalCode: '97205', country: 'US' };

async function buy(buyer: APIRequestContext, email: string): Promise<string> {
  const call = async <T>(path: string, data: object): Promise<T> => {
    const answer = await buyer.post(path, { data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await fillCart(buyer);
  const { checkout } = await call<{ checkout: { id: string } }>('/api/create-payment-intent', {});
  const details = { customer_info: { email, firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' }, final: true };
  const { client_secret, payment_intent_id } = await call<{ client_secret: string; payment_intent_id: string }>(
    '/api/update-payment-intent',
    { checkout_id: checkout.id, shipping_address: address, billing_address: address, ...details },
  );
  await call('/sandbox/confirm', { client_secret, number: '4242424242424242' });
  const { order } = await call<{ order: { order_number: string } }>('/api/create-order', { payment_intent_id });
  return order.order_number;
}

type Buyer = { email: string; password?: string };

/**
 * Buys one wand through the API calls of the checkout, as a guest or, with a password, as a
 * customer. Returns the order number. `buy` and `account` test buying in a browser.
 */
export async function orderOf(url: string, { email, password }: Buyer): Promise<string> {
  const buyer = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  if (password !== undefined) await signInBy(buyer, { email, password });
  const number = await buy(buyer, email);
  await buyer.dispose();
  return number;
}
