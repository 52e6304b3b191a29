import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { shownMs } from '#modules/checkout/social-proof.ts';

import { pageRoutes } from '../../src/pages/page-registry.ts';
import { isFullRun } from '../support/full-run.ts';
import { testWithShop } from './fixtures.ts';
import { holdScripts, openCheckout } from './support/browser-visitors.ts';
import { owner, signInBy } from './support/sign-in.ts';

/** A shop with an advertising pixel, so that the question of consent is shown, too. */
const test = testWithShop({ META_PIXEL_ID: '1234567890' });

type Size = readonly [width: number, height: number];

const allSizes: Size[] = [
  [320, 640],
  [390, 664],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1366, 657],
  [1500, 800],
  [1920, 937],
];
const sizes = isFullRun ? allSizes : allSizes.filter(([width]) => [390, 1366, 1920].includes(width));
/** Sizes at which bars differ: of a phone, and of a laptop. */
const sizesWithBars: Size[] = [
  [390, 664],
  [1366, 657],
];

const publicPaths = pageRoutes
  .filter(({ path, audience }) => audience === 'public' && !/[:.]/.test(path))
  .map(({ path }) => path);
const paths = isFullRun ? publicPaths : ['/', '/product', '/science'];

/** A part that floats, by its position, and what it covers. */
type Covered = { top: number; part: string; covers: string };

/**
 * Scrolls through the page. Returns what lies under a part that comes and goes: text, a control or
 * a picture that is not a background. Bars at the window's edges stay, so they may cover what
 * scrolls beneath them.
 */
const coveredOn = (page: Page): Promise<Covered[]> =>
  page.evaluate(async () => {
    const bars = '.bottom-bar, .consent-banner, body > header, dialog, [role=status]:empty';
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const floating = () =>
      [...document.querySelectorAll('body *')].filter((element) => {
        const { position, pointerEvents } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        const isPart = position === 'fixed' && pointerEvents !== 'none' && width > 8 && height > 8;
        return isPart && isSeen(element) && element.closest(bars) === null;
      });
    const boxesOf = (node: Node) => {
      if (node instanceof Element) return [node.getBoundingClientRect()];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    };
    const texts = () => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (walk.nextNode()) if (walk.currentNode.textContent?.trim() !== '') found.push(walk.currentNode);
      return found;
    };
    const content = () => [
      ...texts(),
      ...document.querySelectorAll('a[href], button, input, select, textarea, label, summary, video, main figure'),
    ];
    /** True where the node is drawn below the part, and not cut off by a carousel. */
    const isUnder = (node: Node, part: Element) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || part.contains(element) || element.closest('dialog, .sr-only') !== null) return false;
      return boxesOf(node).some((box) => {
        const [x0, x1] = [Math.max(left, box.left), Math.min(right, box.right)];
        const [y0, y1] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        if (x1 - x0 < 1 || y1 - y0 < 1) return false;
        return document.elementsFromPoint((x0 + x1) / 2, (y0 + y1) / 2).some((one) => element.contains(one));
      });
    };
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found: Covered[] = [];
    const half = Math.round(window.innerHeight / 2);
    let step = half;
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      window.scrollTo({ top, behavior: 'instant' });
      await drawn();
      const parts = floating();
      // A part covers only what passes below it, so its height is passed in small steps.
      step = parts.length > 0 ? 100 : half;
      for (const part of parts) {
        for (const node of content()) {
          if (!isUnder(node, part)) continue;
          const covers = (node.textContent ?? '').trim().slice(0, 60);
          found.push({ top, part: part.ariaLabel ?? part.className, covers });
        }
      }
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    return found;
  });

/** Card about other shoppers, on the landing page and at the checkout. */
const card = (page: Page) => page.getByRole('region', { name: 'Recent activity' });

test(
  'nothing that comes and goes covers text or a control on a public page, in any window',
  { timeout: 600_000 },
  async ({ newShopper }) => {
    const { page } = await newShopper();
    for (const path of paths) {
      await page.goto(path);
      if (path === '/') await page.locator('[aria-label="Recent activity"]').waitFor({ state: 'attached' });
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        expect(await coveredOn(page), `${path} in a window of ${width} × ${height}`).toEqual([]);
        // Phones have no activity card. Other windows show it in the first view, or in the margin.
        if (path === '/') expect(await card(page).isVisible(), `${width} px`).toBe(width >= 768);
      }
    }
  },
);

test(
  'the card about other shoppers has a place of its own at the checkout, and covers nothing in any window',
  { timeout: 600_000 },
  async ({ newShopper }) => {
    const { page } = await newShopper();
    await page.addInitScript(() => (Math.random = () => 0));
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openCheckout(page);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.goto('/checkout');
      await card(page).waitFor();
      const heightWith = await page.evaluate(() => document.documentElement.scrollHeight);
      await card(page).getByRole('button', { name: 'Pause' }).click();
      expect(await coveredOn(page), `in a window of ${width} × ${height}`).toEqual([]);
      const { position, isInForm } = await card(page).evaluate((element) => ({
        position: getComputedStyle(element).position,
        isInForm: element.closest('fieldset, label') !== null,
      }));
      expect([position, isInForm]).toEqual(['static', false]);
      await card(page).getByRole('button', { name: 'Continue' }).click();
      await page.mouse.move(1, 1);
      await card(page).waitFor({ state: 'detached', timeout: shownMs + 5_000 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight), 'nothing moves').toBe(heightWith);
    }
  },
);

/**
 * Focuses every control of the page, as the Tab key does. Returns those that a bar at the top or
 * bottom of the window covers, and the last ones that cannot be scrolled above it.
 */
const hiddenByBars = (page: Page) =>
  page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(done));
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const isBar = (element: Element) => {
      const { position, pointerEvents } = getComputedStyle(element);
      const { height } = element.getBoundingClientRect();
      return /fixed|sticky/.test(position) && pointerEvents !== 'none' && height > 8 && isSeen(element);
    };
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea)')];
    const found: string[] = [];
    for (const control of [...controls, ...document.querySelectorAll<HTMLElement>('footer a[href]')]) {
      if (!isSeen(control) || control.closest('[inert], dialog') !== null) continue;
      control.focus();
      if (document.activeElement !== control) continue;
      await drawn();
      const { left, right, top, bottom } = control.getBoundingClientRect();
      // A file field or a slider lies under its own label or picture.
      if (right - left < 4 || bottom - top < 4 || bottom - top > window.innerHeight) continue;
      // A focused text area scrolls to its first line.
      const heights = control.tagName === 'TEXTAREA' ? [top + 2] : [top + 2, (top + bottom) / 2, bottom - 2];
      for (const y of heights) {
        const over = document.elementFromPoint((left + right) / 2, y);
        let bar: Element | null = over;
        while (bar !== null && !isBar(bar)) bar = bar.parentElement;
        // A buy box that is higher than the window cannot be in sight as a whole.
        const isInBox = control.closest('.lg\\:low\\:bottom-6') !== null;
        if (bar === null || bar.contains(control) || isInBox) continue;
        found.push(
          `${control.textContent.trim() || control.outerHTML.slice(0, 80)} under ${bar.className.slice(0, 60)}`,
        );
        break;
      }
    }
    return found;
  });

test(
  'no focused control is under a bar at the window’s edge, with and without the question of consent',
  { timeout: 600_000 },
  async ({ newShopper }) => {
    const { page } = await newShopper();
    const hiddenOn = async (path: string) => {
      const found: string[] = [];
      for (const [width, height] of sizesWithBars) {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        found.push(...(await hiddenByBars(page)).map((control) => `${path}, ${width} px: ${control}`));
      }
      return found;
    };
    for (const path of ['/product', '/contact']) expect(await hiddenOn(path)).toEqual([]);
    await page.getByRole('button', { name: 'Reject' }).click();
    expect(await hiddenOn('/')).toEqual([]);
    await openCheckout(page);
    expect(await hiddenOn('/checkout')).toEqual([]);
  },
);

test('no focused control of the admin is under one of its bars', { timeout: 300_000 }, async ({ newShopper }) => {
  for (const [width, height] of sizesWithBars) {
    const { page, leave } = await newShopper({ width, height });
    await signInBy(page.request, owner);
    for (const path of ['/admin/orders', '/admin/shipping-desk', '/admin/content/landing']) {
      await page.goto(path);
      const first = page.getByRole('checkbox', { name: /^Select / }).first();
      if ((await first.count()) > 0) await first.check();
      expect(await hiddenByBars(page), `${path}, ${width} px`).toEqual([]);
    }
    await leave();
  }
});

/** Parts that a buyer needs in the first view of the landing page and the product page. */
function neededFirst(page: Page, path: string) {
  const main = page.getByRole('main');
  const parts = [
    main.getByRole('heading', { level: 1 }),
    main.getByText(/^Sale price/),
    main.getByRole('button', { name: /^Add to Cart/ }),
  ];
  return path === '/product' ? [...parts, main.getByRole('group', { name: 'How many?' })] : parts;
}

test.for([
  [390, 664],
  [390, 844],
  [768, 1024],
  [1366, 657],
  [1440, 900],
  [1920, 1080],
] as const)(
  'in a window of %i × %i the question of consent is low and leaves name, price, tiles and Add to Cart uncovered',
  async ([width, height], { newShopper }) => {
    const { page } = await newShopper({ width, height });
    for (const path of ['/', '/product']) {
      await page.goto(path);
      const box = await page.getByRole('region', { name: 'May we measure our advertising?' }).boundingBox();
      expect(box?.height).toBeLessThanOrEqual(96);
      for (const part of neededFirst(page, path)) {
        const { y = Infinity, height: high = 0 } = (await part.first().boundingBox()) ?? {};
        expect(y + high, `${path}: ${await part.first().innerText()}`).toBeLessThanOrEqual(box?.y ?? 0);
      }
    }
  },
);

test('the bar of the product page does not lie over its first view before hydration', async ({ newShopper }) => {
  const { page } = await newShopper({ width: 390, height: 664 });
  const run = await holdScripts(page);
  await page.goto('/product', { waitUntil: 'commit' });
  await page.waitForLoadState('domcontentloaded');
  expect(await page.locator('.bottom-bar').isVisible()).toBe(false);
  run();
});
