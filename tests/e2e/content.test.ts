import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';

import { landing } from '#content/landing.ts';

import { testWithShop } from './fixtures.ts';
import { laptop, openAdmin } from './support/admin-pages.ts';
import { phone } from './support/browser-visitors.ts';
import { startShopServer } from './support/shop-server.ts';

const test = testWithShop();

const part = (page: Page, name: string) =>
  page.locator('details[name="part"] > summary').filter({ hasText: new RegExp(`^${name}`) });

/** Opens the editor of a document and one of its parts. */
async function openPart(page: Page, document: string, name: string): Promise<void> {
  await openAdmin(page, `content/${document}`);
  await page.locator('iframe').waitFor({ state: 'attached' });
  await part(page, name).click();
}

const field = (page: Page, path: string) => page.locator(`[id="content-${path}"]`);

const saved = (page: Page) => page.getByText('The draft is saved.').waitFor();

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published. The shop shows it from now on.').first().waitFor();
}

const html = async (page: Page, path: string) => (await page.request.get(path)).text();
const titleOf = (text: string) => /<h1[^>]*>([^<]+)</.exec(text)?.[1];

/** Places of sections of the landing page in its HTML, in order. */
const orderOf = (text: string, ids: readonly string[]) =>
  ids
    .filter((id) => text.includes(`id="${id}"`))
    .toSorted((a, b) => text.indexOf(`id="${a}"`) - text.indexOf(`id="${b}"`));

test('the owner changes title, sections, a picture and the guarantee; a guest and a second process show it, and restoring brings the old page back', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const second = await startShopServer({ DATABASE_URL: shop.databaseUrl() });
  try {
    const { page, problems } = await newAdmin();
    const guest = await newShopper(phone);
    const other = (path: string) => fetch(second.url + path).then((answer) => answer.text());
    const before = await html(guest.page, '/');
    expect(titleOf(before)).toBe(landing.hero.title);
    await other('/');

    await openPart(page, 'landing', 'Hero');
    await field(page, 'hero.title').fill('Light for your morning');
    await saved(page);
    await expect.poll(() => page.frameLocator('iframe').locator('h1').innerText()).toBe('Light for your morning');
    expect(titleOf(await html(guest.page, '/'))).toBe(landing.hero.title);

    const photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer();
    const picture = { name: 'light.jpg', mimeType: 'image/jpeg', buffer: photo };
    await field(page, 'hero.wide-file').setInputFiles(picture);
    const alt = field(page, 'hero.wide.alt');
    await expect.poll(() => alt.inputValue()).toBe('');
    await page.getByText('1 field to mend').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Some fields need your attention.').first().waitFor();
    await alt.fill('A red field');
    await page.getByText('1 field to mend').waitFor({ state: 'detached' });

    await part(page, 'Sections below the hero').click();
    await page.getByRole('button', { name: 'Move Questions up' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move Questions up');
    await page.getByRole('checkbox', { name: 'Three steps' }).uncheck();
    await saved(page);
    await publish(page);

    await openPart(page, 'site', 'Facts');
    await page.getByLabel('Money-back guarantee, in days').fill('45');
    await saved(page);
    await publish(page);

    for (const read of [(path: string) => html(guest.page, path), other]) {
      await expect.poll(async () => titleOf(await read('/'))).toBe('Light for your morning');
      await expect.poll(() => read('/')).toContain('45-day money-back guarantee');
      const now = await read('/');
      expect(now).toContain('/content-pictures/');
      expect(orderOf(now, ['steps', 'included', 'faq', 'closing'])).toEqual(['faq', 'included', 'closing']);
      await expect.poll(() => read('/product')).toContain('"merchantReturnDays":45');
    }
    const uploaded = /\/content-pictures\/[\w-]+-480\.avif/.exec(await html(guest.page, '/'))?.[0] ?? '';
    expect((await guest.page.request.get(uploaded)).headers()['content-type']).toBe('image/avif');

    await openAdmin(page, 'content/landing');
    await page.getByRole('button', { name: 'Restore the texts of a new shop' }).click();
    await page.getByText('Restored. The shop shows it from now on.').first().waitFor();
    await expect.poll(async () => titleOf(await other('/'))).toBe(landing.hero.title);
    expect(orderOf(await html(guest.page, '/'), ['steps', 'included', 'faq', 'closing'])).toEqual([
      'steps',
      'included',
      'faq',
      'closing',
    ]);
    // The draft without an alternative text was refused once.
    expect(problems).toEqual([expect.stringContaining('422')]);
  } finally {
    await second.stop();
  }
});

test('the second of two owners is told, keeps the typed text and saves it over the other', async ({ newAdmin }) => {
  const [ada, ben] = [await newAdmin(), await newAdmin()];
  await openPart(ada.page, 'landing', 'Look closer');
  await openPart(ben.page, 'landing', 'Look closer');
  await field(ada.page, 'look.title').fill('Ada looks closer');
  await saved(ada.page);
  await field(ben.page, 'look.title').fill('Ben looks closer');
  await ben.page.getByText('Someone else has changed this').waitFor();
  expect(await field(ben.page, 'look.title').inputValue()).toBe('Ben looks closer');
  await ben.page.getByRole('button', { name: 'Save mine over it' }).click();
  await saved(ben.page);
  await ada.page.reload();
  await part(ada.page, 'Look closer').click();
  expect(await field(ada.page, 'look.title').inputValue()).toBe('Ben looks closer');
  await ada.page.getByText('Discard the draft…').click();
  await ada.page.getByRole('button', { name: 'Discard the draft' }).click();
  await ada.page.getByText('The draft is gone.').first().waitFor();
});

test('a draft survives the end of the shop by SIGKILL, and typing goes on when the shop is back', async ({
  shop,
  newAdmin,
}) => {
  const { page } = await newAdmin();
  await openPart(page, 'landing', 'Last call');
  await field(page, 'closing.title').fill('Before the cut');
  await saved(page);
  await shop.kill();
  await field(page, 'closing.title').fill('During the cut');
  await page.getByText('Not saved yet, your text is kept here.').waitFor();
  await shop.start();
  await saved(page);
  await page.reload();
  await part(page, 'Last call').click();
  expect(await field(page, 'closing.title').inputValue()).toBe('During the cut');
});

test('a guest and a customer see no draft, and an admin opens the editor from the page', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const { page } = await newAdmin();
  await openPart(page, 'landing', 'Hero');
  await field(page, 'hero.title').fill('Only for the owner');
  await saved(page);
  expect(titleOf(await html(page, '/?draft=landing'))).toBe('Only for the owner');
  const guest = await newShopper(laptop);
  const published = titleOf(await html(guest.page, '/'));
  const answer = await guest.page.request.get('/?draft=landing');
  expect([titleOf(await answer.text()), answer.headers()['x-frame-options']]).toEqual([published, 'DENY']);
  expect((await fetch(`${shop.url}/admin/content/landing`, { redirect: 'manual' })).status).toBe(302);
  await page.goto('/');
  await page.getByRole('link', { name: 'Edit this page' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Landing page' }).waitFor();
});
