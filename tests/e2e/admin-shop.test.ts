import pg from 'pg';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';

import { seedProduct } from '#content/catalog.ts';

import { laptop, openAdmin, ownPage } from './support/admin-pages.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { putWandInCart } from './support/browser-visitors.ts';

const test = testWithShop();

const own = ({ shop }: Uses<'shop'>) => ownPage(shop.url);
const clickButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Presses the button and waits for the confirmation. */
async function saves(page: Page, button: string, says: RegExp): Promise<void> {
  await clickButton(page, button);
  await page.getByRole('main').getByText(says).first().waitFor();
}

async function setSalePrice(page: Page, price: string): Promise<void> {
  await openAdmin(page, 'product');
  await page.getByLabel(/^Sale price/).fill(price);
  await saves(page, 'Save product', /^Saved/);
}

/** Runs the steps while the database announces no change of the product to any process. */
async function withoutAnnouncements({ shop }: Uses<'shop'>, act: () => Promise<void>): Promise<void> {
  const database = new pg.Client({ connectionString: shop.databaseUrl() });
  await database.connect();
  await database.query('alter table products disable trigger user');
  try {
    await act();
  } finally {
    await database.query('alter table products enable trigger user');
    await database.end();
  }
}

test('a new price is on the cached page once its save is answered, without an announcement, and in a cart that is reopened', async ({
  shop,
  newShopper,
  newAdmin,
}) => {
  const shopper = await newShopper(laptop);
  await putWandInCart(shopper.page);
  const admin = await newAdmin();
  const price = async () => /"price":"([\d.]+)"/.exec(await (await shopper.page.request.get('/product')).text())?.[1];
  await withoutAnnouncements({ shop }, async () => {
    expect(await price()).toBe('59.00');
    await setSalePrice(admin.page, '49');
    expect(await price()).toBe('49.00');
  });
  await shopper.page.goto('/product?cart=open');
  const cart = shopper.page.getByRole('dialog', { name: 'Shopping Cart' });
  await cart.getByText('$49.00').first().waitFor();
  expect(await cart.getByText('$120.00').count()).toBe(1);
  await setSalePrice(admin.page, '59');
  expect([shopper.problems, admin.problems]).toEqual([[], []]);
});

test('concurrent edits: the second admin is told, sees the stored values and keeps the input', async ({ newAdmin }) => {
  const [first, second] = [await newAdmin(), await newAdmin()];
  await openAdmin(first.page, 'product');
  await openAdmin(second.page, 'product');
  await first.page.getByLabel('Description').fill('Written by the first.');
  await saves(first.page, 'Save product', /^Saved/);
  await second.page.getByLabel('Description').fill('Written by the second.');
  await saves(second.page, 'Save product', /^Someone else changed this/);
  expect(await second.page.getByLabel('Description').inputValue()).toBe('Written by the second.');
  await second.page.getByText('Stored now: Written by the first.').waitFor();
  await second.page.getByLabel('Description').fill(seedProduct.description);
  await saves(second.page, 'Save product', /^Saved/);
  await first.leave();
  await second.leave();
});

async function changeStock(page: Page, units: string): Promise<void> {
  await openAdmin(page, 'product');
  await page.getByLabel(/^Units/).fill(units);
  await page.getByLabel('Reason').selectOption({ label: 'Recount' });
  await saves(page, 'Adjust stock', /^Stock updated/);
}

test('without stock the shop is sold out, and restocking resumes sales', async ({ newShopper, newAdmin }) => {
  const admin = await newAdmin();
  await changeStock(admin.page, '-7');
  const shopper = await newShopper(laptop);
  await shopper.page.goto('/product');
  await shopper.page
    .getByRole('button', { name: /sold out/i })
    .first()
    .waitFor();
  await openAdmin(admin.page, 'product');
  await admin.page.getByLabel(/^Units/).fill('-1');
  await admin.page.getByLabel('Reason').selectOption({ label: 'Damaged or lost' });
  await saves(admin.page, 'Adjust stock', /^You have only 0 units on hand/);
  expect(await admin.page.getByLabel(/^Units/).inputValue()).toBe('-1');
  await admin.page.getByLabel(/^Units/).fill('7');
  await saves(admin.page, 'Adjust stock', /^Stock updated/);
  expect(await admin.page.getByText(/^You have only 0 units on hand/).count()).toBe(0);
  await shopper.page.goto('/product');
  await shopper.page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .waitFor();
});

test('an uploaded picture is re-encoded, comes first in the gallery and can become the main one', async ({
  newAdmin,
}) => {
  const { page, problems } = await newAdmin();
  const create = { width: 900, height: 900, channels: 3 as const, background: '#f6d5cc' };
  const buffer = await sharp({ create }).jpeg().toBuffer();
  await openAdmin(page, 'product');
  await page.getByLabel('Image', { exact: true }).setInputFiles({ name: 'rose.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByLabel(/^Alt text/).fill('The wand on a rose table');
  await saves(page, 'Upload image', /^Image added/);
  await saves(page, 'Set as main image', /^Main image changed/);
  await page.goto('/product');
  const picture = page
    .getByRole('group', { name: 'Product gallery' })
    .getByRole('img', { name: 'The wand on a rose table' });
  await picture.first().waitFor();
  const address = await picture.first().evaluate((img) => (img instanceof HTMLImageElement ? img.currentSrc : ''));
  expect(new URL(address).pathname).toMatch(/^\/product-images\/[0-9a-f-]{36}-(480|800)\.avif$/);
  expect(problems).toEqual([]);
});

test('a campaign banner is shown on every page between its dates, then the usual banner returns', async ({
  newAdmin,
}) => {
  const { page } = await newAdmin();
  const banner = async () =>
    (await (await page.request.get('/quiz')).text()).match(
      /(Limited Time Offer|Rose Week|Free Shipping on All Orders)/,
    )?.[0];
  await expect.poll(banner).toBe('Limited Time Offer');
  await openAdmin(page, 'settings');
  await page.getByLabel('Campaign text').fill('Rose Week');
  await page.getByLabel(/^Ends/).fill('2099-01-01T10:00');
  await saves(page, 'Save banner', /^Saved/);
  await expect.poll(banner).toBe('Rose Week');
  await page.getByLabel(/^Ends/).first().fill('2020-01-01T10:00');
  await saves(page, 'Save banner', /^Saved/);
  await expect.poll(banner).toBe('Free Shipping on All Orders');
});

test("a review appears once approved, with the shop's reply below it", async ({ shop, newAdmin }) => {
  const { page, problems } = await newAdmin();
  const draft = {
    product_id: seedProduct.id,
    rating: 3,
    content: 'It hums like a small bee.',
    reviewer_name: 'June Park',
  };
  await page.request.post('/api/reviews', { headers: own({ shop }), multipart: draft });
  const shows = (words: string) => async () =>
    (await (await page.request.get('/reviews?sort=newest')).text()).includes(words);
  await expect.poll(shows('It hums like a small bee.')).toBe(false);
  await openAdmin(page, 'reviews');
  const review = page.getByRole('article', { name: 'Review by June Park' });
  await review.getByRole('button', { name: 'Approve review' }).click();
  await page.getByRole('main').getByText('Review published.').waitFor();
  await expect.poll(shows('It hums like a small bee.')).toBe(true);
  await openAdmin(page, 'reviews?state=approved&q=bee');
  await review.getByText('It hums like a small bee.').click();
  await review.getByText('Reply publicly…').click();
  await review.getByLabel(/^Reply/).fill('We like bees.');
  await review.getByRole('button', { name: 'Publish reply' }).click();
  await page.getByRole('main').getByText('Reply published.').waitFor();
  await expect.poll(shows('We like bees.')).toBe(true);
  expect(problems).toEqual([]);
});

test('a message is answered by email, and the reply is in the mailbox', async ({ shop, newAdmin }) => {
  const { page } = await newAdmin();
  const data = { name: 'Mia Rose', email: 'mia@example.com', subject: 'Charging', message: 'How long?' };
  await page.request.post('/api/send-contact-email', { headers: own({ shop }), data });
  await openAdmin(page, 'messages');
  await page.getByRole('link', { name: 'Charging' }).click();
  await page.getByLabel('To mia@example.com').fill('Two hours.');
  await saves(page, 'Send reply', /^Reply sent/);
  await expect
    .poll(async () => (await (await page.request.get('/mailbox')).text()).includes('Our answer to your message'), {
      timeout: 20_000,
    })
    .toBe(true);
});

test('a new code takes 25 % off at the checkout until it is disabled', async ({ shop, newShopper, newAdmin }) => {
  const admin = await newAdmin();
  const shopper = await newShopper(laptop);
  await putWandInCart(shopper.page);
  const try25 = async () => {
    const answer = await shopper.page.request.post('/api/validate-discount', {
      headers: own({ shop }),
      data: { code: 'rose25' },
    });
    return (await answer.json()) as { valid: boolean; discountAmount?: number };
  };
  await openAdmin(admin.page, 'discounts/new');
  await admin.page.getByLabel('Code', { exact: true }).fill('rose25');
  await admin.page.getByLabel('Name shown to customers').fill('Rose Week');
  await admin.page.getByLabel('Value (percent or dollars)').fill('25');
  await saves(admin.page, 'Create code', /^Discount code created/);
  expect(await try25()).toMatchObject({ valid: true, discountAmount: 14.75 });
  await admin.page.getByLabel('Active').uncheck();
  await saves(admin.page, 'Save code', /^Discount code saved/);
  expect(await try25()).toMatchObject({ valid: false });
});

test('the launch checklist shows what is missing, and records who confirmed an item', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'launch');
  const terms = page.getByRole('listitem').filter({ hasText: 'Terms of service' });
  await terms.getByText('To do').waitFor();
  await terms.getByText('Confirm Terms of service…').click();
  await terms.getByLabel(/^Where to find the proof/).fill('Read by R. Law');
  await terms.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText(/^\d+ done$/).click();
  await terms.getByText(/^Read by R\. Law \(admin@/).waitFor();
  await openAdmin(page, 'audit?q=launch');
  expect(await page.getByRole('listitem').filter({ hasText: 'launch:legal_terms' }).innerText()).toContain(
    'Read by R. Law',
  );
});

test('without JavaScript a shipping option is edited, and an error keeps the input', async ({
  newAdmin,
  newPlainPage,
}) => {
  const { page: signedIn } = await newAdmin();
  const { page } = await newPlainPage({ storageState: await signedIn.context().storageState() });
  await page.goto('/admin/shipping');
  await page.getByText('Edit Express Shipping').click();
  const express = page.getByRole('region', { name: 'Express Shipping' });
  await express.getByLabel(/^Price/).fill('a lot');
  await express.getByRole('button', { name: 'Save option' }).click();
  await page.getByText(/^Enter an amount in dollars/).waitFor();
  expect(await express.getByLabel(/^Price/).inputValue()).toBe('a lot');
  await express.getByLabel(/^Price/).fill('13.49');
  await express.getByLabel('Maximum business days').fill('1');
  await express.getByRole('button', { name: 'Save option' }).click();
  await page.getByRole('row', { name: /^Express Shipping Everywhere \$13\.49 – 1 business day On$/ }).waitFor();
});

test('a shipping option moves up by keyboard alone', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'shipping');
  await page.getByRole('button', { name: 'Move Express Shipping up' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move Standard Shipping up' }).waitFor();
  expect(await page.getByRole('row').nth(1).innerText()).toContain('Express Shipping');
  await page.getByRole('button', { name: 'Move Standard Shipping up' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move Express Shipping up' }).waitFor();
});
