import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

import { isFullRun } from '../../support/full-run.ts';
import { phone, wide } from './browser-visitors.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

declare global {
  // oxlint-disable-next-line no-var -- Global variable that axe defines in a page.
  var axe: { run(options: { iframes: boolean; resultTypes: ['violations'] }): Promise<AxeResults> } | undefined;
}

/**
 * Returns axe's violations on the current page, with their elements. Frames have their own tests.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(axe);
  const violations = await page.evaluate(
    async () => (await globalThis.axe?.run({ iframes: false, resultTypes: ['violations'] }))?.violations ?? null,
  );
  if (violations === null) throw new Error('axe did not run');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Number of pixels by which a page is wider than its window. */
const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;

/** Window widths in pixels and text sizes in percent: enlarged text, and a phone at double zoom. */
const enlarged = [
  [390, 200],
  [768, 200],
  [1280, 200],
  [195, 100],
] as const;

/** Returns the pages that scroll sideways when the text, or the whole page, is doubled in size. */
export async function tooWideEnlarged(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const [width, percent] of enlarged) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, `${percent}%`);
      const isWide = await page.waitForFunction(fits).then(
        () => false,
        () => true,
      );
      if (isWide) found.push(`${path} at ${width} px, text ${percent} %: ${await beyond(page)} px too wide`);
    }
  }
  return found;
}

/**
 * Opens each page on a phone and a wide screen. Returns axe's violations and pages wider than the
 * screen. In `npm test`, axe checks the phone only.
 */
export async function violationsOnPages(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const screen of [phone, wide]) {
      await page.setViewportSize(screen);
      const more = await beyond(page);
      const seen = isFullRun || screen === phone ? await axeViolations(page) : [];
      const here = [...seen, ...(more > 0 ? [`${more} px too wide`] : [])];
      found.push(...here.map((finding) => `${path} at ${screen.width} px: ${finding}`));
    }
  }
  return found;
}
