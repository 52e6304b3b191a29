import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { browser, shop } from './support/open-shop.ts';
import { newShopper } from './support/shopper.ts';

const windows = [
  [1366, 657],
  [1280, 640],
  [1536, 730],
  [1440, 789],
  [1280, 720],
  [1920, 937],
  [2560, 1300],
  [1024, 768],
  [1440, 900],
  [1100, 700],
] as const;

const popup = (page: Page) => page.getByRole('region', { name: 'Recent activity' });

/** What one presses and what the popup lies over, as the browser itself would hit them. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const card = document.querySelector('[aria-label="Recent activity"]');
    if (card === null || getComputedStyle(card).visibility === 'hidden') return [];
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const found = new Set<string>();
    for (let x = left; x <= right; x += 8) {
      for (let y = top; y <= bottom; y += 8) {
        for (const element of document.elementsFromPoint(x, y)) {
          const control = element.closest('a[href], button, input, summary');
          if (control !== null && !card.contains(control)) found.add(control.textContent || control.outerHTML);
        }
      }
    }
    return [...found];
  });

test.each(windows)(
  'the activity popup covers no control of the landing page in a window of %d × %d',
  async (width, height) => {
    const { page, leave } = await newShopper(browser, shop.url, { width, height });
    page.setDefaultTimeout(60_000);
    await page.goto('/', { waitUntil: 'networkidle' });
    await popup(page).waitFor();
    await expect.poll(() => covered(page), { timeout: 15_000 }).toEqual([]);
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < end; top += Math.round(height / 2)) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
      await expect.poll(() => covered(page), { timeout: 15_000, message: `scrolled by ${top} px` }).toEqual([]);
    }
    await leave();
  },
);
