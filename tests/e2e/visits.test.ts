import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { landing } from '#content/landing.ts';

import { axeViolations } from './support/page-checks.ts';
import { openAdmin } from './support/admin-pages.ts';
import { testWithShop } from './fixtures.ts';
import { desktop, screens } from './support/browser-visitors.ts';

const test = testWithShop();

async function openVisits(page: Page): Promise<void> {
  await openAdmin(page, 'visits');
  await page.getByRole('heading', { name: 'Visits', level: 1 }).waitFor();
}

test('a visit is counted without a cookie, and the owner sees its source', async ({
  newAdmin,
  shopper: { page, problems, leave },
}) => {
  // The default user agent of the tests counts as a bot.
  await page.setExtraHTTPHeaders({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  });
  const counted = page.waitForResponse('**/api/visit');
  await page.goto('/?utm_source=spring');
  await counted;
  await page.getByRole('link', { name: 'Shop', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: '4-in-1 Red Light Facial Wand' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect(problems).toEqual([]);
  await leave();

  const owner = await newAdmin(desktop);
  await openVisits(owner.page);
  const sources = owner.page.getByRole('region', { name: 'Sources' });
  expect(
    await sources
      .getByRole('row', { name: /campaign: spring/ })
      .getByRole('cell')
      .first()
      .innerText(),
  ).toBe('1');
  expect(await owner.page.getByRole('region', { name: 'Visitors by day' }).innerText()).toContain('1 daily visit');
});

test.for(screens)(
  'on %s the owner starts and ends the headline comparison',
  async ([_device, viewport], { newAdmin }) => {
    const { page, problems } = await newAdmin(viewport);
    await openVisits(page);
    await page.getByRole('button', { name: 'Start test' }).click();
    await page.getByText('Half of your visitors see each headline.').waitFor();
    await page.getByText('Not enough visits yet to compare.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'End test' }).click();
    await page.getByText('Everyone sees headline A.').waitFor();
    expect(problems).toEqual([]);
  },
);

test('a visitor of the second headline sees it again when a link leads back to the landing page', async ({
  newAdmin,
  shopper: { page },
}) => {
  const { page: admin } = await newAdmin(desktop);
  await openVisits(admin);
  await admin.getByRole('button', { name: 'Start test' }).click();
  await admin.getByText('Half of your visitors see each headline.').waitFor();
  const shown = page.getByRole('heading', { level: 1, name: landing.hero.comparedTitle });
  const names = Array.from({ length: 40 }, (_, at) => `Mozilla/5.0 (X11; Linux x86_64) Chrome/${at + 100}.0`);
  for (const name of names) {
    await page.setExtraHTTPHeaders({ 'user-agent': name });
    await page.goto('/');
    if (await shown.isVisible()) break;
  }
  await shown.waitFor();
  await page.getByRole('link', { name: 'Shop', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: '4-in-1 Red Light Facial Wand' }).waitFor();
  await page.getByRole('link', { name: /home/ }).first().click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(landing.hero.comparedTitle);
  await admin.getByRole('button', { name: 'End test' }).click();
  await admin.getByText('Everyone sees headline A.').waitFor();
});
