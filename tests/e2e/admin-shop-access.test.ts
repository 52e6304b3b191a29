import { expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { axeViolations, violationsOnPages } from './support/page-checks.ts';
import { openAdmin } from './support/admin-pages.ts';
import { testWithShop } from './fixtures.ts';
import { screens } from './support/browser-visitors.ts';

const test = testWithShop();

const pages = [
  'product',
  'discounts',
  'discounts/new',
  'shipping',
  'taxes',
  'settings',
  'reviews',
  'reviews?state=approved',
  'messages?state=all',
  'emails',
  'automations',
  'mails',
  'audit',
  'launch',
];

test.runIf(isFullRun)(
  'axe finds nothing on any admin page, and none is wider than the screen',
  { timeout: 240_000 },
  async ({ newAdmin }) => {
    const { page, problems } = await newAdmin();
    const paths = pages.map((path) => `/admin/${path}`);
    expect([await violationsOnPages(page, paths), problems]).toEqual([[], []]);
  },
);

test.for(screens)(
  'on %s axe finds nothing on refused forms and confirmations',
  async ([_device, viewport], { newAdmin }) => {
    const { page } = await newAdmin(viewport);
    await openAdmin(page, 'product');
    await page.getByLabel('Price (USD)', { exact: true }).fill('much');
    await page.getByRole('button', { name: 'Save product' }).click();
    await page.getByText('Enter an amount in dollars, for example 59 or 59.90').waitFor();
    await page.getByText('Stop tracking inventory…').click();
    expect(await axeViolations(page)).toEqual([]);
  },
);

test('a missing record shows a message inside the admin layout', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  for (const [path, message] of [
    ['customers/nobody', 'This customer could not be opened'],
    ['discounts/none', 'This code could not be opened'],
    ['orders/HR-22222222', 'This order could not be opened'],
    ['nothing', 'Oops! Page not found'],
  ] as const) {
    await openAdmin(page, path);
    await page.getByText(message).waitFor();
    expect([path, await axeViolations(page)]).toEqual([path, []]);
    expect([path, await page.getByRole('main').count()]).toEqual([path, 1]);
  }
});
