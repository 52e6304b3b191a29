import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { checkoutRefusals } from '#modules/checkout/checkout.schema.ts';

import { testWithShop } from './fixtures.ts';
import { openAdmin } from './support/admin-pages.ts';
import { openCheckout, orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

const paidTitle = /^Your order HR-\S+ is paid$/;

/** Waits until the page says that its order is paid. Fails with the title that it shows instead. */
const untilPaid = (page: Page, title: string | RegExp = paidTitle) =>
  expect
    .poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts(), { timeout: 15_000 })
    .toEqual([expect.stringMatching(title)]);

/** Follows the link to the order. Returns its number. */
async function followToOrder(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'See your order' }).click();
  return orderNumberOn(page);
}

test('the checkout of a paid order says that it is paid and links to the order, on reopening and on Back', async ({
  guestAtPayment,
}) => {
  const { page, problems } = await guestAtPayment({ email: 'back@example.com' });
  await payButton(page).click();
  const number = await orderNumberOn(page);
  await page.goBack();
  await untilPaid(page);
  expect(await followToOrder(page)).toBe(number);
  const tab = await page.context().newPage();
  await tab.goto('/checkout');
  await untilPaid(tab, `Your order ${number} is paid`);
  expect(await followToOrder(tab)).toBe(number);
  expect(problems).toEqual([]);
});

test.for([
  ['the card is charged at once', '4242424242424242'],
  // The bank responds after five seconds.
  ['the bank takes its time', '4000000000000077'],
] as const)(
  'a reload before the success page shows the order as soon as it is paid, and links to it: %s',
  async ([_how, number], { guestAtPayment }) => {
    const { page } = await guestAtPayment({ email: 'lost@example.com', number });
    // Without content the browser stays where it is, and no error page interrupts the reload.
    await page.route('**/checkout-success**', (route) => route.fulfill({ status: 204 }));
    await payButton(page).click();
    await page.waitForRequest('**/checkout-success**');
    await page.goto('/checkout');
    await page.unroute('**/checkout-success**');
    await untilPaid(page);
    expect(await followToOrder(page)).toMatch(/^HR-/);
  },
);

/** The demo's seven units are too few for this file. */
const restock = 'update products set on_hand = 100';

/** Runs `work` with a connection to the shop's database. */
async function withDatabase(shop: { databaseUrl(): string }, work: (database: pg.Client) => Promise<void>) {
  const database = new pg.Client({ connectionString: shop.databaseUrl() });
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}

test('a checkout reopened after paying, while nobody can tell whether it is paid, shows the order as soon as the provider says so', async ({
  shop,
  guestAtPayment,
}) => {
  await withDatabase(shop, async (database) => {
    await database.query(restock);
    // No event comes: the shop learns of the payment only by asking.
    await database.query(`
      create or replace function never() returns trigger language plpgsql as $$ begin new.next_at = 'infinity'; return new; end $$;
      create or replace trigger never before insert on sandbox_events for each row execute function never()`);
    try {
      const { page } = await guestAtPayment({ email: 'unknown@example.com' });
      await page.route('**/checkout-success**', (route) => route.fulfill({ status: 204 }));
      // The shop's answer while its provider is away (`provider-away.test`).
      const message = checkoutRefusals.payment_unknown;
      const unknown = { status: 422, json: { error: 'payment_unknown', message } };
      await payButton(page).click();
      await page.waitForRequest('**/checkout-success**');
      await page.route('**/api/create-payment-intent', (route) => route.fulfill(unknown));
      await page.goto('/checkout');
      await page.getByText(message).first().waitFor();
      await untilPaid(page);
    } finally {
      await database.query('drop trigger never on sandbox_events; update sandbox_events set next_at = now()');
    }
  });
});

test('a checkout reopened while the bank still answers shows the form again after the bank has refused', async ({
  shop,
  guestAtPayment,
}) => {
  await withDatabase(shop, async (database) => {
    await database.query(restock);
    const { page } = await guestAtPayment({ email: 'refused@example.com', number: '4000000000000002' });
    await payButton(page).click();
    await page.getByText('Your card was declined. Nothing was charged.').waitFor();
    // The simulator itself ends the processing of payments of the last hour.
    const setStatus = (status: string) =>
      database.query(
        `update sandbox_intents
         set body = jsonb_set(body::jsonb, '{status}', to_jsonb($1::text)), created_at = now() - interval '2 hours'
         where id = (select payment_intent_id from checkouts order by created_at desc limit 1)`,
        [status],
      );
    await setStatus('processing');
    await page.goto('/checkout');
    await page.getByRole('heading', { level: 1, name: 'Your payment is being processed' }).waitFor();
    await setStatus('requires_payment_method');
    await payButton(page).waitFor();
  });
});

test('a checkout that waits for the bank stays while the shop is away, and shows the form again after a refusal', async ({
  shop,
  guestAtPayment,
}) => {
  const { page } = await guestAtPayment({ email: 'waits@example.com' });
  await withDatabase(shop, async (database) => {
    const setState = (state: string) =>
      database.query(
        `update checkouts set state = $1::checkout_state, next_check_at = now() + interval '1 hour'
         where id = (select id from checkouts order by created_at desc limit 1)`,
        [state],
      );
    await setState('payment_processing');
    await page.goto('/checkout');
    const waiting = page.getByRole('heading', { level: 1, name: 'Your payment is being processed' });
    await waiting.waitFor();
    let failed = 0;
    const fail = () => (failed += 1);
    await page.route(/\/api\/|\.data/, (route) => (fail(), route.abort()));
    await expect.poll(() => failed, { timeout: 15_000 }).toBeGreaterThan(2);
    expect(await waiting.isVisible()).toBe(true);
    await page.unroute(/\/api\/|\.data/);
    await setState('awaiting_payment');
    await payButton(page).waitFor();
  });
});

test('an empty cart leads home for a stranger, and for a shopper who emptied a new cart after an order', async ({
  shop,
  newShopper,
  guestAtPayment,
}) => {
  const { page } = await guestAtPayment({ email: 'again@example.com' });
  await payButton(page).click();
  await orderNumberOn(page);
  await openCheckout(page);
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.waitForURL(`${shop.url}/`);
  const stranger = await newShopper();
  await stranger.page.goto('/checkout');
  expect(stranger.page.url()).toBe(`${shop.url}/`);
});

test('a reload of the checkout of a product that is switched off says so, and keeps the cart and what was typed', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const [{ page, problems }, admin] = [await newShopper(), await newAdmin()];
  const sellProduct = async (isSold: boolean) => {
    await openAdmin(admin.page, 'product');
    await admin.page.getByLabel('Sell this product').setChecked(isSold);
    await admin.page.getByRole('button', { name: 'Save product' }).click();
    await admin.page
      .getByRole('main')
      .getByText(/^Saved/)
      .waitFor();
  };
  await openCheckout(page);
  await page.getByLabel('Email', { exact: true }).fill('back@example.com');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkout_customer_info'))).toContain('back@');
  await sellProduct(false);
  await page.reload();
  await page.getByRole('alert').getByText('What you are buying is not for sale at the moment.').waitFor();
  expect([page.url(), await page.getByRole('heading', { level: 1 }).innerText()]).toEqual([
    `${shop.url}/checkout`,
    'Checkout',
  ]);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('alert').getByText('What you are buying is not for sale at the moment.').waitFor();
  await sellProduct(true);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await payButton(page).waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('back@example.com');
  expect(problems).toEqual([]);
});
