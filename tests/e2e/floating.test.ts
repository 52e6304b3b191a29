import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { test } from './fixtures.ts';

/** Window sizes of laptops, large screens and a landscape tablet. */
const sizes = [
  [1366, 657],
  [1920, 937],
  [2560, 1300],
  [1024, 768],
  [1280, 640],
  [1536, 730],
  [1440, 789],
  [1280, 720],
  [1440, 900],
  [1100, 700],
] as const;

/** The popup, also while it has no free place and is invisible. */
const popup = (page: Page) => page.locator('[aria-label="Recent activity"]');

/**
 * Scrolls by half windows. Returns the first position where the popup covers a control, picture or
 * list, by the browser's hit test.
 */
const covered = (page: Page) =>
  page.evaluate(async () => {
    const controls = () => {
      const card = document.querySelector('[aria-label="Recent activity"]');
      if (card === null || getComputedStyle(card).visibility === 'hidden') return [];
      const { left, right, top, bottom } = card.getBoundingClientRect();
      const found = new Set<string>();
      for (let x = left; x <= right; x += 8) {
        for (let y = top; y <= bottom; y += 8) {
          for (const element of document.elementsFromPoint(x, y)) {
            const control = element.closest('a[href], button, input, summary, main :is(img, video, li, table)');
            if (control !== null && !card.contains(control)) found.add(control.textContent || control.outerHTML);
          }
        }
      }
      return [...found];
    };
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    let wasShown = false;
    for (let top = 0; top < document.documentElement.scrollHeight; top += Math.round(window.innerHeight / 2)) {
      window.scrollTo({ top, behavior: 'instant' });
      const until = performance.now() + 15_000;
      while (controls().length > 0 && performance.now() < until) await drawn();
      const found = controls();
      if (found.length > 0) return { covers: `scrolled by ${top} px: ${found.join()}`, wasShown };
      await drawn();
      const card = document.querySelector('[aria-label="Recent activity"]');
      if (card !== null && getComputedStyle(card).visibility === 'visible') wasShown = true;
    }
    return { covers: '', wasShown };
  });

test(
  'the activity popup appears on the landing page and covers no control, picture or list in common window sizes',
  { timeout: 240_000 },
  async ({ shopper: { page } }) => {
    await page.goto('/');
    const shownIn: number[] = [];
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      await popup(page).waitFor({ state: 'attached' });
      const { covers, wasShown } = await covered(page);
      expect(covers, `in a window of ${width} × ${height}`).toBe('');
      if (wasShown) shownIn.push(width);
    }
    expect(shownIn).toEqual(expect.arrayContaining([1_366, 1_440, 1_920]));
  },
);
