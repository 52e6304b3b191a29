import { expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import { phone } from './support/browser-visitors.ts';
import { mailTo } from './support/dev-mailbox.ts';
import { orderOf } from './support/order-by-api.ts';
import { axeViolations } from './support/page-checks.ts';
import { owner } from './support/sign-in.ts';

const test = testWithShop();

test('an order reaches the owner’s mailbox, and no longer once it is switched off by keyboard', async ({
  shop,
  newAdmin,
}) => {
  const { page, problems } = await newAdmin(phone);
  const first = await orderOf(shop.url, { email: 'first@example.com' });
  const mail = await mailTo(page, owner.email, new RegExp(`New order ${first}: \\$59\\.00`));
  expect(mail).toContain(`/admin/orders/${first}"`);
  expect(mail).not.toContain('first@example.com');

  await page.goto('/admin/notifications');
  const choice = page.getByRole('group', { name: 'New order' });
  expect(await choice.getByLabel('Immediately').isChecked()).toBe(true);
  await choice.getByLabel('Immediately').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await choice.getByLabel('Off').isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.locator('#content').getByText('Saved.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(await axeViolations(page)).toEqual([]);

  const second = await orderOf(shop.url, { email: 'second@example.com' });
  await page.goto(`/admin/orders/${second}`);
  await page.locator('summary', { hasText: 'More actions' }).click();
  await page.getByRole('link', { name: 'Put on hold', exact: true }).click();
  await page.locator('#hold').getByLabel('Reason').fill('Call first');
  await page.getByRole('button', { name: 'Put on hold' }).click();
  // An email about the order itself would count both things in its heading.
  await mailTo(page, owner.email, new RegExp(`<title>Order ${second} is on hold`));
  expect(problems).toEqual([]);
});
