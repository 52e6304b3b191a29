import { expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import { embedded } from './support/shop-server.ts';
import { orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop(embedded);

test('after a crash right after the payment, the restarted shop has the order, its email and the right stock', async ({
  shop,
  guestAtPayment,
}) => {
  const { page } = await guestAtPayment({ email: 'kim@example.com' });
  const paid = page.waitForResponse((answer) => answer.url().endsWith('/sandbox/confirm'));
  await payButton(page).click();
  await (await paid).finished();
  await shop.kill();
  await shop.start();
  await page.reload();
  const number = await orderNumberOn(page);
  expect(number).toMatch(/^HR-/);
  const mails = async () => (await page.request.get('/mailbox')).text();
  await expect.poll(mails, { timeout: 20_000, interval: 500 }).toContain(`Your halorosa order ${number} is confirmed`);
  await page.goto('/product');
  expect(await page.getByText('Limited stock: 6 remaining').count()).toBe(1);
});

test('checkout input is kept after a reload', async ({ guestAtPayment }) => {
  const { page } = await guestAtPayment({ email: 'ria@example.com' });
  // The form is saved 300 ms after the last key.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkout_shipping_address'))).toContain('97205');
  await page.reload();
  await page.getByLabel('E-mail', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('ria@example.com');
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('97205');
  expect(await page.getByLabel('Card number').inputValue()).toBe('');
});
