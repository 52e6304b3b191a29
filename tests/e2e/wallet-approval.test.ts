import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { phoneSentence } from '#shared/phone-number.ts';

import { testWithShop, visitors } from './fixtures.ts';
import { orderNumberOn } from './support/browser-visitors.ts';
import { atCheckout } from './support/fake-wallet.ts';

const test = testWithShop().extend('atCheckout', visitors(atCheckout));

const walletButton = (page: Page) => page.getByRole('button', { name: 'Pay with the wallet' });

test.for([
  [
    'Jersey, whose postcode is half until approval',
    { city: 'St Helier', postal_code: 'JE2 3AB', country: 'GB' },
    'JE2',
  ],
  ['Jersey, as a country', { city: 'St Helier', postal_code: 'JE2 3AB', country: 'JE' }, 'JE2'],
  ['Puerto Rico, as a country', { city: 'San Juan', postal_code: '00907', country: 'PR' }, '00907'],
] as const)('a wallet pays for a delivery to %s', async ([_where, place, early], { atCheckout }) => {
  const { page } = await atCheckout(true, { shipping: { state: '', ...place }, early: { postal_code: early } });
  await walletButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
});

test('a wallet with a doubtful address pays at its first approval', async ({ atCheckout }) => {
  const { page } = await atCheckout(true, { shipping: { postal_code: '94103' } });
  await walletButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
});

test('a wallet with a phone number that cannot exist gets the message of the phone field', async ({ atCheckout }) => {
  const { page } = await atCheckout(true, { phone: '0000000000' });
  await walletButton(page).click();
  await expect.poll(() => page.title()).toBe(`invalid_payment_data: ${phoneSentence}`);
});
