import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { test, type Uses } from './fixtures.ts';
import { waitUntilInteractive } from './support/browser-visitors.ts';

const gallery = (page: Page) => page.getByRole('group', { name: 'Product gallery' });
const place = (page: Page) => gallery(page).locator('p', { hasText: /^\d of 9/ });
const zoom = (page: Page) => gallery(page).getByRole('button', { name: 'Zoom picture' });

async function openProduct({ newShopper }: Uses<'newShopper'>) {
  const shopper = await newShopper();
  await shopper.page.goto('/product');
  return shopper;
}

async function shows(page: Page, text: string): Promise<void> {
  await gallery(page)
    .getByText(new RegExp(`^${text}`))
    .waitFor();
}

/** Drags the large picture sideways by `dx` pixels. */
async function dragPicture(page: Page, dx: number): Promise<void> {
  const box = await gallery(page).locator('[data-zoom]').boundingBox();
  if (box === null) throw new Error('no picture');
  const [x, y] = [box.x + box.width / 2, box.y + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y, { steps: 5 });
  await page.mouse.up();
}

const isZoomed = (page: Page) => zoom(page).getAttribute('aria-pressed');

describe('the gallery', () => {
  test('wraps around by keyboard while focused, and its frame keeps its size', async ({ newShopper }) => {
    const { page, problems } = await openProduct({ newShopper });
    const frame = gallery(page).locator('[data-zoom]');
    const before = await frame.boundingBox();
    await page.keyboard.press('ArrowRight');
    expect(await place(page).innerText()).toMatch(/^1 of 9/);
    await gallery(page).getByRole('button', { name: 'Next picture' }).focus();
    await page.keyboard.press('ArrowLeft');
    await shows(page, '9 of 9');
    await page.keyboard.press('Enter');
    await shows(page, '1 of 9');
    await page.keyboard.press('ArrowRight');
    await shows(page, '2 of 9');
    expect(await frame.boundingBox()).toEqual(before);
    expect(await place(page).getAttribute('aria-live')).toBe('polite');
    expect(problems).toEqual([]);
  });

  test('loads only the first picture before the first interaction, then its neighbors', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper });
    const large = gallery(page).locator('picture img[sizes], picture:has(source[sizes]) img');
    expect(await large.count()).toBe(1);
    expect(await large.first().getAttribute('fetchpriority')).toBe('high');
    await gallery(page).getByRole('button', { name: 'Next picture' }).click();
    await shows(page, '2 of 9');
    expect(await large.count()).toBe(3);
  });

  test('a drag of 50 px changes the picture, one of 49 px does not, and neither zooms', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper });
    await dragPicture(page, -49);
    expect(await place(page).innerText()).toMatch(/^1 of 9/);
    await dragPicture(page, -50);
    await shows(page, '2 of 9');
    await dragPicture(page, 50);
    await shows(page, '1 of 9');
    expect(await isZoomed(page)).toBe('false');
  });

  test('a press that moves 10 px zooms, one that moves 11 px does not', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper });
    await dragPicture(page, 11);
    expect(await isZoomed(page)).toBe('false');
    await dragPicture(page, 10);
    expect(await isZoomed(page)).toBe('true');
  });

  test('the zoom doubles the picture under the pointer; Esc, the button and the next picture end it', async ({
    newShopper,
  }) => {
    const { page } = await openProduct({ newShopper });
    const picture = gallery(page).locator('[data-zoom]');
    const { width = 0, x = 0, y = 0 } = (await picture.boundingBox()) ?? {};
    await picture.click();
    await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(Math.round(width * 2));
    await page.mouse.move(x + width / 4, y + 90);
    await expect.poll(async () => Math.round((await picture.boundingBox())?.x ?? 0)).toBe(Math.round(x - width / 4));
    await page.keyboard.press('Escape');
    expect(await isZoomed(page)).toBe('false');
    await zoom(page).click();
    expect(await isZoomed(page)).toBe('true');
    await gallery(page).getByRole('button', { name: 'Next picture' }).click();
    await shows(page, '2 of 9');
    expect(await isZoomed(page)).toBe('false');
  });

  test('two fingers zoom the page on a picture, and one finger then pans without changing pictures', async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      baseURL: shop.url,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    await waitUntilInteractive(page);
    await page.goto('/product');
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly number[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((x, id) => ({ x, y: 320, id })) });
    await touch('touchStart', [160, 220]);
    for (let apart = 34; apart <= 90; apart += 4) await touch('touchMove', [190 - apart, 190 + apart]);
    await touch('touchEnd', []);
    const scale = () => page.evaluate(() => window.visualViewport?.scale ?? 0);
    await expect.poll(scale).toBeGreaterThan(1.5);
    const left = () => page.evaluate(() => window.visualViewport?.pageLeft ?? 0);
    const before = await left();
    await touch('touchStart', [250]);
    for (let x = 245; x >= 130; x -= 5) await touch('touchMove', [x]);
    await touch('touchEnd', []);
    await expect.poll(left).toBeGreaterThan(before);
    expect(await place(page).innerText()).toMatch(/^1 of 9/);
    await context.close();
  });

  test('the fifth item is a video that plays on request', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper });
    await gallery(page)
      .getByRole('button', { name: /^Video 5 of 9/ })
      .click();
    await shows(page, '5 of 9');
    expect(await zoom(page).count()).toBe(0);
    await gallery(page).getByRole('button', { name: 'Play video' }).click();
    const video = gallery(page).locator('video');
    const frame = await gallery(page)
      .getByRole('group', { name: /^Video/ })
      .boundingBox();
    expect(frame?.width).toBe(frame?.height);
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => !one.paused && one.currentTime > 0)).toBe(true);
  });
});

test('forced colors show the selected thumbnail, the quiz progress bar and the logo', async ({ shopper: { page } }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/product');
  const borders = await gallery(page)
    .locator('[aria-current]')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth));
  expect(borders.map((width) => width !== '0px')).toEqual([true, ...Array.from({ length: 8 }, () => false)]);
  const logo = page.getByRole('banner').locator('img');
  expect(await logo.evaluate((image) => getComputedStyle(image).filter)).toBe('brightness(0) invert(1)');
  await page.goto('/quiz');
  const bar = page.getByRole('progressbar').locator('div');
  const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(await bar.evaluate(colorOf)).not.toBe(await page.locator('body').evaluate(colorOf));
});
