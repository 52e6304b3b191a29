import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { findings } from './support/access.ts';
import { browser, shop } from './support/open-shop.ts';
import { desktop, newShopper, phone } from './support/shopper.ts';

const cards = (page: Page) => page.getByRole('article', { name: /^Review by/ });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Review' });
const openForm = (page: Page) => page.getByText('Write a Review').click();

/** What the newest refusal says: its title and its sentence. */
async function refusal(page: Page, title: string): Promise<string> {
  const message = page.getByRole('alert').locator('div', { has: page.getByText(title, { exact: true }) });
  return (await message.last().innerText()).replace(/\n+/g, ' / ');
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

test('a shopper sees six reviews and their spread, and loads six more each time until all are there', async () => {
  const { page, problems, leave } = await newShopper(browser, shop.url);
  await page.goto('/reviews', { waitUntil: 'networkidle' });
  expect(await cards(page).count()).toBe(6);
  await page.getByText('4.8', { exact: true }).waitFor();
  await page.getByText('16 reviews', { exact: true }).waitFor();
  const more = page.getByRole('link', { name: 'Load More' });
  await more.click();
  await page.getByText('Showing 12 of 16 reviews').waitFor();
  expect(await cards(page).count()).toBe(12);
  await page.waitForFunction(() => document.activeElement?.id === 'review-7');
  await more.click();
  await page.getByText('Showing 16 of 16 reviews').waitFor();
  expect([await cards(page).count(), await more.count()]).toEqual([16, 0]);
  expect(problems).toEqual([]);
  await leave();
});

test('a review without stars, text or name is refused in turn, and nothing typed is lost', async () => {
  const { page, leave } = await newShopper(browser, shop.url);
  await page.goto('/reviews', { waitUntil: 'networkidle' });
  await openForm(page);
  await page.getByLabel('Title (optional)').fill('Lovely');
  await submit(page).click();
  expect(await refusal(page, 'Rating required')).toBe(
    'Rating required / Please select a rating before submitting your review.',
  );
  expect(await focused(page)).toBe('rating');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: '3 stars' }).isChecked()).toBe(true);
  await submit(page).click();
  expect(await refusal(page, 'Review content required')).toBe(
    'Review content required / Please write a review before submitting.',
  );
  expect(await focused(page)).toBe('content');
  await page.getByLabel('Your review').fill('A calm minute.');
  await submit(page).click();
  expect(await refusal(page, 'Name required')).toBe('Name required / Please enter your name.');
  expect(await focused(page)).toBe('reviewerName');
  expect(await page.getByLabel('Title (optional)').inputValue()).toBe('Lovely');
  await leave();
});

test('a review with a photo is sent and waits for approval: it is not listed', async () => {
  const { page, problems, leave } = await newShopper(browser, shop.url, phone);
  await page.goto('/reviews', { waitUntil: 'networkidle' });
  await openForm(page);
  await page.getByRole('radio', { name: '4 stars' }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Your review').fill('Read before it is shown.');
  await page.getByLabel('Your name').fill('Mia Rosen');
  await page.getByLabel('Photos (optional)').setInputFiles('public/media/hero-480.jpg');
  await page.getByAltText('Chosen, 1 of 1').waitFor();
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/reviews'));
  await submit(page).click();
  expect((await sent).status()).toBe(200);
  await page.getByText('Review submitted!').waitFor();
  await page.getByText('Thank you for your review. It will be published after approval.').waitFor();
  expect(await submit(page).isVisible()).toBe(false);
  await page.reload({ waitUntil: 'networkidle' });
  expect(await page.getByText('Read before it is shown.').count()).toBe(0);
  await page.getByText('Showing 6 of 16 reviews').waitFor();
  expect(problems).toEqual([]);
  await leave();
});

test('when the shop cannot be reached the review stays typed', async () => {
  const { page, leave } = await newShopper(browser, shop.url);
  await page.goto('/reviews', { waitUntil: 'networkidle' });
  await openForm(page);
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByLabel('Your review').fill('A calm minute.');
  await page.getByLabel('Your name').fill('Mia Rosen');
  await page.route('**/api/reviews', (route) => route.abort());
  await submit(page).click();
  expect(await refusal(page, 'Error submitting review')).toBe('Error submitting review / Please try again later.');
  expect(await page.getByLabel('Your review').inputValue()).toBe('A calm minute.');
  expect(await page.getByRole('radio', { name: '5 stars' }).isChecked()).toBe(true);
  await leave();
});

test('a review is found helpful once, also after a reload', async () => {
  const { page, leave } = await newShopper(browser, shop.url);
  await page.goto('/reviews', { waitUntil: 'networkidle' });
  const helpful = cards(page)
    .first()
    .getByRole('button', { name: /^Helpful/ });
  const [, before = 0] = /\((\d+)\)/.exec(await helpful.innerText()) ?? [];
  await helpful.click();
  const after = cards(page)
    .first()
    .getByRole('button', { name: `Helpful (${Number(before) + 1})`, pressed: true });
  await after.waitFor();
  await after.click();
  await page.reload({ waitUntil: 'networkidle' });
  await after.waitFor();
  expect(await after.count()).toBe(1);
  await leave();
});

describe('before the page runs', () => {
  async function withoutScripts() {
    const context = await browser.newContext({ viewport: desktop, baseURL: shop.url, javaScriptEnabled: false });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    return { page, leave: () => context.close() };
  }

  test('Load More is a link', async () => {
    const { page, leave } = await withoutScripts();
    await page.goto('/reviews');
    await page.getByRole('link', { name: 'Load More' }).click();
    await page.getByText('Showing 12 of 16 reviews').waitFor();
    expect(await cards(page).count()).toBe(12);
    await leave();
  });

  test('the form comes back with the sentence and what was typed, then sends review and photo', async () => {
    const { page, leave } = await withoutScripts();
    await page.goto('/reviews');
    await openForm(page);
    await page.getByRole('radio', { name: '4 stars' }).check();
    await page.getByLabel('Your review').fill('Sent as a plain form.');
    await submit(page).click();
    await page.getByText('Please enter your name.').waitFor();
    expect(await page.getByLabel('Your review').inputValue()).toBe('Sent as a plain form.');
    expect(await page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
    await page.getByLabel('Your name').fill('Mia Rosen');
    await page.getByLabel('Photos (optional)').setInputFiles('README.md');
    await submit(page).click();
    await page.getByText('Please choose JPEG, PNG or WebP photos').waitFor();
    await page.getByLabel('Photos (optional)').setInputFiles('public/media/cutout-480.png');
    await submit(page).click();
    await page.getByText('Review submitted!').waitFor();
    expect(await page.getByText('Sent as a plain form.').count()).toBe(0);
    await leave();
  });
});

test.each([
  ['a phone', phone],
  ['a desktop', { width: 1280, height: 900 }],
])('axe finds nothing on %s: reviews closed, form open with its errors, photos chosen', async (_device, viewport) => {
  const { page, leave } = await newShopper(browser, shop.url, viewport);
  await page.goto('/reviews', { waitUntil: 'networkidle' });
  expect(await findings(page)).toEqual([]);
  await openForm(page);
  await submit(page).click();
  await page.getByText('Please enter your name.').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Photos (optional)').setInputFiles('public/media/hero-480.jpg');
  await page.getByAltText('Chosen, 1 of 1').waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  await leave();
});
