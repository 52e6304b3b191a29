import { globSync, readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageCall } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { address, contact, givenCode, givenProduct, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { loader as openCodeLink } from '../../pages/storefront/apply-code.tsx';
import { codeRefusals, type TryRefusal } from './discounts.schema.ts';
import { issueCode } from './discount-codes.server.ts';

const test = testWithShop({
  settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' },
  prepare: (shop) => givenCode(shop, { code: 'GLOW10' }),
}).extend('wandId', { scope: 'file' }, ({ shop }) => givenProduct(shop, { onHand: null }));

let guests = 0;

/** A guest at the checkout, at an address of their own. */
async function guestAtCheckout(shop: TestShop, productId: string) {
  guests += 1;
  const from = { 'x-forwarded-for': `203.0.${guests >> 8}.${guests & 255}` };
  const { send } = newVisitor(shop);
  const call = (path: string, body: object) => send('POST', path, { ...body }, from);
  await call('/cart/items', { product_id: productId, quantity: 1 });
  const { body } = await call('/create-payment-intent', {});
  const { id } = body.checkout as { id: string };
  return { shop, id, call };
}
type Guest = Awaited<ReturnType<typeof guestAtCheckout>>;

const inField = ({ id, call }: Guest, code: string) => call('/validate-discount', { code, checkout_id: id });

/** Returns the value that a link's page stores for the checkout, or null if it refuses the link. */
async function followLink(shop: TestShop, code: string): Promise<string | null> {
  const page = { ...pageCall(shop, '/code/:code', null), params: { code } };
  try {
    await openCodeLink(page);
  } catch {
    return null;
  }
  const cookie = page.context.get(pageRequest).headers.get('set-cookie') ?? '';
  return /^linked_code=([^;]*)/.exec(cookie)?.[1] ?? '';
}

/** Ways by which a code reaches the shop. Each returns the text of its response. */
const doors: Record<string, (guest: Guest, code: string) => Promise<string>> = {
  "the checkout's field": async (guest, code) => JSON.stringify((await inField(guest, code)).body),
  'a change of the checkout': async ({ id, call }, code) =>
    JSON.stringify((await call('/update-payment-intent', { checkout_id: id, discount_code: code })).body),
  'the cart, before a checkout': async ({ call }, code) =>
    JSON.stringify((await call('/validate-discount', { code })).body),
  'a link': async (guest, code) => {
    const linked = await followLink(guest.shop, code);
    return linked === null ? 'no such page' : JSON.stringify((await inField(guest, linked)).body);
  },
};
const named = Object.entries(doors);

const issueFor = async (shop: TestShop, cartId: string) => {
  const endsAt = new Date(Date.now() + 3_600_000);
  const options = { name: 'Yours', percentBasisPoints: 1_000, endsAt, maxUses: 1, prefix: 'MINE', cartId };
  return (await issueCode(shop.ctx.db, options)).code;
};

let codes = 0;
const codeWith = (fields: NonNullable<Parameters<typeof givenCode>[1]>) => async (shop: TestShop) =>
  givenCode(shop, { code: `CODE-${(codes += 1)}`, ...fields });

const refusedCodes: [string, (shop: TestShop) => Promise<string>, TryRefusal][] = [
  ['an unknown code', async () => 'NOSUCHCODE', 'unknown_code'],
  ['an inactive code', codeWith({ isActive: false }), 'unknown_code'],
  ['a code of the future', codeWith({ startsAt: new Date(Date.now() + 3_600_000) }), 'unknown_code'],
  ['the code of another cart', (shop) => issueFor(shop, crypto.randomUUID()), 'unknown_code'],
  ['an ended code', codeWith({ endsAt: new Date(0) }), 'code_expired'],
  ['a code above the order', codeWith({ minSubtotalCents: 1_000_000 }), 'below_minimum'],
  ['a code without a use left', codeWith({ maxUses: 1, used: 1 }), 'used_up'],
  ['a code whose uses others hold', codeWith({ maxUses: 1, held: 1 }), 'used_up'],
];

test.for(refusedCodes)(
  '%s is refused alike by every door and counts as one attempt',
  async ([, make, refusal], { shop, wandId }) => {
    for (const [door, send] of named) {
      const guest = await guestAtCheckout(shop, wandId);
      const code = await make(shop);
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(await send(guest, code), door).toContain(codeRefusals[refusal]);
      }
      for (const [other, open] of named) {
        expect(await open(guest, 'GLOW10'), `${door}, then ${other}`).toContain(codeRefusals.too_many_attempts);
      }
    }
  },
);

const badForms: [string, string, string][] = [
  ['a sentence', '10 % off', 'A discount code has only letters, digits, dashes and underscores'],
  ['an overlong code', 'X'.repeat(51), 'A discount code has at most 50 characters'],
  ['two thousand characters', 'X'.repeat(2_000), 'A discount code has at most 50 characters'],
];

test.for(badForms)(
  '%s is refused by its form at every door and costs no attempt',
  async ([, code, sentence], { shop, wandId }) => {
    for (const [door, send] of named) {
      const guest = await guestAtCheckout(shop, wandId);
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        expect(await send(guest, code), door).toContain(door === 'a link' ? 'no such page' : sentence);
      }
      expect(await send(guest, 'GLOW10'), door).toContain('10% off');
    }
  },
);

test('a code in other signs is read alike by every door', async ({ shop, wandId }) => {
  for (const [door, send] of named) {
    expect(await send(await guestAtCheckout(shop, wandId), ' glow\u200b１０ '), door).toContain('"GLOW10"');
  }
});

test("a customer's second use of a code is refused by every door that knows the contact", async ({ shop, wandId }) => {
  const code = await codeWith({ maxUsesPerCustomer: 1 })(shop);
  const use = async (send: (guest: Guest, code: string) => Promise<string>) => {
    const guest = await guestAtCheckout(shop, wandId);
    const place = { shipping_address: address, billing_address: address };
    await guest.call('/update-payment-intent', { checkout_id: guest.id, customer_info: contact, ...place });
    return send(guest, code);
  };
  await use((guest) => inField(guest, code).then(({ body }) => JSON.stringify(body)));
  for (const [door, send] of named.filter(([name]) => name !== 'the cart, before a checkout')) {
    expect(await use(send), door).toContain(codeRefusals.used_by_you);
  }
});

/** Product files that import a file, by the end of its name. */
function importersOf(file: string): string[] {
  const files = globSync('src/**/*.{ts,tsx}').filter((one) => !/\.test\.tsx?$/.test(one));
  return files.filter((one) => readFileSync(one, 'utf8').includes(`/${file}'`)).toSorted();
}

test('no other code counts attempts or looks a typed code up: a new door must be in this test', () => {
  expect(importersOf('code-attempts.server.ts')).toEqual([
    'src/modules/checkout/checkout.routes.server.ts',
    'src/modules/checkout/revise-checkout.server.ts',
    'src/modules/discounts/check-code.server.ts',
  ]);
  expect(importersOf('discount-codes.server.ts')).toEqual([
    'src/modules/checkout/exit-offer.server.ts',
    'src/modules/checkout/quote.server.ts',
    'src/modules/checkout/revise-checkout.server.ts',
    'src/modules/discounts/check-code.server.ts',
    'src/modules/marketing/capture-codes.server.ts',
  ]);
  expect(importersOf('discount-codes.queries.server.ts')).toEqual([
    'src/modules/checkout/exit-offer.server.ts',
    'src/modules/checkout/quote.queries.server.ts',
    'src/modules/checkout/quote.server.ts',
    'src/modules/discounts/check-code.server.ts',
    'src/modules/discounts/discount-codes.server.ts',
    'src/modules/discounts/edit-codes.server.ts',
    'src/modules/marketing/capture-codes.server.ts',
    'src/pages/admin/discounts.tsx',
    'src/pages/admin/launch-checks.server.ts',
  ]);
});
