import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { statusFacts } from '#modules/orders/orders.schema.ts';

import { isFullRun } from '../support/full-run.ts';
import { axeViolations } from './support/page-checks.ts';
import { clara, signInBy } from './support/sign-in.ts';
import { ownPage } from './support/admin-pages.ts';
import { testWithShop } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { desktop, phone, screens } from './support/browser-visitors.ts';

const test = testWithShop();

/** Orders of the guests mia, noah, zoe and lea, one wand each. */
let numbers: string[];

test.beforeAll(async ({ shop }) => {
  numbers = [];
  for (const name of ['mia', 'noah', 'zoe', 'lea'])
    numbers.push(await orderOf(shop.url, { email: `${name}@example.com` }));
});

const numberOf = (place: number) => numbers[place] ?? '';
const table = (page: Page) => page.getByRole('table', { name: 'Orders' });
const rows = (page: Page) => table(page).getByRole('rowheader').getByRole('link');
const said = (page: Page, text: string) => page.locator('p', { hasText: text }).first().waitFor();
const menu = (page: Page) => page.locator('summary', { hasText: 'More actions' });

/** Opens a form of the order page by its menu. */
async function unfold(page: Page, title: string): Promise<void> {
  await menu(page).click();
  await page.getByRole('link', { name: title, exact: true }).click();
}

/** Sets a status in the form of the order page. */
async function setStatus(page: Page, status: string): Promise<void> {
  if ((await page.locator('#status[open]').count()) === 0) await unfold(page, 'Change status');
  await page.locator('#status').getByLabel('Status', { exact: true }).selectOption(status);
  await page.locator('#status').getByRole('button', { name: 'Update status' }).click();
}
/**
 * Waits until the focused element has this text. The focus must move when its button disappears
 * after a reload.
 */
const focusIsOn = (page: Page, text: string) =>
  page.waitForFunction((words) => document.activeElement?.textContent === words, text);
const badge = (page: Page, word: string) => page.locator('header').last().getByText(word, { exact: true });

async function openOrder(page: Page, place: number): Promise<void> {
  await page.goto(`/admin/orders/${numberOf(place)}`);
}

test('a guest and a customer are sent to sign in', async ({ shopper: { page } }) => {
  await page.goto('/admin/orders');
  expect(new URL(page.url()).search).toBe('?next=%2Fadmin%2Forders');
  await signInBy(page.request, clara);
  await page.goto(`/admin/orders/${numberOf(0)}`);
  expect(new URL(page.url()).pathname).not.toContain('/admin');
  const file = await page.request.get('/admin/orders.csv', { maxRedirects: 0 });
  expect([file.status(), (await file.text()).includes('mia@')]).toEqual([302, false]);
});

test('the owner searches by number, name and email and filters, all stored in the URL', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await page.goto('/admin/orders');
  expect(await rows(page).allInnerTexts()).toEqual(numbers.toReversed());
  const search = page.getByLabel('Order number, name or email');
  for (const [typed, place] of [
    ['zoe@', 2],
    [numberOf(1).slice(3, 8).toLowerCase(), 1],
  ] as const) {
    await search.fill(typed);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === typed);
    await rows(page).nth(1).waitFor({ state: 'detached' });
    await rows(page)
      .filter({ hasText: numberOf(place) })
      .waitFor();
    expect(await rows(page).count()).toBe(1);
  }
  await page.getByLabel('Order status').selectOption('Cancelled');
  await page.getByText('No matching orders').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('cancelled');
  await page.getByRole('link', { name: 'Show all orders' }).click();
  await rows(page).nth(3).waitFor();
  expect(problems).toEqual([]);
});

test('headings sort the list by keyboard, and the sort stays with filters, tabs and the select of a phone', async ({
  newAdmin,
}) => {
  const { page, problems } = await newAdmin(desktop);
  await page.goto('/admin/orders');
  const heading = (title: string) => table(page).getByRole('columnheader', { name: title, exact: true });
  const sorted = async () => [
    await heading('Placed').getAttribute('aria-sort'),
    await heading('Total').getAttribute('aria-sort'),
    new URL(page.url()).searchParams.get('sort'),
  ];
  const showsOldestFirst = async () => {
    await rows(page)
      .first()
      .filter({ hasText: numberOf(0) })
      .waitFor();
    expect(await rows(page).allInnerTexts()).toEqual(numbers);
  };
  expect(await sorted()).toEqual(['descending', null, null]);
  await heading('Placed').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/orders?sort=placed');
  await showsOldestFirst();
  expect(await sorted()).toEqual(['ascending', null, 'placed']);
  await page.getByRole('searchbox').fill('example.com');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=example\.com/);
  await page.getByRole('link', { name: /^To ship/ }).click();
  await page.waitForURL(/show=to_ship/);
  await showsOldestFirst();
  expect(await sorted()).toEqual(['ascending', null, 'placed']);
  await heading('Total').getByRole('link').click();
  await page.waitForURL(/sort=-total/);
  await rows(page)
    .first()
    .filter({ hasText: numberOf(3) })
    .waitFor();
  expect(await sorted()).toEqual([null, 'descending', '-total']);
  expect(await page.getByLabel('Sort by').isVisible()).toBe(false);
  await page.setViewportSize(phone);
  expect(await heading('Total').getByRole('link').isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByLabel('Sort by').selectOption('Placed, ascending');
  await page.waitForURL(/sort=placed/);
  await showsOldestFirst();
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a new order appears while the list is open', async ({ shop, newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await page.clock.install();
  await page.goto('/admin/orders');
  const free = await orderOf(shop.url, { email: 'new@example.com' });
  await page.clock.runFor(16_000);
  await rows(page).filter({ hasText: free }).waitFor();
  await page.getByRole('status').getByText('New order').waitFor();
  expect(problems).toEqual([]);
});

test("an order links to its customer, a guest or an account, and the customer's page links back", async ({
  shop,
  newAdmin,
}) => {
  const { page, problems } = await newAdmin(desktop);
  const ofAccount = await orderOf(shop.url, clara);
  for (const [number, kind] of [
    [numberOf(0), 'Guest'],
    [ofAccount, 'Customer'],
  ] as const) {
    await page.goto(`/admin/orders/${number}`);
    await page.getByRole('region', { name: 'Customer' }).getByRole('link').first().click();
    await page.waitForURL('**/admin/customers/*');
    await page.locator('address').getByText('United States').waitFor();
    await badge(page, kind).waitFor();
    await page.getByRole('link', { name: number }).click();
    await page.waitForURL(`**/admin/orders/${number}`);
  }
  expect(problems).toEqual([]);
});

test('the owner ships with a tracking number, and the customer sees it on the tracking page', async ({
  newShopper,
  newAdmin,
}) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/orders');
  expect(await page.getByRole('button', { name: 'Update status' }).isVisible()).toBe(false);
  await page.getByLabel(`Select ${numberOf(0)}`).check();
  await page.getByText(`For ${numberOf(0)}`).waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('Choose a status');
  await page.getByRole('button', { name: 'Update status' }).click();
  await said(page, 'Please select an order and status');
  await page.getByLabel('Status', { exact: true }).selectOption('Shipped');
  await page.getByLabel('Carrier (optional)').fill('UPS');
  await page.getByLabel('Tracking number (optional)').fill('1Z999');
  await page.getByRole('button', { name: 'Update status' }).click();
  await said(page, 'Order status updated successfully');
  await page
    .getByRole('row', { name: numberOf(0) })
    .getByText('Shipped')
    .waitFor();
  const customer = await newShopper();
  await customer.page.goto(`/track?order=${numberOf(0)}&email=mia@example.com`);
  const link = customer.page.getByRole('link', { name: /1Z999/ });
  expect(await link.getAttribute('href')).toBe('https://www.ups.com/track?tracknum=1Z999');
});

test('a status that cannot be sent shows a message and keeps the input', async ({ newAdmin }) => {
  const { page } = await newAdmin(desktop);
  await openOrder(page, 0);
  await unfold(page, 'Change status');
  await page.getByLabel('Tracking number (optional)').fill('1Z7777');
  await page.route('**/*.data*', (route) => route.abort());
  await page.getByRole('button', { name: 'Update status' }).click();
  await said(page, 'Failed to update order status');
  expect(await page.getByLabel('Tracking number (optional)').inputValue()).toBe('1Z7777');
});

test('a list that cannot be refreshed shows a message and keeps its rows until it can', async ({ newAdmin }) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/orders');
  await page.route('**/api/newest-order', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await said(page, 'Failed to fetch orders');
  expect(await rows(page).count()).toBeGreaterThan(3);
  await page.unroute('**/api/newest-order');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.locator('#content').getByText('Failed to fetch orders').waitFor({ state: 'detached' });
});

test('an unusual status asks for confirmation once', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await openOrder(page, 0);
  await setStatus(page, 'Processing');
  await said(page, 'This moves the order back a step. Change the status anyway?');
  await page.getByLabel('Yes, change it anyway').check();
  await page.locator('#status').getByRole('button', { name: 'Update status' }).click();
  await badge(page, 'Processing').waitFor();
  expect(problems).toEqual([]);
});

test('the owner refunds a part with a reason, then the rest', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await openOrder(page, 1);
  await unfold(page, 'Refund');
  await page.getByLabel('Amount in USD').fill('20');
  await page.getByLabel('Reason').first().fill('Arrived late');
  await page.getByRole('button', { name: 'Refund' }).click();
  await said(page, 'Refund $20.00 to Mia Rose (noah@example.com), Visa ending 4242?');
  await page.getByRole('button', { name: 'Refund $20.00' }).click();
  await said(page, 'Refunded $20.00.');
  await badge(page, 'Partially refunded').waitFor();
  await page.getByText('Arrived late').waitFor();
  await focusIsOn(page, 'Refunded $20.00.');
  await unfold(page, 'Refund');
  expect(await page.getByLabel('Amount in USD').inputValue()).toBe('39.00');
  await page.getByLabel('Amount in USD').fill('39.01');
  await page.getByRole('button', { name: 'Refund' }).click();
  await said(page, 'This is more than the amount left to refund.');
  expect(await page.getByLabel('Amount in USD').inputValue()).toBe('39.01');
  await page.getByLabel('Amount in USD').fill('39');
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('button', { name: 'Refund $39.00' }).click();
  await badge(page, 'Refunded').waitFor();
  expect(problems).toEqual([]);
});

test('an order is held, released, readdressed, and cancelled with a refund', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await openOrder(page, 2);
  await unfold(page, 'Put on hold');
  await page.locator('#hold').getByLabel('Reason').fill('Call first');
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await page.getByText('Someone on your team put it on hold.').waitFor();
  await focusIsOn(page, 'Order put on hold.');
  const reason = page.getByRole('region', { name: 'On hold' }).getByLabel('Reason');
  await reason.fill('   ');
  await page.getByRole('button', { name: 'Release order' }).click();
  await said(page, 'Enter a reason.');
  expect(await axeViolations(page)).toEqual([]);
  await reason.fill('Called, all is well');
  await page.getByRole('button', { name: 'Release order' }).click();
  await said(page, 'Order released.');
  for (const entry of ['Put on hold: Call first', 'Released: Called, all is well'])
    await page.getByText(entry).waitFor();
  await unfold(page, 'Edit address');
  await page.getByLabel('Postal code').or(page.getByLabel('ZIP code')).fill('9720');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Enter a 5-digit ZIP, for example 94103').waitFor();
  await page.getByLabel('ZIP code').fill('97206');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Portland, OR 97206').waitFor();
  await unfold(page, 'Edit address');
  await page.getByLabel('City').fill('San Francisco');
  await page.getByLabel('State').selectOption('CA');
  await page.getByLabel('ZIP code').fill('94103');
  await page.getByRole('button', { name: 'Save address' }).click();
  await said(page, 'This address changes the tax of the order: $0.00 was charged, $4.28 is due there.');
  expect(await page.getByLabel('City').inputValue()).toBe('San Francisco');
  await page.getByText('Portland, OR 97206').waitFor();
  await page.getByLabel('The address is correct').check();
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('San Francisco, CA 94103').waitFor();
  await page.getByText('Tax is $4.28 higher').waitFor();
  await unfold(page, 'Cancel order');
  await page.getByText('$59.00 will be refunded to Mia Rose (zoe@example.com), Visa ending 4242').waitFor();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('button', { name: 'Yes, cancel this order' }).click();
  await badge(page, 'Cancelled').waitFor();
  await badge(page, 'Refunded').waitFor();
  expect(problems).toEqual([]);
});

test('an admin whose form is gone after a concurrent change sees the new state and a message', async ({
  shop,
  newAdmin,
}) => {
  const { page, problems } = await newAdmin(desktop);
  await openOrder(page, 3);
  await unfold(page, 'Put on hold');
  await page.locator('#hold').getByLabel('Reason').fill('Call first');
  const another = (form: Record<string, string>) =>
    page.request.post(`/admin/orders/${numberOf(3)}`, { headers: ownPage(shop.url), form });
  await another({ form: 'hold', version: '1', reason: 'Wait' });
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await page.getByRole('region', { name: 'On hold' }).waitFor();
  await page.getByRole('main').getByText(statusFacts.changed_meanwhile).waitFor();
  await another({ form: 'release', version: '2', reason: 'Done' });
  expect(problems).toEqual([]);
});

/** Moves the keyboard focus to an order link at the lower edge of the window. */
async function tabToTheEdge(page: Page, number: string): Promise<void> {
  await page.getByLabel(`Select ${number}`).focus();
  await page.getByRole('link', { name: number }).evaluate((link) => {
    const top = link.getBoundingClientRect().bottom - innerHeight + 20;
    scrollBy({ top, behavior: 'instant' });
  });
  await page.keyboard.press('Tab');
}

/** True if the bulk action bar covers the link of an order. */
async function isUnderBar(page: Page, number: string): Promise<boolean> {
  const link = await page.getByRole('link', { name: number }).boundingBox();
  const bar = await page.getByRole('link', { name: 'Update status' }).locator('..').boundingBox();
  return link === null || bar === null || link.y + link.height > bar.y;
}

test('a bulk status change applies to two orders and names the refused one', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(phone);
  await page.goto('/admin/orders');
  await page.getByLabel(`Select ${numberOf(2)}`).check();
  await page.getByLabel(`Select ${numberOf(3)}`).check();
  await tabToTheEdge(page, numberOf(0));
  await expect.poll(() => isUnderBar(page, numberOf(0))).toBe(false);
  await page.getByRole('link', { name: 'Update status' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('Processing');
  await page.getByRole('button', { name: 'Update status' }).click();
  await said(page, 'Failed to update order status: 1 of 2 orders');
  await page
    .getByRole('listitem')
    .filter({ hasText: numberOf(2) })
    .getByText('This order was cancelled')
    .waitFor();
  await page
    .getByRole('row', { name: numberOf(3) })
    .getByText('Processing')
    .waitFor();
  expect(problems).toEqual([]);
});

test('a customer requests a return; the owner sends its label, restocks it and refunds it', async ({
  newShopper,
  newAdmin,
}) => {
  const { page } = await newAdmin(desktop);
  await openOrder(page, 3);
  await setStatus(page, 'Shipped');
  await badge(page, 'Shipped').waitFor();
  const customer = await newShopper();
  await customer.page.goto(`/track?order=${numberOf(3)}&email=lea@example.com`);
  await customer.page.getByText('Return an item').click();
  await customer.page.getByLabel('Why do you send it back?').fill('Too bright');
  await customer.page.getByRole('button', { name: 'Request Return' }).click();
  await customer.page.locator('[role=status]:focus', { hasText: 'We got your return request.' }).waitFor();
  expect(customer.problems).toEqual([]);
  await customer.leave();
  await openOrder(page, 3);
  await page.getByText('“Too bright”').waitFor();
  await page.getByLabel('Link to the prepaid label').fill('https://labels.example.com/1Z999');
  await page.getByRole('button', { name: 'Send label' }).click();
  await said(page, 'Label emailed to the customer.');
  await focusIsOn(page, 'Send another label');
  const slip = await page.request.get(
    (await page.getByRole('link', { name: 'Return slip' }).getAttribute('href')) ?? '',
  );
  expect(slip.headers()['content-type']).toBe('application/pdf');
  await page.getByLabel('Restock these items').check();
  await page.getByRole('button', { name: 'Mark as received' }).click();
  await said(page, 'Return marked as received.');
  await page.getByRole('button', { name: 'Refund return' }).click();
  await page.getByRole('button', { name: 'Refund $59.00' }).click();
  await badge(page, 'Refunded').waitFor();
  await page.getByText(', 1 back in stock').waitFor();
});

test('an email is sent again', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await openOrder(page, 0);
  await page.getByRole('button', { name: 'Send again' }).first().click();
  await said(page, 'Email sent again');
  expect(problems).toEqual([]);
});

test('the owner ships by keyboard alone', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await openOrder(page, 0);
  await page.getByRole('link', { name: 'Mark as shipped' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('1Z1000');
  await page.keyboard.press('Enter');
  await badge(page, 'Shipped').waitFor();
  await menu(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('link', { name: 'Refund', exact: true }).isVisible()).toBe(false);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Refund', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Amount in USD').waitFor();
  expect(problems).toEqual([]);
});

test('a corrected name makes a new invoice; order page and buyer find the old one with it', async ({
  shop,
  newAdmin,
}) => {
  const { page, problems } = await newAdmin(desktop);
  await page.goto('/admin/settings');
  await page.getByLabel('Use consecutive invoice numbers').check();
  await page.getByRole('button', { name: 'Save invoice numbers' }).click();
  await said(page, 'Saved.');
  const number = await orderOf(shop.url, { email: 'ida@example.com' });
  const documents = page.locator('section', { has: page.getByRole('heading', { name: 'Documents' }) });
  const shows = (text: string) =>
    expect
      .poll(async () => {
        await page.goto(`/admin/orders/${number}`);
        return documents.innerText().catch(() => '');
      })
      .toMatch(new RegExp(text));
  await shows('DEMO-R-1');
  await unfold(page, 'Edit contact details');
  await page.locator('#contact').getByLabel('First name').fill('Maja');
  await page.locator('#contact').getByRole('button', { name: 'Save' }).click();
  await said(page, 'Contact details updated.');
  await shows('Corrected by DEMO-R-2');
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`/track?order=${number}&email=ida@example.com`);
  await page.getByRole('link', { name: 'Earlier invoice DEMO-R-1' }).waitFor();
  await page.getByRole('link', { name: /^Invoice/ }).waitFor();
  expect(problems).toEqual([]);
});

describe.each(screens)('on %s', (_device, viewport) => {
  test.runIf(isFullRun)('axe finds nothing in the list, in an order and in its open forms', async ({ newAdmin }) => {
    const { page } = await newAdmin(viewport);
    for (const path of [
      '/admin/orders',
      '/admin/orders?q=nobody',
      `/admin/orders/${numberOf(0)}`,
      '/admin/orders/HR-0',
    ]) {
      await page.goto(path);
      expect([path, await axeViolations(page)]).toEqual([path, []]);
    }
    await openOrder(page, 0);
    await page.locator('#content details').evaluateAll((folds) => {
      for (const fold of folds) fold.setAttribute('open', '');
    });
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Amount in USD').fill('all');
    await page.getByRole('button', { name: 'Refund' }).click();
    await said(page, 'Enter an amount, for example 59.00.');
    expect(await axeViolations(page)).toEqual([]);
  });
});
