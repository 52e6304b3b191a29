import { afterAll, beforeAll, expect, test } from 'vitest';

import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';

let shop: OutsideShop;
beforeAll(async () => {
  shop = await startOutsideShop();
});
afterAll(() => shop.stop());

/** Browser that uses the shop through HTTP only. */
function newBrowser() {
  const cookies = new Map<string, string>();
  return async (path: string, body?: object) => {
    const answer = await fetch(shop.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        origin: shop.url,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, text, json: () => JSON.parse(text) as Record<string, unknown> };
  };
}

const portland = { street: '1 Burnside Street', city: 'Portland', state: 'OR', postalCode: '97205', country: 'US' };
const nowhere = { street: '', city: '', state: '', postalCode: '' };

test.each([
  [
    'Germany',
    { street: 'Torstrasse 1', city: 'Berlin', state: '', postalCode: '10115', country: 'DE' },
    '10115 Berlin',
  ],
  [
    'Mexico',
    { street: 'Madero 5', city: 'Monterrey', state: 'NL', postalCode: '64000', country: 'MX' },
    '64000 Monterrey, NL',
  ],
  ['a country alone', { ...nowhere, country: 'JP' }, 'Japan'],
])(
  'a wallet that delivers to Oregon and is billed in %s pays, and the email shows that address',
  async (_where, billing, line) => {
    const send = newBrowser();
    const product = /name="product_id" value="([^"]+)"/.exec((await send('/product')).text)?.[1];
    await send('/api/cart/items', { product_id: product, quantity: 1 });
    const { checkout } = (await send('/api/create-payment-intent', {})).json() as { checkout: { id: string } };
    const email = `wallet-${billing.country}@example.com`.toLowerCase();
    const agreed = await send('/api/update-payment-intent', {
      checkout_id: checkout.id,
      customer_info: { email, firstName: 'Wally', lastName: 'Rose', phone: '+14155550132' },
      shipping_address: portland,
      billing_address: billing,
      final: true,
    });
    expect([agreed.status, agreed.text.slice(0, 80)]).toEqual([200, expect.stringContaining('client_secret')]);
    const { client_secret, payment_intent_id } = agreed.json();
    expect((await send('/sandbox/confirm', { client_secret, number: '4242424242424242' })).status).toBe(200);
    expect((await send('/api/create-order', { payment_intent_id })).status).toBe(200);
    /** Returns the newest email to the buyer, which is rendered when it is sent. */
    const mail = async () => {
      const [, ...entries] = (await send('/mailbox')).text.split('href="/mailbox?mail=');
      const id = entries.find((one) => one.split('</a>')[0]?.includes(email))?.slice(0, 36);
      return (await send(`/mailbox/${id}/html`)).text;
    };
    await expect.poll(mail, { timeout: 60_000 }).toContain(line);
  },
);
