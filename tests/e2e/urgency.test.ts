import type { Locator } from 'playwright-core';
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

test('a browser without checkVisibility shows the activity popup, and the form stays', async ({ newShopper }) => {
  const { page, problems } = await atCheckout({ newShopper }, 'no-preference');
  await page.evaluate(() => Reflect.deleteProperty(Element.prototype, 'checkVisibility'));
  await page.clock.runFor(3_100);
  await page.getByText('Someone in Austin, Texas bought the wand').waitFor();
  expect(await payButton(page).isVisible()).toBe(true);
  expect(problems).toEqual([]);
});

test('an activity popup that fails disappears, and the form stays', async ({ newShopper }) => {
  const { page, problems } = await atCheckout({ newShopper }, 'no-preference');
  await page.evaluate(() => {
    Element.prototype.checkVisibility = () => {
      throw new Error('no layout here');
    };
  });
  await page.clock.runFor(3_100);
  await expect.poll(() => problems.join()).toContain('no layout here');
  expect(await page.getByRole('region', { name: 'Recent activity' }).count()).toBe(0);
  expect(await payButton(page).isVisible()).toBe(true);
});

/**
 * Returns controls, fields and prices under the popup, which must not be covered. Empty while the
 * popup is hidden.
 */
const coveredBy = (popup: Locator) =>
  popup.evaluate(async (card) => {
    await Promise.allSettled(card.getAnimations().map(({ finished }) => finished));
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const found = new Set<string>();
    for (let x = left; x <= right; x += 6) {
      for (let y = top; y <= bottom; y += 6) {
        for (const element of document.elementsFromPoint(x, y)) {
          if (card.contains(element)) continue;
          const control = element.closest('a, button, input, select, textarea, label, summary, [data-provider-fields]');
          const isPrice = element.children.length === 0 && /^\$[\d.]+$/.test(element.textContent.trim());
          if (control !== null || isPrice) found.add((control ?? element).outerHTML.slice(0, 80));
        }
      }
    }
    return [...found];
  });

test('the popup is visible at five scroll positions on every size, and covers no control, field or price', async ({
  newShopper,
}) => {
  const { page } = await atCheckout({ newShopper }, 'no-preference');
  const popup = page.getByRole('region', { name: 'Recent activity' });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
  await page.clock.runFor(3_100);
  const wrong = [];
  for (const [width, height] of [
    [390, 844],
    [390, 664],
    [768, 1024],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const length = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), Math.round(length * part));
      // Advances one second at a time, so that React renders in between. The popup shows for four
      // seconds.
      await page.clock.runFor(shownMs);
      for (let second = 0; second < 52 && !(await popup.isVisible()); second += 1) await page.clock.runFor(1_000);
      const isSeen = await popup.isVisible();
      const box = isSeen ? await popup.boundingBox() : null;
      const isInside = box !== null && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height;
      const under = isSeen ? await coveredBy(popup) : [];
      if (!isSeen || !isInside || under.length > 0) wrong.push({ width, height, part, isSeen, isInside, under });
    }
  }
  expect(wrong).toEqual([]);
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
