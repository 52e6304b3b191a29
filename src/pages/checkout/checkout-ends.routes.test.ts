import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';

import { cartLines, carts } from '#modules/cart/tables.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { checkoutEnds, endStatus, type CheckoutEnd } from '#modules/checkout/checkout-ends.ts';
import { sweepExpired } from '#modules/checkout/expire-checkouts.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { withdrawPhoneOrder } from '#modules/phone-orders/manage-phone-orders.server.ts';
import { createPhoneOrder } from '#modules/phone-orders/create-phone-order.server.ts';
import { unitsField } from '#modules/phone-orders/phone-order.ts';
import { openPhoneOrder } from '#modules/phone-orders/open-phone-order.server.ts';
import { openRefusals, type OpenRefusal } from '#modules/phone-orders/phone-orders.schema.ts';
import { phoneOrders } from '#modules/phone-orders/tables.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { owner } from '../../../tests/support/orders.ts';
import { formOf, pageCall } from '../../../tests/support/page-requests.ts';
import {
  address,
  contact,
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
  type Answer,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { shopFixture, testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action as payAction } from '../storefront/pay.tsx';
import { loader } from './checkout.tsx';

const test = testWithShop({ prepare: givenShipping }).extend(
  'strict',
  { scope: 'file' },
  shopFixture({ settings: { RATE_LIMITS: 'on', BUY_NOW: 'hosted' }, prepare: givenShipping }),
);
// The tables of cases below are made before a shop is open.
let shop: TestShop;
/** The same shop with limits and with payment on the provider's page. */
let strict: TestShop;
test.beforeAll(({ shop: opened, strict: limited }) => {
  [shop, strict] = [opened, limited];
});

/** A checkout that its page still shows. `buy`: the cart in the page's address. */
type Shown = { visitor: TestVisitor; checkoutId: string; buy?: string };

const doors = {
  'a change': ({ visitor, checkoutId }) =>
    visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, extend: true }),
  'the last check before Pay': ({ visitor, checkoutId }) => finalize(visitor, checkoutId),
  'a typed code': async ({ visitor, checkoutId }) => {
    const answer = await visitor.send('POST', '/validate-discount', { code: 'NOPE', checkout_id: checkoutId });
    const { reason, error } = answer.body;
    return answer.status === 200 ? { status: 422, body: { error: reason, message: error } } : answer;
  },
  'a free order': ({ visitor, checkoutId }) => visitor.send('POST', '/create-order', { checkout_id: checkoutId }),
  'the exit offer': ({ visitor, checkoutId }) => visitor.send('POST', '/exit-offer', { checkout_id: checkoutId }),
  'Reserve again': ({ visitor, checkoutId, buy }) =>
    visitor.send('POST', '/create-payment-intent', { revive: checkoutId, ...(buy && { buy }) }),
  'a second tab': ({ visitor, buy }) => visitor.send('POST', '/create-payment-intent', { ...(buy && { buy }) }),
  'the open page': async ({ visitor, checkoutId }) => {
    const { body } = await visitor.send('GET', `/checkout-state?checkout_id=${checkoutId}`);
    const end = body.end as { error: CheckoutEnd; message: string } | null;
    return { status: end === null ? 200 : endStatus(end.error), body: end ?? {} };
  },
} as const satisfies Record<string, (shown: Shown) => Promise<Answer>>;

type Door = keyof typeof doors;

/** `closed`: doors at which this state is no obstacle, or has another one first. */
type State = { when: string; reach: () => Promise<Shown>; closed?: readonly Door[] };

async function givenPaid(card?: string): Promise<Shown> {
  const { visitor, checkoutId, secret, intentId } = await givenReadyCheckout(shop, await givenProduct(shop));
  await payWith(shop, secret, card);
  await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  await shop.ctx.payments.deliverEvents();
  return { visitor, checkoutId };
}

async function givenFree(): Promise<Shown> {
  const code = await givenCode(shop, { code: `FREE${Date.now()}`, type: 'free_order', value: 0 });
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  expect((await finalize(visitor, checkoutId, { discount_code: code })).status).toBe(200);
  expect((await visitor.send('POST', '/create-order', { checkout_id: checkoutId })).status).toBe(200);
  return { visitor, checkoutId };
}

async function givenBuyNow(at = shop): Promise<Shown & { buy: string }> {
  const visitor = newVisitor(at);
  const items = [{ id: await givenProduct(at), quantity: 1 }];
  const { body } = await visitor.send('POST', '/create-checkout', { items });
  const buy = String(body.url).replace('/checkout?buy=', '');
  const opened = await visitor.send('POST', '/create-payment-intent', { buy });
  return { visitor, buy, checkoutId: (opened.body.checkout as { id: string } | undefined)?.id ?? '' };
}

async function givenAtProvider(): Promise<Shown> {
  const { visitor } = await givenBuyNow(strict);
  const [checkout] = await strict.ctx.db.select().from(checkouts).where(eq(checkouts.state, 'awaiting_payment'));
  return { visitor, checkoutId: checkout?.id ?? '', buy: checkout?.cartId ?? '' };
}

type Link = Shown & { id: string; buy: string };

/** Opens a payment link in a browser and begins its checkout. */
async function openLink(id: string): Promise<Link & { secret: string; intentId: string }> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const cartToken = visitor.cookies.get('cart') ?? null;
  const opened = await openPhoneOrder(shop.ctx.db, { user: null, cartToken, ip: 'local', requestId: 'r-1' }, id);
  const buy = opened.ok ? opened.value : '';
  const { body } = await visitor.send('POST', '/create-payment-intent', { buy });
  const checkoutId = (body.checkout as { id: string }).id;
  return { id, visitor, buy, checkoutId, secret: String(body.client_secret), intentId: String(body.payment_intent_id) };
}

async function givenPhoneOrder(productId: string): Promise<string> {
  const id = crypto.randomUUID();
  const values = { ...contact, ...address, [unitsField(productId)]: '1' };
  await createPhoneOrder(shop.ctx, owner, { id, values, isAddressConfirmed: false });
  return id;
}

const givenLink = async () => openLink(await givenPhoneOrder(await givenProduct(shop)));

/** Opens a link in two browsers, one after the other. */
async function givenMoved() {
  const first = await givenLink();
  return { first, second: await openLink(first.id) };
}

/** Pays a link in a second browser, and returns what the first one shows. */
async function givenPaidElsewhere(card?: string): Promise<Link> {
  const { first, second } = await givenMoved();
  expect((await finalize(second.visitor, second.checkoutId)).status).toBe(200);
  await payWith(shop, second.secret, card);
  await second.visitor.send('POST', '/create-order', { payment_intent_id: second.intentId });
  await shop.ctx.payments.deliverEvents();
  return first;
}

const withdraw = ({ id }: Link) => withdrawPhoneOrder(shop.ctx, owner, id);
const endLink = ({ id }: Link) =>
  shop.ctx.db
    .update(phoneOrders)
    .set({ expiresAt: new Date(0) })
    .where(eq(phoneOrders.id, id));
const emptyBuyNow = ({ visitor, buy }: Link | (Shown & { buy: string })) => visitor.send('DELETE', `/buy-now/${buy}`);
const endTime = ({ checkoutId }: Shown) =>
  shop.ctx.db
    .update(checkouts)
    .set({ expiresAt: new Date(Date.now() - 60_000) })
    .where(eq(checkouts.id, checkoutId));

async function after<T>(reached: Promise<T>, happens: (shown: T) => PromiseLike<unknown>): Promise<T> {
  const shown = await reached;
  await happens(shown);
  return shown;
}

const givenReady = async (): Promise<Shown> => givenReadyCheckout(shop, await givenProduct(shop));

/** A checkout whose product is switched off while its page shows it. */
async function givenOffSale(): Promise<Shown> {
  const productId = await givenProduct(shop);
  const shown = await givenReadyCheckout(shop, productId);
  await shop.ctx.db.update(products).set({ isActive: false }).where(eq(products.id, productId));
  return shown;
}

/** Replaces a browser's cookie by that of another cart. */
async function useOtherCart({ visitor }: Shown): Promise<void> {
  visitor.cookies.clear();
  await fillCart(visitor, await givenProduct(shop));
}

async function deleteCart({ checkoutId, visitor }: Shown): Promise<void> {
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  await shop.ctx.db.delete(carts).where(eq(carts.id, checkout?.cartId ?? ''));
  await fillCart(visitor, await givenProduct(shop));
}

async function givenDeclined(): Promise<Shown> {
  const { visitor, checkoutId, secret } = await givenReadyCheckout(strict, await givenProduct(strict));
  for (let card = 1; card <= 5; card += 1) {
    await payWith(strict, secret, '4000000000000002');
    await strict.ctx.payments.deliverEvents();
  }
  return { visitor, checkoutId };
}

const cancelAtProvider = async (): Promise<Shown> => {
  const { visitor, checkoutId, intentId } = await givenReadyCheckout(shop, await givenProduct(shop));
  await shop.ctx.payments.cancelIntent(intentId);
  return { visitor, checkoutId };
};

const [place, opening]: [Door, Door] = ['a free order', 'a second tab'];
/** Doors of a visitor who has their own cart and names no checkout. */
const ownCart: readonly Door[] = [opening];

/** Each end of a checkout, with its states. An end without a state does not compile. */
const states: Record<CheckoutEnd, readonly [State, ...State[]]> = {
  paid_already: [
    { when: 'paid in another tab', reach: () => givenPaid(), closed: [place, opening] },
    {
      when: 'a Buy Now paid in another tab',
      reach: async () => {
        const shown = await givenBuyNow();
        const ready = await finalize(shown.visitor, shown.checkoutId);
        await payWith(shop, String(ready.body.client_secret));
        await shown.visitor.send('POST', '/create-order', { payment_intent_id: ready.body.payment_intent_id });
        return shown;
      },
      closed: [place],
    },
  ],
  placed_already: [{ when: 'a free order placed in another tab', reach: givenFree, closed: [place, opening] }],
  being_paid: [
    { when: 'a payment that the bank processes', reach: () => givenPaid('4000000000000077'), closed: [place] },
    {
      when: 'a cart emptied while the bank asks about its payment',
      reach: async () => {
        const { secret, ...shown } = await givenReadyCheckout(shop, await givenProduct(shop));
        await payWith(shop, secret, '4000002500003155');
        await shown.visitor.send('DELETE', '/cart');
        await endTime(shown);
        return shown;
      },
      closed: [place, opening, 'Reserve again'],
    },
  ],
  at_provider: [
    {
      when: 'a Buy Now that is open on the provider’s page',
      reach: givenAtProvider,
      // It ends the page, so that the order can be paid in one place only.
      closed: [place, opening, 'Reserve again'],
    },
  ],
  paid_by_link: [{ when: 'a link paid in a second browser', reach: () => givenPaidElsewhere() }],
  being_paid_by_link: [
    {
      when: 'a link whose payment from a second browser is processed',
      reach: () => givenPaidElsewhere('4000000000000077'),
    },
  ],
  link_withdrawn: [
    { when: 'a link withdrawn while its checkout is open', reach: () => after(givenLink(), withdraw) },
    {
      when: 'a link withdrawn after it was opened in a second browser',
      reach: async () => (await after(givenMoved(), ({ first }) => withdraw(first))).first,
    },
  ],
  link_expired: [
    {
      when: 'a link that expired after it was opened in a second browser',
      reach: async () => (await after(givenMoved(), ({ first }) => endLink(first))).first,
    },
    {
      when: 'an emptied order whose link has expired',
      reach: () => after(after(givenLink(), endLink), emptyBuyNow),
    },
  ],
  link_moved: [{ when: 'a link opened in a second browser', reach: async () => (await givenMoved()).first }],
  link_emptied: [{ when: 'a phone order emptied in another tab', reach: () => after(givenLink(), emptyBuyNow) }],
  order_emptied: [{ when: 'a Buy Now emptied in another tab', reach: () => after(givenBuyNow(), emptyBuyNow) }],
  cart_empty: [
    {
      when: 'a cart emptied in another tab',
      reach: () => after(givenReady(), ({ visitor }) => visitor.send('DELETE', '/cart')),
    },
  ],
  cart_gone: [
    {
      when: 'a cart that another one replaced at sign-in',
      reach: () => after(givenReady(), deleteCart),
      closed: ownCart,
    },
  ],
  signed_out: [
    {
      when: 'a browser whose cookies were cleared',
      reach: () => after(givenReady(), async ({ visitor }) => visitor.cookies.clear()),
      closed: ownCart,
    },
    {
      when: 'a Buy Now in a browser whose cookies were cleared',
      reach: () => after(givenBuyNow(), async ({ visitor }) => visitor.cookies.clear()),
    },
  ],
  not_yours: [
    { when: 'a browser that has another cart now', reach: () => after(givenReady(), useOtherCart), closed: ownCart },
  ],
  not_found: [
    {
      when: 'a checkout that does not exist',
      reach: async () => ({ ...(await givenReady()), checkoutId: crypto.randomUUID() }),
      closed: ownCart,
    },
  ],
  not_for_sale: [
    {
      when: 'a product switched off',
      reach: givenOffSale,
      // An order that costs something is not free, and the offer only issues a code.
      closed: [place, 'the exit offer'],
    },
    {
      when: 'a product switched off after the time was up',
      reach: () => after(givenOffSale(), async (shown) => endTime(shown)),
    },
  ],
  too_many_declines: [
    {
      when: 'five declined cards',
      reach: givenDeclined,
      closed: [place, 'the exit offer', 'the open page'],
    },
  ],
  expired: [
    {
      when: 'a reservation whose time is up',
      reach: () => after(givenReady(), endTime),
      closed: [opening, 'Reserve again'],
    },
    {
      when: 'a reservation that was released',
      reach: () => after(after(givenReady(), endTime), () => sweepExpired(shop.ctx)),
      closed: [opening, 'Reserve again'],
    },
    {
      when: 'a payment that the provider canceled',
      reach: cancelAtProvider,
      closed: [opening, 'Reserve again', place, 'the exit offer', 'the open page'],
    },
  ],
};

const cases = Object.entries(states).flatMap(([reason, reached]) =>
  reached.map((state) => ({ reason: reason as CheckoutEnd, ...state })),
);

describe('every call of an open page says why its checkout has ended', () => {
  test.each(cases)('$when: $reason', async ({ reason, reach, closed = [] }) => {
    const shown = await reach();
    const open = (Object.keys(doors) as Door[]).filter((door) => !closed.includes(door));
    const answers: unknown[] = [];
    for (const door of open) {
      const { status, body }: Answer = await doors[door](shown);
      answers.push([door, status, body.error, body.message]);
    }
    expect(answers).toEqual(open.map((door) => [door, endStatus(reason), reason, checkoutEnds[reason].message]));
  });
});

/** A payment link for each reason why one cannot be opened. */
const links: Record<OpenRefusal, () => Promise<string>> = {
  paid: async () => (await givenPaidElsewhere()).id,
  being_paid: async () => (await givenPaidElsewhere('4000000000000077')).id,
  expired: async () => (await after(givenLink(), endLink)).id,
  withdrawn: async () => (await after(givenLink(), withdraw)).id,
  sold_out: async () => {
    const productId = await givenProduct(shop, { onHand: 1 });
    const id = await givenPhoneOrder(productId);
    await givenReadyCheckout(shop, productId);
    return id;
  },
};

test.each(Object.entries(links))('a payment link is refused with its sentence: %s', async (reason, reach) => {
  const params = { id: await reach() };
  const answer = await payAction({ ...pageCall(shop, `/pay/${params.id}`, null, formOf({ form: 'open' })), params });
  expect(answer).toMatchObject({ data: { message: openRefusals[reason as OpenRefusal] } });
});

/** Opens `/checkout` in the browser of a checkout. Returns what its page shows. */
async function opened({ visitor, buy }: Shown) {
  const call = pageCall(shop, buy === undefined ? '/checkout' : `/checkout?buy=${buy}`, null);
  const page = call.context.get(pageRequest);
  call.context.set(pageRequest, {
    ...page,
    visitor: { ...page.visitor, cartToken: visitor.cookies.get('cart') ?? null },
  });
  const answer = await loader(call).catch((error: unknown) => {
    if (error instanceof Response) return error;
    throw error;
  });
  if (answer instanceof Response) return answer.headers.get('location')?.replace(/^(\/pay\/).+/, '$1');
  return answer.end?.reason ?? answer.order?.kind ?? 'form';
}

const reachOf = (reason: CheckoutEnd, index = 0) => states[reason][index]?.reach() ?? states[reason][0].reach();

test('the success page of a payment that was not made leads back to its own checkout, or says why it has ended', async () => {
  const read = async ({ visitor }: Shown, intentId: string) =>
    (await visitor.send('GET', `/checkout-state?payment_intent=${intentId}`)).body;
  const link = await givenLink();
  expect(await read(link, link.intentId)).toMatchObject({ end: null, address: `/checkout?buy=${link.buy}` });
  await withdraw(link);
  expect(await read(link, link.intentId)).toMatchObject({ end: { error: 'link_withdrawn' } });
  const cart = await givenReadyCheckout(shop, await givenProduct(shop));
  expect(await read(cart, cart.intentId)).toMatchObject({ end: null, address: '/checkout' });
  const stranger = { ...cart, visitor: newVisitor(shop) };
  expect(await read(stranger, cart.intentId)).toMatchObject({
    end: { error: 'signed_out' },
    address: null,
    order: null,
  });
});

test.each<[string, () => Promise<Shown>, string]>([
  ['a Buy Now that was paid', () => reachOf('paid_already', 1), 'paid'],
  ['an own link that was withdrawn', () => reachOf('link_withdrawn'), '/pay/'],
  ['a moved link that was withdrawn', () => reachOf('link_withdrawn', 1), 'link_withdrawn'],
  ['a link that was paid in a second browser', () => reachOf('paid_by_link'), 'paid_by_link'],
  ['a link that a second browser pays', () => reachOf('being_paid_by_link'), 'being_paid_by_link'],
  ['a link opened in a second browser', () => reachOf('link_moved'), 'link_moved'],
  ['an emptied phone order', () => reachOf('link_emptied'), '/pay/'],
  ['an emptied Buy Now', () => reachOf('order_emptied'), 'order_emptied'],
  ['an emptied cart', () => reachOf('cart_empty'), '/'],
  ['a Buy Now of a browser that is not recognized', () => reachOf('signed_out', 1), 'not_yours'],
  ['a Buy Now that does not exist', async () => ({ ...(await givenReady()), buy: crypto.randomUUID() }), 'not_found'],
  ['a Buy Now with a damaged id', async () => ({ ...(await givenReady()), buy: 'nowhere' }), 'not_found'],
  ['a product switched off', givenOffSale, 'not_for_sale'],
  ['a reservation whose time is up', () => after(givenReady(), endTime), 'at_form'],
])('the checkout page of %s says so', async (_which, reach, shown) => {
  expect(await opened(await reach())).toBe(shown);
});

test('reading how a checkout stands writes nothing, even if its cart was emptied and its time is up', async () => {
  const { visitor, checkoutId } = await after(givenReady(), endTime);
  const [{ cartId } = { cartId: null }] = await shop.ctx.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId));
  await shop.ctx.db.delete(cartLines).where(eq(cartLines.cartId, cartId ?? ''));
  const stored = () => shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  const before = await stored();
  expect(before[0]?.state).toBe('awaiting_payment');
  expect((await doors['the open page']({ visitor, checkoutId })).body).toMatchObject({ error: 'being_paid' });
  expect(await stored()).toEqual(before);
});
