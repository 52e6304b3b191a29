import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

import { isShort } from '../../support/length.ts';
import { phone, wide } from './shopper.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

declare global {
  // oxlint-disable-next-line no-var -- What axe leaves in a page.
  var axe: { run(options: { iframes: boolean; resultTypes: ['violations'] }): Promise<AxeResults> } | undefined;
}

/** What axe finds wrong with a page as it stands, each with its elements; documents inside of it have tests of their own. */
export async function findings(page: Page): Promise<string[]> {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(axe);
  const violations = await page.evaluate(
    async () => (await globalThis.axe?.run({ iframes: false, resultTypes: ['violations'] }))?.violations ?? null,
  );
  if (violations === null) throw new Error('axe did not run');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/**
 * Opens each page once and looks at it on a phone and on a wide screen: what is wider than the screen, and what axe finds; in the
 * short run axe looks at the phone alone.
 */
export async function findingsOnPages(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const screen of [phone, wide]) {
      await page.setViewportSize(screen);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const seen = isShort && screen === wide ? [] : await findings(page);
      const here = [...seen, ...(beyond > 0 ? [`${beyond} px too wide`] : [])];
      found.push(...here.map((finding) => `${path} at ${screen.width} px: ${finding}`));
    }
  }
  return found;
}
