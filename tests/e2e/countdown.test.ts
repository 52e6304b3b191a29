import { expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import { fillCard, fillForm, openCheckout, payButton, phone } from './support/browser-visitors.ts';

const test = testWithShop();

test('the reservation counts down, can be extended near its end, and expiry keeps the input', async ({
  shop,
  shopper: { page },
}) => {
  await page.clock.install();
  await openCheckout(page);
  await page.getByText(/Your items are reserved for 14:5\d/).waitFor();
  await page.getByLabel('First name').fill('Mia');
  expect(await page.getByRole('button', { name: 'I need more time' }).count()).toBe(0);
  await page.clock.fastForward('13:00');
  await page.getByText(/Your items are reserved for 1:\d\d/).waitFor();
  // The server still has enough time left and refuses an extension.
  const more = page.getByRole('button', { name: 'I need more time' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page
    .getByText(/Your reservation cannot be extended now/)
    .first()
    .waitFor();
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
  // Simulates a server clock that agrees with the browser's, so that it extends.
  const begun = await page.request.post('/api/create-payment-intent', { headers: { origin: shop.url }, data: {} });
  const { checkout, ...intent } = (await begun.json()) as { checkout: object };
  const extended = { ...intent, checkout: { ...checkout, expiresAt: 'later', secondsLeft: 900 }, notes: [] };
  await page.route('**/api/update-payment-intent', (route) => route.fulfill({ json: extended }), { times: 1 });
  await page.keyboard.press('Enter');
  await page.locator('p:focus', { hasText: /Your items are reserved for 1[45]:\d\d/ }).waitFor();
  // Simulates a computer that sleeps past the end.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 15 * 60_000);
  await page.clock.runFor(1_000);
  await page.getByText('Nothing was charged, and everything you typed is still here.').waitFor();
  await page.getByRole('button', { name: 'Reserve again' }).click();
  await page.getByText(/Your items are reserved for 1\d:\d\d/).waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Mia');
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
});

test('beside Pay the goods are reserved again with the code and the typed card, and sold-out is reported', async ({
  newShopper,
}) => {
  const { page } = await newShopper(phone);
  await page.clock.install();
  await openCheckout(page);
  await fillForm(page, 'rita@example.com');
  await fillCard(page, '4242424242424242');
  await page.evaluate(async () => {
    const post = (path: string, body: object) =>
      fetch(`/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const opened = (await (await post('create-payment-intent', {})).json()) as { checkout: { id: string } };
    await post('update-payment-intent', { checkout_id: opened.checkout.id, discount_code: 'GLOW10' });
  });
  const wallet = page.getByRole('button', { name: 'Pay with the demo wallet' });
  await wallet.waitFor();
  await page.clock.fastForward('15:00');
  const notice = page.getByRole('alert').filter({ hasText: 'Your items are no longer reserved' });
  const again = page.getByRole('button', { name: 'Reserve again' });
  await again.scrollIntoViewIfNeeded();
  expect(await payButton(page).count()).toBe(0);
  // The transition of the wallet button keeps it visible for a moment.
  await wallet.waitFor({ state: 'hidden' });
  const [above, below] = [await notice.boundingBox(), await again.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(40);

  const message = 'There is not enough stock left for this quantity.';
  const intentUrl = '**/api/create-payment-intent';
  await page.route(intentUrl, (route) => route.fulfill({ status: 422, json: { error: 'sold_out', message } }));
  await again.click();
  await page.getByText('Sold out', { exact: true }).waitFor();

  // Simulates a payment that the provider canceled: the same checkout gets another payment intent.
  await page.unroute(intentUrl);
  await page.route(intentUrl, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), client_secret: 'pi_2_secret_2' } });
  });
  await again.click();
  await page.locator('button:focus', { hasText: 'Pay $53.10' }).waitFor();
  await wallet.waitFor();
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await page.getByLabel('First name').inputValue()).toBe('Mia');
});

test('a reload does not restart the countdown', async ({ shopper: { page } }) => {
  await openCheckout(page);
  const shown = page.locator('p', { hasText: /Your items are reserved for/ }).first();
  await shown.waitFor();
  await shown.filter({ hasText: /reserved for 14:5[0-7]/ }).waitFor();
  await page.reload();
  await shown.waitFor();
  expect(await shown.innerText()).toMatch(/14:[0-5]\d/);
  expect(await shown.innerText()).not.toMatch(/14:5[89]|15:00/);
});
