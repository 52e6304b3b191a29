import { describe, expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop } from './fixtures.ts';
import { screens } from './support/browser-visitors.ts';

const test = testWithShop();

const templates = [
  'Order confirmation',
  'Order shipped',
  'Order out for delivery',
  'Order delivered',
  'Order cancelled',
  'Order refunded',
  'Return opened',
  'Return label',
  'Return received',
  'Return declined',
  'Phone order',
  'Review request',
  'Abandoned checkout',
  'Capture code',
  'Back in stock',
  'Quiz plan',
  'Verify email',
  'Account exists',
  'Reset password',
  'Password changed',
  'Confirm device',
  'Second factor reset',
  'Second factor reset by',
  'Invitation',
  'Data erased',
  'Contact message',
  'Contact answer',
  'Admin notice',
  'Test simple',
  'Test order',
  'Test sample',
];

describe.each(screens)('the mailbox on %s', (_where, viewport) => {
  test('shows every template with sample data, as HTML and as plain text', async ({ newShopper }) => {
    const { page, problems } = await newShopper(viewport);
    await page.goto('/mailbox');
    await page.getByText('All templates, with sample data').click();
    const list = page.getByRole('group').getByRole('link');
    expect(await list.allInnerTexts()).toEqual(templates);
    await page.getByRole('link', { name: 'Order shipped' }).click();
    const mail = page.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'It’s on its way, Mia' }).waitFor();
    await page.getByRole('link', { name: 'Plain text' }).click();
    await page.getByText('https://www.ups.com/track?tracknum=1Z999AA10123456784').waitFor();
    // The frame of a mail runs no scripts, so axe cannot check it here. mails.test.ts does.
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('receives the test mails that anyone sends, and the page lists their results', async ({ newShopper }) => {
    const { page, problems } = await newShopper(viewport);
    await page.goto('/test-email');
    await page.getByRole('button', { name: 'Simple Test' }).click();
    await page.getByRole('alert').getByText('Email Required').waitFor();
    await page.getByLabel('Email address').fill('mia@example.com');
    await page.getByRole('button', { name: 'Simple Test' }).click();
    await page.getByRole('status').getByText('Test Successful!').waitFor();
    await page.getByRole('button', { name: 'Order Template Test' }).click();
    await page.getByText('Order Template Test: sent').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'To mia@example.com' }).count()).toBe(2);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the mailbox' }).click();
    await page
      .getByRole('link', { name: /^Test: your halorosa order HR-SAMPLE22 is confirmed/ })
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });
});

test('a refused test mail has failed, and one that cannot be sent is an error', async ({ shopper: { page } }) => {
  await page.goto('/test-email');
  await page.getByLabel('Email address').fill('mia');
  await page.getByRole('button', { name: 'Simple Test' }).click();
  await page.getByRole('alert').getByText('Test Failed').waitFor();
  await page.getByRole('listitem').getByText('Enter a complete email address').waitFor();
  await page.route('**/api/test-email', (route) => route.abort());
  await page.getByRole('button', { name: 'Simple Test' }).click();
  await page.getByRole('alert').getByText('Test Error').waitFor();
  expect(await page.getByText('Simple Test: not sent').count()).toBe(2);
});

test('the test mail form works before hydration and shows what is missing', async ({ newPlainPage }) => {
  const { page } = await newPlainPage();
  await page.goto('/test-email');
  await page.getByRole('button', { name: 'Simple Test' }).click();
  await page.getByText('Enter an email address for the test.').waitFor();
  await page.getByLabel('Email address').fill('mia@example.com');
  await page.getByRole('button', { name: 'Order Template Test' }).click();
  await page.getByText('Order Template Test: sent').waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('mia@example.com');
});

test('a link with an unknown token neither unsubscribes nor opens a cart', async ({ shopper: { page } }) => {
  for (const path of [`/unsubscribe/${crypto.randomUUID()}`, '/unsubscribe/x', `/resume/${crypto.randomUUID()}`]) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
  }
});
