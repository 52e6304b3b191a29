import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { test, type Uses } from './fixtures.ts';
import { desktop, phone, screens } from './support/browser-visitors.ts';

async function landingOn({ newShopper }: Uses<'newShopper'>, viewport: { width: number; height: number }) {
  const shopper = await newShopper(viewport);
  await shopper.page.goto('/');
  return shopper;
}

const carouselOf = (page: Page) => page.getByRole('group', { name: 'Customer videos' });
const playing = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('video')].filter((video) => !video.paused).length);

/** Pixels between the last row of the hero and the strip of promises below it. */
function spaceAboveStrip(): number {
  const last = [...document.querySelectorAll('#content > section li')].at(-1);
  const strip = document.querySelector('#below-hero > div');
  return (strip?.getBoundingClientRect().top ?? 0) - (last?.getBoundingClientRect().bottom ?? Infinity);
}

describe('the first view', () => {
  test.for([
    { width: 390, height: 664 },
    { width: 768, height: 1_024 },
    { width: 1_366, height: 657 },
  ])(
    'holds the picture, rating, promise, price, button and quiz, and loads no video: %o',
    async (viewport, { newShopper }) => {
      const { page, problems } = await landingOn({ newShopper }, viewport);
      const parts = [
        page.getByRole('img', { name: /^The oval head of the white wand/ }),
        page.getByText('Rated 4.9/5'),
        page.getByRole('heading', { level: 1, name: 'Radiant skin in 1 minute a day' }),
        page.getByText('Sale price $59').first(),
        page.getByRole('button', { name: 'Add to Cart - $59' }).first(),
        page.getByRole('link', { name: 'Take the 2-minute skin quiz' }),
      ];
      for (const part of parts) {
        const box = await part.boundingBox();
        expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      }
      expect(await page.evaluate(spaceAboveStrip)).toBeGreaterThanOrEqual(12);
      expect(await page.locator('video').count()).toBe(0);
      expect(problems).toEqual([]);
    },
  );
});

describe('the six videos', () => {
  test('wrap around, by button and by arrow key', async ({ newShopper }) => {
    const { page } = await landingOn({ newShopper }, desktop);
    const carousel = carouselOf(page);
    await carousel.getByText('1 of 6').waitFor();
    await carousel.getByRole('button', { name: 'Previous video' }).click();
    await carousel.getByText('6 of 6').waitFor();
    await carousel.getByRole('button', { name: 'Next video' }).click();
    await carousel.getByRole('figure').first().getByText('Ava').waitFor();
    await carousel.getByRole('button', { name: 'Play video' }).first().focus();
    await page.keyboard.press('ArrowRight');
    await carousel.getByText('2 of 6').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Play video');
    await page.keyboard.press('ArrowLeft');
    await carousel.getByText('1 of 6').waitFor();
    // Alt+ArrowLeft stays the browser's shortcut for Back.
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await carousel.getByText('2 of 6').waitFor();
  });

  test('play one at a time and muted, and the one with sound can be unmuted and muted again', async ({
    newShopper,
  }) => {
    const { page } = await landingOn({ newShopper }, desktop);
    await carouselOf(page).getByRole('button', { name: 'Play video' }).first().click();
    await expect.poll(() => playing(page)).toBe(1);
    await page.getByText('See all six videos').click();
    const gallery = page.getByRole('region', { name: 'All six customer videos' });
    await gallery.getByRole('button', { name: 'Play video' }).nth(1).click();
    await gallery.getByRole('button', { name: 'Pause video' }).waitFor();
    // The gallery takes the place of the carousel, so that no clip is shown twice.
    expect(await carouselOf(page).isVisible()).toBe(false);
    await expect.poll(() => playing(page)).toBe(1);
    const isMuted = () =>
      gallery.locator('video').evaluateAll((all: HTMLVideoElement[]) => all.map(({ muted }) => muted));
    expect(await isMuted()).toEqual([true]);
    await gallery.getByRole('button', { name: 'Pause video' }).click();
    await expect.poll(() => playing(page)).toBe(0);
    expect(await gallery.getByRole('button', { name: /sound/ }).count()).toBe(1);
    await gallery.getByRole('button', { name: 'Play video' }).first().click();
    await gallery.getByRole('button', { name: 'Turn sound on' }).click();
    await expect.poll(isMuted).toEqual([false, true]);
    await gallery.getByRole('button', { name: 'Turn sound off' }).click();
    await expect.poll(isMuted).toEqual([true, true]);
  });

  test('show an error when one cannot be loaded; the before-and-after video has its own message', async ({
    newShopper,
  }) => {
    const { page } = await landingOn({ newShopper }, phone);
    await page.route(/\.(mp4|webm)$/, (route) => route.abort());
    const beforeAfter = page.getByRole('region', { name: 'See it switch on' });
    await beforeAfter.getByRole('button', { name: 'Play video' }).click();
    await beforeAfter.getByText('Amazing results await').waitFor();
    await carouselOf(page).getByRole('button', { name: 'Play video' }).first().click();
    await carouselOf(page).getByText('This video cannot be shown right now').waitFor();
    expect(await page.locator('video').count()).toBe(0);
  });
});

/** Drags the target sideways once its section is hydrated. Before that, nothing handles touch. */
async function dragBy(page: Page, target: Locator, dx: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await page.mouse.move(1, 1);
  await expect.poll(() => target.evaluate((element) => element.closest('[data-later]') === null)).toBe(true);
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y);
  await page.mouse.move(x + dx, y);
  await page.mouse.up();
}

test('a drag of 50 px is a swipe and one of 49 px is not; a press that moved 11 px does not play the video, 10 px does', async ({
  newShopper,
}) => {
  const { page } = await landingOn({ newShopper }, phone);
  const carousel = carouselOf(page);
  const slide = carousel.getByRole('figure').first();
  const play = carousel.getByRole('button', { name: 'Play video' }).first();
  await dragBy(page, slide, -49);
  expect(await carousel.getByText('1 of 6').count()).toBe(1);
  await dragBy(page, slide, -50);
  await carousel.getByText('2 of 6').waitFor();
  await dragBy(page, slide, 50);
  await carousel.getByText('1 of 6').waitFor();
  await dragBy(page, play, 11);
  expect(await carousel.locator('video').count()).toBe(0);
  await dragBy(page, play, 10);
  await carousel.getByRole('button', { name: 'Pause video' }).waitFor();
});

test('one question is open at a time, and closes again, by mouse and by keyboard', async ({ newShopper }) => {
  const { page } = await landingOn({ newShopper }, desktop);
  const open = page.locator('details[open] h3');
  expect(await page.locator('details[name=faq]').count()).toBe(8);
  await page.getByText('How do I use it?').click();
  await page.getByText(/^Spread a thin layer of serum/).waitFor();
  await page.getByText('Is it a medical device?').click();
  await page.getByText(/^No. It is for cosmetic use only/).waitFor();
  expect(await open.allInnerTexts()).toEqual(['Is it a medical device?']);
  await page.keyboard.press('Enter');
  await expect.poll(() => open.count()).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => open.allInnerTexts()).toEqual(['Is it a medical device?']);
});

describe("a phone's bar at the bottom", () => {
  const scrollTo = (page: Page, top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  /** Measures the end each time, because late fonts and pictures move it. */
  const scrollBeforeEnd = (page: Page, distance: number) =>
    page.evaluate(
      (y) =>
        window.scrollTo({ top: document.documentElement.scrollHeight - window.innerHeight - y, behavior: 'instant' }),
      distance,
    );
  const bar = (page: Page) => page.getByRole('region', { name: 'Buy', exact: true });

  test('appears past 80 % of the viewport (675.2 px) and disappears 1000 px before the end', async ({ newShopper }) => {
    const { page } = await landingOn({ newShopper }, phone);
    expect(await bar(page).count()).toBe(0);
    await scrollTo(page, 676);
    await bar(page).getByRole('button', { name: 'Add to Cart' }).waitFor();
    await scrollTo(page, 675);
    await expect.poll(() => bar(page).count()).toBe(0);
    // Chromium rounds a page's height by a pixel. A unit test of the position has the exact one.
    await scrollBeforeEnd(page, 1_002);
    await bar(page).waitFor();
    await scrollBeforeEnd(page, 998);
    await expect.poll(() => bar(page).count()).toBe(0);
  });

  test('adds the wand, and never covers the focused element', async ({ newShopper }) => {
    const { page } = await landingOn({ newShopper }, phone);
    await page.getByRole('button', { name: 'Play video' }).first().focus();
    await scrollTo(page, 700);
    await bar(page).waitFor();
    const top = (await bar(page).boundingBox())?.y ?? 0;
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab');
      const bottom = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
      expect(bottom).toBeLessThanOrEqual(top);
    }
    await bar(page).getByRole('button', { name: 'Add to Cart' }).click();
    await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
    expect(await page.getByRole('button', { name: 'Open cart, 1 item' }).count()).toBe(1);
  });

  test('does not appear from 768 px on', async ({ newShopper }) => {
    const { page } = await landingOn({ newShopper }, { width: 768, height: 900 });
    await scrollTo(page, 2_000);
    await page.getByRole('region', { name: 'Press once. Take your minute.' }).waitFor();
    expect(await page.locator('.bottom-bar').isVisible()).toBe(false);
  });
});

test.for([
  ['with the page running', true],
  ['before the page runs', false],
] as const)(
  'on a phone %s, Get yours with an empty cart opens the checkout with one unit',
  async ([_when, javaScriptEnabled], { browser, shop }) => {
    const context = await browser.newContext({ viewport: phone, baseURL: shop.url, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: 'Get yours - $59' }).click();
    await page.waitForURL('**/checkout');
    const answer = await context.request.get('/api/cart');
    const { items } = (await answer.json()) as { items: { quantity: number }[] };
    expect(items.map(({ quantity }) => quantity)).toEqual([1]);
    await context.close();
  },
);

test('phones and wide screens have their own sections; neither scrolls sideways, and the gallery stays in its column', async ({
  newShopper,
}) => {
  const own = {
    phone: ['See it switch on', 'What it does', 'Why it is worth it', 'At a glance'],
    wide: ['Press once. Take your minute.', 'How it compares', 'The science, in plain words'],
  };
  for (const [width, seen, unseen] of [
    [320, own.phone, own.wide],
    [767, own.phone, own.wide],
    [768, own.wide, own.phone],
  ] as const) {
    const { page, leave } = await landingOn({ newShopper }, { width, height: 844 });
    for (const name of seen) expect(await page.getByRole('heading', { name }).count(), `${name} at ${width}`).toBe(1);
    for (const name of unseen) expect(await page.getByRole('heading', { name }).count(), `${name} at ${width}`).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    const gallery = page.getByRole('region', { name: 'Look closer' });
    expect(await gallery.evaluate((part) => part.scrollWidth - part.clientWidth), `gallery at ${width}`).toBe(0);
    await leave();
  }
});

test.for(screens)(
  'axe finds nothing on %s with a video playing, a question open and the page scrolled',
  async ([_device, viewport], { newShopper }) => {
    const { page } = await landingOn({ newShopper }, viewport);
    await carouselOf(page).getByRole('button', { name: 'Play video' }).first().click();
    await carouselOf(page).getByRole('button', { name: 'Pause video' }).waitFor();
    await page.getByText('What if it’s not for me?').click();
    await page.getByText(/^Send it back within 30 days/).waitFor();
    await page.evaluate(() => window.scrollTo({ top: 3_000, behavior: 'instant' }));
    expect(await axeViolations(page)).toEqual([]);
  },
);

test('the first video of the row plays muted while in view until it is paused', async ({ newShopper }) => {
  const { page } = await landingOn({ newShopper }, desktop);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const carousel = carouselOf(page);
  await carousel.scrollIntoViewIfNeeded();
  await carousel.getByRole('button', { name: 'Pause video' }).waitFor();
  await expect.poll(() => playing(page)).toBe(1);
  expect(await carousel.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  await carousel.getByRole('button', { name: 'Pause video' }).click();
  await expect.poll(() => playing(page)).toBe(0);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await carousel.scrollIntoViewIfNeeded();
  await carousel.getByRole('button', { name: 'Play video' }).first().waitFor();
  expect(await playing(page)).toBe(0);
});

test('three units go into the cart at once, with the price of two', async ({ newShopper }) => {
  const { page } = await landingOn({ newShopper }, phone);
  const block = page.getByRole('region', { name: 'At a glance' });
  await block.getByRole('radio', { name: '3 for $118 $39.33 each' }).check();
  await block.getByRole('button', { name: 'Add to Cart' }).click();
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });
  await drawer.getByText('$118.00 USD').waitFor();
  expect(await drawer.getByText('Buy 2 Get 1 Free').count()).toBe(1);
});

test.for([
  ['a phone', phone, 9_300],
  ['a wide screen', desktop, 8_000],
] as const)('on %s the page is short', async ([_device, viewport, most], { newShopper }) => {
  const { page } = await landingOn({ newShopper }, viewport);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most);
});

test('with reduced motion nothing on the landing page moves', async ({ newShopper }) => {
  const { page } = await landingOn({ newShopper }, phone);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
        const longest = Math.max(
          ...[animationDuration, transitionDuration].flatMap((all) => all.split(', ').map(parseFloat)),
        );
        return (animationName !== 'none' || transitionDuration !== '0s') && longest > 0.001;
      }).length,
  );
  expect(moving).toBe(0);
});

test('Secure Checkout keeps an offline shopper in the shop, and works again after Back from the checkout', async ({
  newShopper,
}) => {
  const { page } = await landingOn({ newShopper }, desktop);
  await page.route('**/checkout', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Add to Cart - $59' }).first().click();
  const secureCheckout = page.getByRole('button', { name: 'Secure Checkout' });
  // A pending addition would fail offline, and the cart would stay closed.
  await secureCheckout.waitFor();
  await page.context().setOffline(true);
  await secureCheckout.click();
  await page.getByText('Failed to start checkout. Please try again.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.context().setOffline(false);
  await secureCheckout.click();
  await page.getByRole('button', { name: 'Processing...' }).waitFor();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await secureCheckout.waitFor();
});
