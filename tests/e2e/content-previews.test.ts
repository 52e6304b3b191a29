import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { landing } from '#content/landing.ts';

import { testWithShop } from './fixtures.ts';
import { openAdmin } from './support/admin-pages.ts';
import { phone } from './support/browser-visitors.ts';
import { mailTo } from './support/dev-mailbox.ts';
import { orderOf } from './support/order-by-api.ts';
import { owner } from './support/sign-in.ts';

const test = testWithShop();

const wide = { width: 1440, height: 900 };
const tablet = { width: 900, height: 900 };
const preview = (page: Page) => page.frameLocator('iframe');
const field = (page: Page, path: string) => page.locator(`[id="content-${path}"]`);
const focusedField = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function openPart(page: Page, document: string, name: string): Promise<void> {
  await openAdmin(page, `content/${document}`);
  await page.locator('iframe').waitFor({ state: 'attached' });
  await page
    .locator('details[name="part"] > summary')
    .filter({ hasText: new RegExp(`^${name}`) })
    .click();
}

test('the owner opens a sent email in the log and reads it as the customer got it', async ({ shop, newAdmin }) => {
  const { page, problems } = await newAdmin();
  const number = await orderOf(shop.url, owner);
  await mailTo(page, owner.email, new RegExp(number));
  await openAdmin(page, 'mails');
  await page.getByRole('link', { name: `${number} is confirmed` }).click();
  await page.getByText(owner.email).first().waitFor();
  await preview(page).getByText(number).first().waitFor();
  await page.getByText('Plain-text version').click();
  await page.locator('pre').filter({ hasText: number }).waitFor();
  const [before, tabs] = [page.url(), page.context().pages().length];
  await preview(page).getByRole('link').first().click();
  expect([page.url(), page.context().pages().length]).toEqual([before, tabs]);
  // Chromium reports the link that the sandbox has blocked.
  expect(problems.filter((problem) => !problem.includes('Blocked'))).toEqual([]);
});

test('the page after an order is previewed with a sample order, and a guest sees none', async ({
  newAdmin,
  newShopper,
}) => {
  const { page } = await newAdmin(wide);
  await openPart(page, 'afterOrder', 'What happens next');
  await preview(page).getByText('HR-SAMPLE22').first().waitFor();
  const title = field(page, 'nextSteps.title');
  await title.fill('Soon at your door');
  await preview(page).getByRole('heading', { name: 'Soon at your door' }).waitFor();
  const guest = await newShopper(phone);
  const shown = await (await guest.page.request.get('/checkout-success?draft=afterOrder')).text();
  expect([shown.includes('HR-SAMPLE22'), shown.includes('Soon at your door')]).toEqual([false, false]);
});

test('the preview opens the post that the owner edits, also while it is a draft that guests cannot read', async ({
  newAdmin,
  newShopper,
}) => {
  const { page } = await newAdmin(wide);
  await openPart(page, 'blog', 'Posts');
  await page.locator('details[name="posts"] > summary').nth(1).click();
  const slug = await field(page, 'posts.1.slug').inputValue();
  await field(page, 'posts.1.title').fill('Not for guests yet');
  await preview(page).getByRole('heading', { level: 1, name: 'Not for guests yet' }).waitFor();
  await field(page, 'posts.1.state').selectOption('draft');
  await page.getByText('Draft saved.').waitFor();
  await preview(page).getByRole('heading', { level: 1, name: 'Not for guests yet' }).waitFor();
  const guest = await newShopper(phone);
  const answer = await guest.page.request.get(`/blog/${slug}?draft=blog`);
  expect((await answer.text()).includes('Not for guests yet')).toBe(false);
});

test('editing the words of a kind of email shows that kind', async ({ newAdmin }) => {
  const { page } = await newAdmin(wide);
  await openPart(page, 'emails', 'Shipped');
  await preview(page).getByRole('heading', { name: 'It’s on its way, Mia' }).waitFor();
});

test.for([
  ['beside the form', wide],
  ['in place of the form', tablet],
] as const)('a click on a text of the preview %s opens its field', async ([, viewport], { newAdmin }) => {
  const { page } = await newAdmin(viewport);
  await openAdmin(page, 'content/landing');
  await page.locator('iframe').waitFor({ state: 'attached' });
  if (viewport === tablet) await page.getByRole('button', { name: 'Preview' }).click();
  await preview(page).getByText(landing.look.title).first().click();
  await expect.poll(() => focusedField(page)).toBe('content-look.title');
  expect(await field(page, 'look.title').inputValue()).toBe(landing.look.title);
});

test('Undo takes the last change back in the form and the preview', async ({ newAdmin }) => {
  const { page } = await newAdmin(wide);
  await openPart(page, 'landing', 'Hero');
  const undo = page.getByRole('button', { name: 'Undo' });
  expect(await undo.isDisabled()).toBe(true);
  await field(page, 'hero.title').fill('A mistake');
  await preview(page).getByRole('heading', { level: 1, name: 'A mistake' }).waitFor();
  await undo.click();
  expect(await field(page, 'hero.title').inputValue()).toBe(landing.hero.title);
  await preview(page).getByRole('heading', { level: 1, name: landing.hero.title }).waitFor();
});
