import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

declare global {
  // oxlint-disable-next-line no-var -- What axe leaves in a page.
  var axe: { run(options: { iframes: boolean }): Promise<AxeResults> } | undefined;
}

/** What axe finds wrong with a page as it stands, each with its elements; documents inside of it have tests of their own. */
export async function findings(page: Page): Promise<string[]> {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(axe);
  const violations = await page.evaluate(
    async () => (await globalThis.axe?.run({ iframes: false }))?.violations ?? null,
  );
  if (violations === null) throw new Error('axe did not run');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
