import { expect } from 'vitest';

import { nextAfterMs, shownMs } from '#modules/checkout/social-proof.ts';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { desktop, hasBegun, openCheckout, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

/** Opens the checkout with a clock that can be advanced. */
async function atCheckout({ newShopper }: Uses<'newShopper'>, motion: 'reduce' | 'no-preference', viewport = desktop) {
  const shopper = await newShopper(viewport);
  // Selects the shortest delay.
  await shopper.page.addInitScript(() => (Math.random = () => 0));
  await shopper.page.emulateMedia({ reducedMotion: motion });
  await openCheckout(shopper.page);
  await shopper.page.reload();
  await shopper.page.clock.install();
  await hasBegun(shopper.page);
  return shopper;
}

test('the form shows the remaining stock of seven, the money-back guarantee and its badges', async ({ newShopper }) => {
  const { page } = await atCheckout({ newShopper }, 'reduce');
  await page.getByText('Limited stock: 7 remaining').waitFor();
  await page.getByText('30-day money-back guarantee').waitFor();
  for (const badge of ['Secure Checkout', '256-bit SSL encryption', 'Safe Payment', 'Free Shipping', 'On all orders']) {
    expect(await page.locator('form').getByText(badge, { exact: true }).count()).toBe(1);
  }
  expect(await page.locator('form').getByText('30-Day Returns').count()).toBe(1);
});

test('the activity popup appears briefly, returns, can be paused, and stays away once hidden', async ({
  newShopper,
}) => {
  const { page, problems } = await atCheckout({ newShopper }, 'no-preference');
  const popup = page.getByRole('region', { name: 'Recent activity' });
  await page.clock.runFor(3_100);
  await popup.getByText('Someone in Austin, Texas bought the wand').waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
  await page.clock.runFor(shownMs);
  expect(await popup.count()).toBe(0);
  await page.clock.runFor(25_000);
  expect(await popup.count()).toBe(0);
  await page.clock.runFor(nextAfterMs(0) - shownMs - 25_000);
  await popup.getByText('Someone in Toronto, Canada is looking at the wand').waitFor();
  await popup.getByRole('button', { name: 'Pause' }).click();
  await page.clock.resume();
  expect(await axeViolations(page)).toEqual([]);
  await page.clock.runFor(10_000);
  expect(await popup.isVisible()).toBe(true);
  await popup.getByRole('button', { name: 'Hide' }).click();
  await page.clock.runFor(60_000);
  expect(await popup.count()).toBe(0);
  expect(problems).toEqual([]);
});

test('reduced motion hides the popup', async ({ newShopper }) => {
  const { page } = await atCheckout({ newShopper }, 'reduce');
  await page.clock.runFor(5_000);
  expect(await page.getByRole('region', { name: 'Recent activity' }).count()).toBe(0);
});

test("the order's plus button stops at the available stock", async ({ newShopper }) => {
  const { page, problems } = await atCheckout({ newShopper }, 'reduce');
  const order = page.getByRole('complementary', { name: 'Order Summary' });
  const left = Number(
    /\d+/.exec(
      await page
        .locator('form')
        .getByText(/remaining|left in stock/)
        .innerText(),
    )?.[0],
  );
  expect(left).toBeLessThanOrEqual(7);
  const plus = order.getByRole('button', { name: /^Increase quantity/ });
  for (let quantity = 2; quantity <= left; quantity += 1) {
    await plus.click();
    await payButton(page).waitFor();
    await order.getByText(String(quantity), { exact: true }).waitFor();
  }
  expect(await plus.isDisabled()).toBe(true);
  expect(problems).toEqual([]);
});
