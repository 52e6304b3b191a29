import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { axeViolations } from './support/page-checks.ts';
import { mailTo } from './support/dev-mailbox.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { phone, screens } from './support/browser-visitors.ts';

const test = testWithShop();

const dialogOf = (page: Page) => page.getByRole('dialog');
const emailOf = (page: Page) => dialogOf(page).getByLabel('Email address');

/** Opens the dialog with the button that is on every page. */
async function askForCode(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get 15% off' }).click();
  await page.getByRole('heading', { name: '15% off your wand' }).waitFor();
}

/** Returns the code in the newest mail to this address. */
async function codeMailedTo(page: Page, email: string): Promise<string> {
  const code = />\s*(GLOW-[2-9A-Z]{8})\s*</;
  return code.exec(await mailTo(page, email, code))?.[1] ?? '';
}

const valueOf = (page: Page, code: string) =>
  page.evaluate(async (codeToCheck) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ code: codeToCheck });
    return (await fetch('/api/validate-discount', { method: 'POST', headers, body })).json() as Promise<object>;
  }, code);

describe.each(screens)('on %s', (device, viewport) => {
  test('leaving an email brings a code by mail that takes 15% off', async ({ newStranger }) => {
    const email = `mia-${device.replaceAll(' ', '-')}@example.com`;
    const { page, problems } = await newStranger(viewport);
    await askForCode(page);
    const send = page.getByRole('button', { name: 'Send my code' });
    expect(await send.isDisabled()).toBe(true);
    expect(await page.getByText('Expires in 24 hours').isVisible()).toBe(true);
    await emailOf(page).fill(email);
    await send.click();
    await page.getByRole('button', { name: 'Securing your discount...' }).waitFor();
    await page.getByText('Welcome to the glow club! ✨').waitFor();
    await page.getByText('Check your inbox for your exclusive 15% discount code.').waitFor();
    await dialogOf(page).waitFor({ state: 'hidden' });
    // Announced by the page: a message that moves out of the dialog would be silent.
    expect(await page.getByRole('status').filter({ hasText: 'Welcome to the glow club! ✨' }).count()).toBe(1);
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('email_captures') ?? '[]') as object[]);
    expect(stored).toMatchObject([{ email, trigger: 'manual', discount: '15%' }]);
    expect(Object.keys(stored[0] ?? {}).toSorted()).toEqual(['discount', 'email', 'timestamp', 'trigger']);
    const code = await codeMailedTo(page, email);
    expect(await valueOf(page, code)).toMatchObject({ valid: true, discountCode: { code, name: '15% off' } });
    expect(problems).toEqual([]);
  });

  test('a refused email shows an error in the dialog and stays in its field; axe finds nothing in either state', async ({
    newStranger,
  }) => {
    const { page } = await newStranger(viewport);
    await askForCode(page);
    expect(await axeViolations(page)).toEqual([]);
    await emailOf(page).fill('mia@example');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('Enter a complete email address').first().waitFor();
    expect(await emailOf(page).inputValue()).toBe('mia@example');
    expect(await emailOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('Esc closes the dialog, returns the focus to its button and stops automatic opening', async ({ newStranger }) => {
  const { page } = await newStranger();
  await page.clock.install();
  await askForCode(page);
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'hidden' });
  const button = page.getByRole('button', { name: 'Get 15% off' });
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.goto('/product');
  await page.clock.runFor(60_000);
  expect(await dialogOf(page).count()).toBe(0);
});

describe('opening automatically', () => {
  /** Opens a page for a visitor whose clock moves only when the test advances it. */
  async function givenVisit({ newStranger }: Uses<'newStranger'>, path: string, { hasDismissed = false } = {}) {
    const shopper = await newStranger();
    if (hasDismissed) await shopper.page.addInitScript(() => localStorage.setItem('email_capture_dismissed', '1'));
    await shopper.page.clock.install({ time: '2026-11-21T07:00:00Z' });
    await shopper.page.clock.pauseAt('2026-11-21T07:00:01Z');
    await shopper.page.goto(path);
    return shopper;
  }

  test('the dialog opens after 30 s, not at 29.999 s, with the focus on its heading', async ({ newStranger }) => {
    const { page } = await givenVisit({ newStranger }, '/product');
    await page.clock.runFor(29_999);
    expect(await dialogOf(page).count()).toBe(0);
    await page.clock.runFor(1);
    const heading = page.getByRole('heading', { name: 'Take 15% off today' });
    await heading.waitFor();
    expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('the dialog opens when the pointer leaves at the top, or half of the page is read', async ({ newStranger }) => {
    const exit = await givenVisit({ newStranger }, '/product');
    await exit.page.clock.runFor(10_000);
    const leaving = { clientY: 20, bubbles: false };
    await exit.page.locator('html').dispatchEvent('mouseleave', leaving);
    await exit.page.clock.runFor(100);
    await exit.page.getByRole('dialog', { name: 'Take 15% with you' }).waitFor();
    await exit.leave();
    const reader = await givenVisit({ newStranger }, '/');
    await reader.page.clock.runFor(10_000);
    await reader.page.mouse.wheel(0, 100_000);
    await reader.page.getByRole('dialog', { name: '15% for the curious' }).waitFor();
    expect(await dialogOf(reader.page).count()).toBe(1);
  });

  test('the dialog never opens on the order tracking page', async ({ newStranger }) => {
    const { page } = await givenVisit({ newStranger }, '/track');
    await page.clock.runFor(120_000);
    expect(await dialogOf(page).count()).toBe(0);
  });

  test('the activity popup changes every 15 s, pauses while held, and stays hidden once hidden', async ({
    newStranger,
  }) => {
    const { page } = await givenVisit({ newStranger }, '/', { hasDismissed: true });
    const popup = page.getByRole('region', { name: 'Recent activity' });
    await page.clock.runFor(3_999);
    expect(await popup.count()).toBe(0);
    await page.clock.runFor(1);
    await popup.getByText('Sarah M.').waitFor();
    await popup.hover();
    await page.clock.runFor(60_000);
    expect(await popup.getByText('Sarah M.').isVisible()).toBe(true);
    await page.mouse.move(900, 300);
    await page.clock.runFor(14_999);
    expect(await popup.getByText('Sarah M.').isVisible()).toBe(true);
    await page.clock.runFor(1);
    await popup.getByText('Emma L.').waitFor();
    await popup.getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(900, 300);
    await page.clock.runFor(60_000);
    expect(await popup.getByText('Emma L.').isVisible()).toBe(true);
    await popup.getByRole('button', { name: 'Hide' }).click();
    expect(await popup.count()).toBe(0);
    await page.reload();
    await page.clock.runFor(20_000);
    expect(await popup.count()).toBe(0);
  });
});

test.runIf(isFullRun)('axe finds nothing while the activity popup is shown', async ({ newStranger }) => {
  const { page } = await newStranger();
  await page.goto('/');
  await page.getByRole('region', { name: 'Recent activity' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

test('a phone shows no activity popup', async ({ newStranger }) => {
  const { page } = await newStranger(phone);
  await page.clock.install();
  await page.goto('/');
  await page.clock.runFor(20_000);
  expect(await page.getByRole('region', { name: 'Recent activity' }).count()).toBe(0);
});

test('while the last units are in another shopper’s checkout, Notify me promises 10% once they are back', async ({
  newStranger,
}) => {
  const buyer = await newStranger();
  await buyer.page.goto('/product');
  const status = await buyer.page.evaluate(async () => {
    const product_id = document.querySelector<HTMLInputElement>('input[name="product_id"]')?.value;
    const send = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await send('/api/cart/items', { product_id, quantity: 7 });
    return (await send('/api/create-payment-intent', {})).status;
  });
  expect(status).toBe(200);
  const { page } = await newStranger();
  const seen = async () => (await page.request.get('/product')).text();
  await expect.poll(seen, { timeout: 20_000 }).toContain('Sold out - notify me');
  await page.goto('/product');
  expect(await page.getByRole('button', { name: 'Notify me' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Sold out - notify me' }).click();
  await page.getByRole('heading', { name: 'Want 10% off when it’s back?' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await emailOf(page).fill('sol@example.com');
  await dialogOf(page).getByRole('button', { name: 'Notify me' }).click();
  await page.getByText('We’ll email your 10% code the day it’s back.').waitFor();
  expect(await (await page.request.get('/mailbox')).text()).not.toContain('sol@example.com');
});
