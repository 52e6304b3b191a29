import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';

import { theme } from '#content/theme.ts';

import { testWithShop } from './fixtures.ts';
import { laptop, openAdmin } from './support/admin-pages.ts';
import { mailTo } from './support/dev-mailbox.ts';
import { orderOf } from './support/order-by-api.ts';
import { owner } from './support/sign-in.ts';

const test = testWithShop();

const field = (page: Page, path: string) => page.locator(`[id="content-${path}"]`);

/** Changes the theme and waits until the draft with the change is stored. */
async function saves(page: Page, change: () => Promise<unknown>): Promise<void> {
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/admin/content/'),
  );
  await change();
  await stored;
  await page.getByText('Draft saved.').waitFor();
}

/** Opens one part of the theme in the editor. */
async function openPart(page: Page, name: RegExp): Promise<void> {
  await openAdmin(page, 'content/theme');
  await page.locator('iframe').waitFor({ state: 'attached' });
  await page.locator('details[name="part"] > summary').filter({ hasText: name }).click();
}

/** Background of the first button in the accent, as the browser draws it. */
const accentOf = (page: Page) =>
  page
    .locator('main .bg-berry')
    .first()
    .evaluate((button) => getComputedStyle(button).backgroundColor);

const rgb = (color: string) =>
  `rgb(${[1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16)).join(', ')})`;

const blue = '#1d4ed8';

test('the owner changes the accent; a guest sees it on pages and in an email, and restoring brings the old one back', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const { page, problems } = await newAdmin();
  const guest = await newShopper(laptop);
  const head = async (path: string) => (await (await guest.page.request.get(path)).text()).split('</head>')[0];
  const [homeBefore, productBefore] = [await head('/'), await head('/product')];
  expect(homeBefore).not.toContain('/theme/');
  await guest.page.goto('/');
  expect(await accentOf(guest.page)).toBe(rgb(theme.colors.berry));

  await openPart(page, /^Colors/);
  await saves(page, () => field(page, 'colors.berry').fill('#e0a800'));
  await page.getByText('The accent on white has a contrast of 2.1; it needs 4.5.').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Some fields need attention.').first().waitFor();
  await saves(page, () => field(page, 'colors.berry').fill('blue'));
  await page.getByText('Enter a color as # and six digits or letters a to f, like #be123c').waitFor();

  await saves(page, () => page.getByLabel('Pick Accent: buttons, links').fill(blue));
  expect(await field(page, 'colors.berry').inputValue()).toBe(blue);
  const shown = page.frameLocator('iframe').locator('main .bg-berry').first();
  await expect.poll(() => shown.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(rgb(blue));
  expect(await head('/')).toBe(homeBefore);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published. Your changes are live.').first().waitFor();
  for (const path of ['/', '/product']) {
    await expect.poll(() => head(path)).toContain('/theme/berry-1d4ed8.css');
    await guest.page.goto(path);
    expect([path, await accentOf(guest.page)]).toEqual([path, rgb(blue)]);
  }
  const sheet = await guest.page.request.get('/theme/berry-1d4ed8.css');
  expect(sheet.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  const { 'content-security-policy': policy } = (await guest.page.request.get('/')).headers();
  expect(policy).toContain("style-src 'self';");
  const number = await orderOf(shop.url, owner);
  const mail = await mailTo(page, owner.email, new RegExp(number));
  expect([mail.includes(`background-color:${blue}`), mail.includes(theme.colors.berry)]).toEqual([true, false]);

  await openAdmin(page, 'content/theme');
  await page.getByRole('button', { name: 'Restore the original content' }).click();
  await page.getByRole('button', { name: 'Restore and publish' }).click();
  await page.getByText('Version restored. It’s live now.').first().waitFor();
  await expect.poll(() => head('/')).toBe(homeBefore);
  await expect.poll(() => head('/product')).toBe(productBefore);
  await guest.page.goto('/');
  expect(await accentOf(guest.page)).toBe(rgb(theme.colors.berry));
  // The accent without contrast was refused once.
  expect(problems).toEqual([expect.stringContaining('422')]);
  expect(guest.problems).toEqual([]);
});

test('the system’s fonts are used for titles and texts, and no font is downloaded', async ({
  newAdmin,
  newShopper,
}) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'content/theme');
  await page.locator('iframe').waitFor({ state: 'attached' });
  await saves(page, () => field(page, 'fonts').selectOption('system'));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published. Your changes are live.').first().waitFor();
  const guest = await newShopper(laptop);
  const fonts: string[] = [];
  guest.page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await guest.page.goto('/');
  const families = await guest.page
    .locator('body, h1')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontFamily));
  expect(families).toEqual(['system-ui, sans-serif', 'system-ui, sans-serif']);
  await guest.page.goto('/product');
  expect(fonts).toEqual([]);
});

/** PNG of a word-like bar, as a file to upload. */
async function logoFile(name: string, background: string, [width, height]: [number, number]) {
  const buffer = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

const logoAddress = /^\/content-pictures\/[\da-f-]+-400\.png$/;

test('the owner’s logo and icon are on pages, in tabs and in emails, until they are taken out', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const { page, problems } = await newAdmin();
  await openPart(page, /^Logo/);
  const choose = async (title: RegExp, file: Awaited<ReturnType<typeof logoFile>>) => {
    const slot = page.getByRole('group', { name: title });
    await saves(page, async () => {
      await slot.locator('input[type="file"]').setInputFiles(file);
      await slot.getByText('Use the built-in').waitFor();
    });
  };
  await page.locator('[id="content-logo.onLight-file"]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await page.getByText(/^We can’t read this file/).waitFor();
  await choose(/^Logo on light/, await logoFile('light.png', '#134e4a', [400, 100]));
  await page.getByText('Upload this logo too, so both logos match').waitFor();
  await choose(/^Logo on the dark/, await logoFile('dark.png', '#fef3c7', [400, 100]));
  await choose(/^Browser tab icon/, await logoFile('icon.png', '#134e4a', [64, 64]));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published. Your changes are live.').first().waitFor();

  const guest = await newShopper(laptop);
  const logoIn = (place: string) => guest.page.locator(`${place} img`).first();
  await expect
    .poll(async () => {
      await guest.page.goto('/');
      return logoIn('header').getAttribute('src');
    })
    .toMatch(logoAddress);
  await logoIn('footer').scrollIntoViewIfNeeded();
  const drawnWidth = (place: string) => logoIn(place).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(() => Promise.all(['header', 'footer'].map(drawnWidth))).toEqual([400, 400]);
  const icon = (await guest.page.locator('link[rel="icon"]').getAttribute('href')) ?? '';
  expect(icon).toMatch(/^\/content-pictures\/[\da-f-]+-512\.png$/);
  expect((await guest.page.request.get(icon)).headers()['content-type']).toBe('image/png');
  expect(await (await guest.page.request.get('/site.webmanifest')).json()).toMatchObject({ icons: [{ src: icon }] });
  const number = await orderOf(shop.url, owner);
  const mail = await mailTo(page, owner.email, new RegExp(number));
  expect([...mail.matchAll(/content-pictures\/[\da-f-]+-400\.png/g)].length).toBe(2);
  expect(mail).not.toContain('maillogo');

  await openPart(page, /^Logo/);
  await page.getByRole('button', { name: 'Use the built-in logo' }).first().click();
  await page.getByRole('button', { name: 'Use the built-in logo' }).first().click();
  await saves(page, () => page.getByRole('button', { name: 'Use the built-in icon' }).click());
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect
    .poll(async () => {
      await guest.page.goto('/');
      return logoIn('header').getAttribute('src');
    })
    .toBe('/logo.svg');
  expect(await guest.page.locator('link[rel="icon"]').first().getAttribute('href')).toBe('/favicon.svg');
  expect([problems.length, guest.problems]).toEqual([1, []]);
});
