import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { test, type Uses } from './fixtures.ts';
import { desktop } from './support/browser-visitors.ts';

/** Opens a page with motion, scrolled to `top` with all of its sections running. */
async function scrolledPage({ newShopper }: Uses<'newShopper'>, path: string, top: number): Promise<Page> {
  const { page } = await newShopper(desktop);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(path);
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
  await expect.poll(() => page.locator('main [data-later]').count()).toBe(0);
  return page;
}

/**
 * Presses the first link to `target`, or goes back without one.
 * Returns the scroll position in each frame, from the next page's first one to half a second later.
 * For a link to a part of the same page, from the press.
 */
const framesAfter = (page: Page, target: string | null) =>
  page.evaluate((href) => {
    const heading = () => document.querySelector('main h1')?.textContent;
    const before = heading();
    if (href === null) history.back();
    else document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)?.click();
    return new Promise<number[]>((done) => {
      const frames: number[] = [];
      let end = Infinity;
      const look = (now: number) => {
        if (end === Infinity && (href?.startsWith('#') === true || heading() !== before)) end = now + 500;
        if (end !== Infinity) frames.push(Math.round(window.scrollY));
        if (now < end) requestAnimationFrame(look);
        else done(frames);
      };
      requestAnimationFrame(look);
    });
  }, target);

const positions = (frames: number[]) => [...new Set(frames)];

/** Waits until the opened page has its content. Its heading would count as the next page's. */
const isComplete = (page: Page) => expect.poll(() => page.locator('main h1').textContent()).not.toMatch(/^Loading/);

test.for([
  ['/', '/product', 3_000],
  ['/product', '/science', 2_000],
] as const)(
  'a link on %s shows %s at its top in the first frame, and Back restores the position in one',
  async ([from, to, top], { newShopper }) => {
    const page = await scrolledPage({ newShopper }, from, top);
    expect(positions(await framesAfter(page, to))).toEqual([0]);
    await isComplete(page);
    expect(positions(await framesAfter(page, null))).toEqual([top]);
  },
);

test('a link to a part of the same page scrolls smoothly, and the next page starts at its top at once', async ({
  newShopper,
}) => {
  const page = await scrolledPage({ newShopper }, '/product', 100);
  // A jump has two positions.
  expect(positions(await framesAfter(page, '#reviews')).length).toBeGreaterThan(2);
  expect(positions(await framesAfter(page, '/science'))).toEqual([0]);
});
