import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { test } from './fixtures.ts';

/** Position of the wand's head in each picture, as shares of its width and height. */
const heads = {
  dusknear: { left: 0.44, right: 0.78, top: 0.15, bottom: 0.69 },
  duskwide: { left: 0.69, right: 0.86, top: 0.18, bottom: 0.6 },
};

const widths = Array.from({ length: 40 }, (_, index) => Math.round(320 + (index * (3_840 - 320)) / 39));
const heightOf = (width: number) => (width < 1_024 ? 844 : Math.round((width * 9) / 16));

/**
 * Measures the hero: whether the head is inside, which texts cover it, and whether the file is
 * large enough.
 */
const look = (page: Page) =>
  page.evaluate((known) => {
    const image = document.querySelector<HTMLImageElement>('#content section img');
    const [, name = '', width = ''] = /\/(\w+)-(\d+)\.\w+$/.exec(image?.currentSrc ?? '') ?? [];
    const head = Object.entries(known).find(([key]) => key === name)?.[1];
    if (image === null || head === undefined) return { shown: image?.currentSrc };
    const box = image.getBoundingClientRect();
    const scale = Math.max(box.width / image.naturalWidth, box.height / image.naturalHeight);
    const [wide, high] = [image.naturalWidth * scale, image.naturalHeight * scale];
    const [x = 50, y = 50] = getComputedStyle(image).objectPosition.split(' ').map(parseFloat);
    const left = box.left + ((box.width - wide) * x) / 100;
    const top = box.top + ((box.height - high) * y) / 100;
    const at = {
      left: left + head.left * wide,
      right: left + head.right * wide,
      top: top + head.top * high,
      bottom: top + head.bottom * high,
    };
    const over = [...document.querySelectorAll('#content section:first-of-type :is(h1, p, a, button, li)')].filter(
      (part) => {
        const { left: from, right: to, top: above, bottom: below } = part.getBoundingClientRect();
        return from < at.right && to > at.left && above < at.bottom && below > at.top;
      },
    );
    const sheet = document.querySelector('#content section h1')?.closest('div')?.getBoundingClientRect();
    const isBelow = sheet !== undefined && sheet.top > box.top && sheet.bottom > box.bottom;
    return {
      isInside:
        at.left >= Math.max(0, box.left) &&
        at.right <= Math.min(window.innerWidth, box.right) &&
        at.top >= box.top &&
        at.bottom <= (isBelow ? sheet.top : box.bottom),
      covering: over.map(({ textContent }) => textContent),
      isSharp: wide <= Number(width) * 1.08,
    };
  }, heads);

test("the wand's head is inside the hero, uncovered and sharp in forty windows from 320 to 3840 px", async ({
  newShopper,
}) => {
  const { page } = await newShopper({ width: 320, height: 844 });
  page.setDefaultNavigationTimeout(60_000);
  await page.goto('/');
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightOf(width) });
    await expect
      .poll(() => look(page), { timeout: 20_000, message: `${width} px` })
      .toEqual({ isInside: true, covering: [], isSharp: true });
  }
}, 300_000);

test('on a landscape phone the promise is beside the picture, in the first screen', async ({ newShopper }) => {
  const { page } = await newShopper({ width: 844, height: 390 });
  await page.goto('/');
  const promise = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((promise?.y ?? Infinity) + (promise?.height ?? 0)).toBeLessThan(390);
  expect(await look(page)).toEqual({ isInside: true, covering: [], isSharp: true });
});
