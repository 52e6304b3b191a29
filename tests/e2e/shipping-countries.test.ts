import { expect } from 'vitest';

import { testWithShop, visitors } from './fixtures.ts';
import { openAdmin } from './support/admin-pages.ts';
import { openCheckout, payButton } from './support/browser-visitors.ts';
import { atCheckout } from './support/fake-wallet.ts';

const test = testWithShop().extend('atCheckout', visitors(atCheckout));

const sentence = 'We don’t ship to Canada.';
const canada = { city: 'Montréal', state: 'Québec', postal_code: 'H2X 1Y4', country: 'CA' };

test('a country that the owner switches off leaves the form, and open pages and wallets are refused', async ({
  newAdmin,
  newShopper,
  guestAtPayment,
  atCheckout,
}) => {
  const { page: open } = await guestAtPayment({ email: 'abroad@example.com' });
  const { page: admin } = await newAdmin();
  await openAdmin(admin, 'shipping');
  await admin.getByRole('region', { name: 'Countries you ship to' }).getByLabel('Canada').uncheck();
  await admin.getByRole('button', { name: 'Save countries' }).click();
  await admin.getByText('Saved. Existing orders are not affected.').first().waitFor();

  const { page } = await newShopper();
  await openCheckout(page);
  const country = (of: typeof page) => of.getByRole('combobox', { name: 'Country' });
  expect(await country(page).getByRole('option').allInnerTexts()).toEqual([
    'United States',
    'United Kingdom',
    'Australia',
  ]);

  await country(open).selectOption('CA');
  await open.getByLabel('Province').selectOption('ON');
  await open.getByLabel('Postal code').fill('M5H 2N2');
  await open.getByLabel('City').fill('Toronto');
  await expect.poll(() => payButton(open).getAttribute('aria-disabled')).toBe('false');
  await payButton(open).click();
  await open.locator('#shipping-country-error', { hasText: sentence }).waitFor();
  await expect.poll(() => country(open).evaluate((field) => field === document.activeElement)).toBe(true);

  const { page: walletPage } = await atCheckout(true, { shipping: canada });
  await walletPage.getByRole('button', { name: 'Pay with the wallet' }).click();
  await walletPage.getByText(sentence).first().waitFor();
  expect(await walletPage.title()).toBe('rejected');
});
