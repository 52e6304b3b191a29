import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { renderMail } from '#modules/email/render-mail.server.ts';
import type { MailKind } from '#modules/email/mail.ts';

import { shopMails } from '../../src/app/mail-registry.server.ts';

import { mailShop } from '../support/mail-shop.ts';
import { isFullRun } from '../support/full-run.ts';
import { axeViolations } from './support/page-checks.ts';
import { test } from './fixtures.ts';

let page: Page;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ isMobile: true });
  page = await context.newPage();
  await page.route('**/*.{jpg,png}', (route) =>
    route.fulfill({ path: `public${new URL(route.request().url()).pathname}` }),
  );
});

const shopUrl = 'https://halorosa.example';

async function written(kind: MailKind): Promise<string> {
  return (await renderMail(kind, kind.sample(shopUrl), mailShop)).html;
}

const widths = [360, 600, 980];
const looks = widths.flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })));

test.each(shopMails)('the mail $name is accessible, narrow and wide, in light and in dark', async (kind) => {
  await page.setContent(await written(kind), { waitUntil: 'load' });
  const missing = await page.evaluate(() => [...document.images].filter((one) => one.naturalWidth === 0).length);
  expect(missing).toBe(0);
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    // A mail has the same elements and colors at each width: `npm test` uses axe at the first only.
    const found = isFullRun || width === widths[0] ? await axeViolations(page) : [];
    expect([width, colorScheme, found]).toEqual([width, colorScheme, []]);
    const drawn = await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth]);
    expect([colorScheme, drawn]).toEqual([colorScheme, [width, width]]);
  }
});
