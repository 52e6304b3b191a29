import { expect } from 'vitest';

import { startMailServer } from '../support/mail-server.ts';
import { testWithShop } from './fixtures.ts';
import { phone } from './support/browser-visitors.ts';
import { orderOf } from './support/order-by-api.ts';
import { axeViolations } from './support/page-checks.ts';

const server = await startMailServer();
const test = testWithShop({ SMTP_URL: server.url });
test.afterAll(() => server.stop());

const corrected = 'mia.rose@example.com';
const delivered = () => server.taken.filter(({ recipients }) => recipients.includes(corrected));

test('a corrected email receives the confirmation, and a failed one can be dismissed', async ({
  shop,
  newShopper,
  newAdmin,
}) => {
  server.behave({ recipient: 550 });
  const number = await orderOf(shop.url, { email: 'mia@exmaple.com' });
  await orderOf(shop.url, { email: 'nobody@example.com' });
  const { page, problems } = await newAdmin(phone);
  const failed = async () => {
    // Emails to the owner may fail here, too.
    await page.goto('/admin/mails?state=failed&q=confirmed');
    return page.getByRole('button', { name: 'Dismiss' }).count();
  };
  await expect.poll(failed, { timeout: 20_000 }).toBe(2);
  server.behave();

  await page.goto(`/admin/orders/${number}`);
  const mails = page.getByRole('region', { name: 'Emails' });
  await mails.getByText('Failed', { exact: true }).waitFor();
  await page.locator('summary', { hasText: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Edit contact details', exact: true }).focus();
  await page.keyboard.press('Enter');
  const email = page.locator('#contact').getByLabel('Email');
  await email.fill('mia@example');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a complete email address, for example name@example.com').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await email.fill('Mia.Rose@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('Contact details updated.', { exact: true }).first().waitFor();
  await mails.getByText('If you send it again, it goes to mia.rose@example.com').waitFor();
  await mails.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Email sent again to mia.rose@example.com').first().waitFor();
  await expect.poll(() => delivered().length, { timeout: 20_000 }).toBe(1);
  expect(delivered()[0]?.mail.subject).toContain(number);
  await page.reload();
  for (const [address, state] of [
    ['mia@exmaple.com', 'Dismissed'],
    [corrected, 'Sent'],
  ] as const)
    await mails
      .getByRole('listitem')
      .filter({ hasText: `To ${address}` })
      .getByText(state, { exact: true })
      .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);

  expect(await failed()).toBe(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Failed email dismissed.').first().waitFor();
  expect(await failed()).toBe(0);

  const customer = await newShopper();
  await customer.page.goto(`/track?order=${number}&email=mia.rose@example.com`);
  await customer.page.getByText(number).first().waitFor();
  expect(problems).toEqual([]);
});
