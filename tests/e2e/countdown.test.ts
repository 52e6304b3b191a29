import { expect, test } from 'vitest';

import { browser, shop } from './support/open-shop.ts';
import { desktop, goToCheckout, newShopper, payButton, putWandInCart } from './support/shopper.ts';

test('the reservation counts down, can be extended at its end, and nothing typed is lost when it is over', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  await page.clock.install();
  await putWandInCart(page);
  await goToCheckout(page);
  await payButton(page).waitFor();
  await page.getByText(/Your items are reserved for 14:5\d/).waitFor();
  await page.getByLabel('First name').fill('Mia');
  expect(await page.getByRole('button', { name: 'I need more time' }).count()).toBe(0);
  await page.clock.fastForward('13:00');
  await page.getByText(/Your items are reserved for 1:\d\d/).waitFor();
  // For the shop there is time enough: it says so.
  await page.getByRole('button', { name: 'I need more time' }).click();
  await page
    .getByText(/Your reservation cannot be extended now/)
    .first()
    .waitFor();
  await page.clock.fastForward('02:00');
  await page.getByText('Nothing was charged, and everything you typed is still here.').waitFor();
  await page.getByRole('button', { name: 'Reserve again' }).click();
  await page.getByText(/Your items are reserved for 1\d:\d\d/).waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Mia');
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
  await leave();
});

test('a reload does not start the count anew', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  await putWandInCart(page);
  await goToCheckout(page);
  const shown = page.getByText(/Your items are reserved for/);
  await shown.waitFor();
  await page.getByText(/reserved for 14:5[0-7]/).waitFor();
  await page.reload();
  await shown.waitFor();
  expect(await shown.innerText()).toMatch(/14:[0-5]\d/);
  expect(await shown.innerText()).not.toMatch(/14:5[89]|15:00/);
  await leave();
});
