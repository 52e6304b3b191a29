import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { phoneSentence } from '#shared/phone-number.ts';

import { testWithShop, visitors } from './fixtures.ts';
import { mailTo } from './support/dev-mailbox.ts';
import { orderNumberOn } from './support/browser-visitors.ts';
import { atCheckout } from './support/fake-wallet.ts';

const test = testWithShop().extend('atCheckout', visitors(atCheckout));

const walletButton = (page: Page) => page.getByRole('button', { name: 'Pay with the wallet' });

test.for([
  ['Germany', { line1: 'Torstraße 1', city: 'Berlin', state: '', postal_code: '10115', country: 'DE' }],
  ['a country alone', { country: 'MX' }],
] as const)('a wallet pays for Oregon with a card billed in %s', async ([_where, billing], { atCheckout }) => {
  const { page } = await atCheckout(true, { billing });
  await walletButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  const place = billing.country === 'DE' ? /10115 Berlin/ : /Mexico/;
  expect(await mailTo(page, 'wally@example.com', place)).toMatch(place);
});

test.for([
  [{ shipping: { postal_code: '' } }, 'invalid_shipping_address: Enter a 5-digit ZIP, for example 94103'],
  [{ phone: '12' }, `invalid_payment_data: ${phoneSentence}`],
] as const)('a wallet with %j gets the message of the invalid field', async ([choices, sentence], { atCheckout }) => {
  const { page } = await atCheckout(true, choices);
  await walletButton(page).click();
  await expect.poll(() => page.title()).toBe(sentence);
});

test("a closed wallet restores the form's address, tax and shipping", async ({ atCheckout }) => {
  const choices = {
    leaves: true,
    shipping: { city: 'Montréal', state: 'Québec', postal_code: 'H2X 1Y4', country: 'CA' },
  };
  const { page } = await atCheckout(true, choices);
  const revised = page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/api/update-payment-intent')) return false;
    const sent = response.request().postDataJSON() as { shipping_address?: { country: string } };
    return sent.shipping_address?.country === 'US';
  });
  await walletButton(page).click();
  const { checkout } = (await (await revised).json()) as { checkout: { taxAmount: number; total: number } };
  expect(checkout).toMatchObject({ taxAmount: 0, total: 59 });
  const shown = JSON.parse((await page.evaluate(() => document.body.dataset.wallet)) ?? '{}') as {
    lineItems: object[];
  };
  // 9.975 % QST and 5 % GST of $59.00.
  expect(shown.lineItems).toContainEqual({ name: 'Tax', amount: 884 });
  await page.getByRole('button', { name: 'Pay $59.00' }).waitFor();
});
