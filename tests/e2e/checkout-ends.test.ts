import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { checkoutEnds } from '#modules/checkout/checkout-ends.ts';

import { testWithShop } from './fixtures.ts';
import { openAdmin } from './support/admin-pages.ts';
import { fillCard, fillForm, hasBegun, openCheckout, orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop().extend('database', { scope: 'file' }, async ({ shop }, { onCleanup }) => {
  const database = new pg.Client({ connectionString: shop.databaseUrl() });
  await database.connect();
  // The demo's seven units are too few for this file.
  await database.query('update products set on_hand = 100');
  onCleanup(() => database.end());
  return database;
});

/** The shopper comes back to a tab that was in the background. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Waits until the page says how its checkout ended. Nothing of the form is left to press. */
async function saysEnd(page: Page, end: keyof typeof checkoutEnds): Promise<void> {
  const { title, message } = checkoutEnds[end];
  await page.getByRole('heading', { name: title }).waitFor();
  if (message !== `${title}.`) await page.getByText(message).first().waitFor();
  expect([await payButton(page).count(), await page.getByLabel('First name').count()]).toEqual([0, 0]);
}

/** Stores a phone order of one wand. Returns its id. */
async function givenLink(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into phone_orders (id, email, customer, items, taken_by)
     select gen_random_uuid(), 'mia@example.com', '{"firstName":"Mia","lastName":"Rose","phone":"415 555 0132"}',
       jsonb_build_array(jsonb_build_object('productId', id, 'name', name, 'quantity', 1)), 'owner@shop.example'
     from products limit 1 returning id`,
  );
  return rows[0]?.id ?? '';
}

async function openLink(page: Page, id: string): Promise<void> {
  await page.goto(`/pay/${id}`);
  // A discount code comes too late for an order that is about to be paid.
  expect(await page.getByRole('button', { name: /% off/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await hasBegun(page);
}

test('a checkout whose payment link is withdrawn says so as soon as the shopper comes back', async ({
  database,
  shopper: { page },
  newAdmin,
}) => {
  const id = await givenLink(database);
  await openLink(page, id);
  const admin = await newAdmin();
  await openAdmin(admin.page, `phone-orders/${id}`);
  await admin.page.getByText('Cancel link…', { exact: true }).click();
  await admin.page.locator('dialog[open]').getByRole('button', { name: 'Cancel link' }).click();
  await admin.page.getByText('Payment link cancelled.').first().waitFor();
  await comeBack(page);
  await saysEnd(page, 'link_withdrawn');
  await page.getByRole('link', { name: 'Contact us' }).click();
  await page.waitForURL('**/contact');
});

test('Pay on the first device of a link that a second one opened says where it continues, and opening the link again keeps what was typed', async ({
  database,
  newShopper,
}) => {
  const id = await givenLink(database);
  const [{ page }, second] = [await newShopper(), await newShopper()];
  await openLink(page, id);
  await fillForm(page, 'mia@example.com');
  await page.getByLabel('Last name').fill('Typed');
  await fillCard(page, '4242424242424242');
  await openLink(second.page, id);
  await payButton(page).click();
  await saysEnd(page, 'link_moved');
  await page.getByRole('link', { name: 'Open the payment link' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await hasBegun(page);
  expect(await page.getByLabel('Last name').inputValue()).toBe('Typed');
  await comeBack(second.page);
  await saysEnd(second.page, 'link_moved');
});

test('the first device says that an order was paid with its link on the second', async ({ database, newShopper }) => {
  const id = await givenLink(database);
  const [{ page }, second] = [await newShopper(), await newShopper()];
  await openLink(page, id);
  await openLink(second.page, id);
  await fillForm(second.page, 'mia@example.com');
  await fillCard(second.page, '4242424242424242');
  await payButton(second.page).click();
  const number = await orderNumberOn(second.page);
  await comeBack(page);
  await saysEnd(page, 'paid_by_link');
  expect(await page.getByText(number).count()).toBe(0);
  await page.reload();
  await saysEnd(page, 'paid_by_link');
});

test('a cart and a Buy Now that are emptied in another tab say that nothing is left', async ({
  shop,
  database,
  newShopper,
}) => {
  const headers = { origin: shop.url };
  const [cart, buyNow] = [await newShopper(), await newShopper()];
  await openCheckout(cart.page);
  await cart.page.request.delete('/api/cart', { headers });
  await comeBack(cart.page);
  await saysEnd(cart.page, 'cart_empty');
  await cart.page.getByRole('link', { name: 'Continue shopping' }).waitFor();
  await cart.page.getByRole('button', { name: 'Open cart, 0 items' }).waitFor();

  const { rows } = await database.query<{ id: string }>('select id from products limit 1');
  const data = { items: [{ id: rows[0]?.id, quantity: 1 }] };
  const { url } = (await (await buyNow.page.request.post('/api/create-checkout', { headers, data })).json()) as {
    url: string;
  };
  await buyNow.page.goto(url);
  await hasBegun(buyNow.page);
  await buyNow.page.request.delete(`/api/buy-now/${url.split('=')[1]}`, { headers });
  await buyNow.page
    .getByRole('button', { name: /^Increase|^Add one/ })
    .first()
    .click();
  await saysEnd(buyNow.page, 'order_emptied');
});

test('a checkout paid in another tab leads to its order instead of a second payment', async ({
  database,
  guestAtPayment,
}) => {
  await database.query('select 1');
  const { page, problems } = await guestAtPayment({ email: 'tab@example.com' });
  const tab = await page.context().newPage();
  await tab.goto('/checkout');
  await hasBegun(tab);
  await payButton(page).click();
  const number = await orderNumberOn(page);
  await comeBack(tab);
  await tab.getByRole('heading', { level: 1, name: `Your order ${number} is paid` }).waitFor();
  expect(await payButton(tab).count()).toBe(0);
  await tab.getByRole('link', { name: 'See your order' }).click();
  expect(await orderNumberOn(tab)).toBe(number);
  expect(problems).toEqual([]);
});

test('a product that is switched off closes the open checkout, which goes on with what was typed once it is sold again', async ({
  database,
  shopper: { page },
}) => {
  await openCheckout(page);
  await page.getByLabel('First name').fill('Mia');
  await database.query('update products set is_active = false');
  await comeBack(page);
  await saysEnd(page, 'not_for_sale');
  const refused = page.waitForResponse('**/api/create-payment-intent');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await (await refused).finished();
  await page.getByRole('button', { name: 'Try Again', exact: true }).and(page.locator('[aria-busy=false]')).waitFor();
  await saysEnd(page, 'not_for_sale');
  await database.query('update products set is_active = true');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await payButton(page).waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Mia');
});

test('Reserve again shows the new price and drops a dead code before Pay, and Pay charges what it shows', async ({
  database,
  guestAtPayment,
}) => {
  await database.query('update products set is_active = true');
  await database.query(
    `insert into discount_codes (code, name, type, value) values ('SOONDEAD', 'Ten off', 'percent', 1000)`,
  );
  const { page } = await guestAtPayment({ email: 'again@example.com' });
  await page.getByLabel('Code (optional)').fill('SOONDEAD');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  await database.query(`update discount_codes set is_active = false where code = 'SOONDEAD'`);
  await database.query('update products set sale_price_cents = 6400');
  await database.query(
    `update checkouts set expires_at = now() - interval '1 second'
     where id = (select id from checkouts order by created_at desc limit 1)`,
  );
  await comeBack(page);
  const again = page.getByRole('button', { name: 'Reserve again' });
  await again.waitFor();
  expect(await payButton(page).count()).toBe(0);
  await again.click();
  await page.getByRole('button', { name: 'Pay $64.00' }).waitFor();
  await page.getByRole('main').getByText('The price of', { exact: false }).first().waitFor();
  await page.getByText('The code SOONDEAD does not apply any more and was taken off your order.').first().waitFor();
  await payButton(page).click();
  const number = await orderNumberOn(page);
  const { rows } = await database.query<{ total_cents: number }>(
    'select total_cents from orders where order_number = $1',
    [number],
  );
  await database.query('update products set sale_price_cents = 5900');
  expect(rows).toEqual([{ total_cents: 6_400 }]);
});
