import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { axeViolations } from './support/page-checks.ts';
import { testWithShop, visitors } from './fixtures.ts';
import { startShopServer, type ShopServer } from './support/shop-server.ts';
import {
  desktop,
  fillCard,
  fillForm,
  newShopper,
  openWithCart,
  payButton,
  screens,
} from './support/browser-visitors.ts';

const test = testWithShop({ META_PIXEL_ID: '1234567890' }).extend('newVisitor', visitors(newVisitor));

let plain: ShopServer;
beforeAll(async () => {
  plain = await startShopServer();
});
afterAll(() => plain.stop());

/** Replaces the vendor's script. Sends each call as one request. */
const vendorScript = `
  const send = (...call) => fetch('https://www.facebook.com/tr', { method: 'POST', mode: 'no-cors', body: JSON.stringify(call) });
  const waiting = window.fbq.queue.splice(0);
  window.fbq.callMethod = send;
  for (const call of waiting) send(...call);
`;

type Call = [string, string, Record<string, unknown>?, { eventID?: string }?];

/**
 * Opens a shopper whose requests to other hosts are recorded, together with the vendor's events.
 */
async function newVisitor(browser: Browser, url: string, viewport = desktop) {
  const visitor = await newShopper(browser, url, viewport);
  const beyond: string[] = [];
  const calls: Call[] = [];
  await visitor.page.route(
    (address) => address.origin !== url,
    (route) => {
      const request = route.request();
      beyond.push(request.url());
      if (request.url().endsWith('fbevents.js'))
        return route.fulfill({ contentType: 'text/javascript', body: vendorScript });
      calls.push(JSON.parse(request.postData() ?? '[]') as Call);
      return route.fulfill({ status: 200, body: '' });
    },
  );
  const tracked = () =>
    calls.filter(([kind]) => kind === 'track').map(([, name, fields, more]) => ({ name, fields, more }));
  return { ...visitor, beyond, tracked };
}

const banner = (page: Page) => page.getByRole('region', { name: 'May we measure our advertising?' });

/** Distance in pixels between a control and the consent question below it. */
function clearOfBanner(control: HTMLElement): number {
  const question = document.querySelector('[aria-labelledby=consent-title]');
  return (question?.getBoundingClientRect().top ?? 0) - control.getBoundingClientRect().bottom;
}

async function addAndGo(page: Page): Promise<void> {
  await page.goto('/product');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Secure Checkout' }).click();
  await page.getByLabel('Email', { exact: true }).waitFor();
}

async function pay(page: Page): Promise<string> {
  await fillForm(page, 'mia@example.com');
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  const line = page.getByText(/^Order HR-/);
  await line.waitFor();
  return (await line.innerText()).replace('Order ', '').trim();
}

const withoutYes: [says: string, answer: string | null][] = [
  ['says nothing', null],
  ['says no', 'Reject'],
];

test.for(withoutYes.slice(isFullRun ? 0 : 1))(
  'a visitor who %s sends no request to another host, up to the paid order',
  async ([_what, answer], { newVisitor }) => {
    const { page, beyond, problems } = await newVisitor();
    await page.goto('/');
    await banner(page).waitFor();
    if (answer !== null) {
      await page.getByRole('button', { name: answer }).click();
      await banner(page).waitFor({ state: 'detached' });
    }
    await addAndGo(page);
    await pay(page);
    expect(beyond).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test('after consent exactly the documented events are sent, none of them on the checkout', async ({ newVisitor }) => {
  const { page, beyond, tracked, problems } = await newVisitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForRequest(/tr$/);
  await addAndGo(page);
  const before = beyond.length;
  const number = await pay(page);
  expect(beyond.slice(before)).toEqual([]);
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await page.getByRole('heading', { level: 1, name: /Radiant skin/ }).waitFor();
  await expect
    .poll(() => tracked().map(({ name }) => name))
    .toEqual(['PageView', 'PageView', 'AddToCart', 'InitiateCheckout', 'Purchase', 'PageView']);
  const goods = { content_type: 'product', value: 59, currency: 'USD', num_items: 1 };
  expect(tracked()[2]?.fields).toMatchObject({ ...goods, content_name: '4-in-1 Red Light Facial Wand' });
  expect(tracked()[3]?.fields).toMatchObject(goods);
  expect(tracked()[4]).toMatchObject({
    fields: { ...goods, order_id: number },
    more: { eventID: `purchase_${number}` },
  });
  expect(problems).toEqual([]);
});

test('consent can be withdrawn in the footer, and no event is sent from then on', async ({ newVisitor }) => {
  const { page, tracked } = await newVisitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => tracked().length).toBe(1);
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByLabel('Advertising measurement').uncheck();
  await page.getByRole('button', { name: 'Save choices' }).click();
  await page.getByRole('button', { name: 'Privacy choices' }).and(page.locator(':focus')).waitFor();
  await openWithCart(page, '/product');
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  expect(await page.getByLabel('Advertising measurement').isChecked()).toBe(false);
  expect(await banner(page).count()).toBe(0);
  expect(tracked().length).toBe(1);
});

test('a browser with Global Privacy Control is neither asked nor measured', async ({ newVisitor }) => {
  const { page, beyond } = await newVisitor();
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await openWithCart(page, '/');
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByText('Global Privacy Control signal').waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(await page.getByLabel('Advertising measurement').isDisabled()).toBe(true);
  expect(beyond).toEqual([]);
});

test('a shop that measures nothing does not ask, and says so on request', async ({ browser }) => {
  const { page, leave } = await newVisitor(browser, plain.url);
  await openWithCart(page, '/');
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByText('There is nothing to choose.').waitFor();
  expect(await banner(page).count()).toBe(0);
  await leave();
});

test.for(screens)(
  'on %s yes and no are equally large and the question is accessible by keyboard',
  async ([_device, viewport], { newVisitor }) => {
    const { page } = await newVisitor(viewport);
    await page.goto('/');
    await banner(page).waitFor();
    const sizeOf = async (name: string) => {
      const { width = 0, height = 0, y = 0 } = (await banner(page).getByRole('button', { name }).boundingBox()) ?? {};
      return { width: Math.round(width), height: Math.round(height), y: Math.round(y) };
    };
    expect(await sizeOf('Accept')).toEqual(await sizeOf('Reject'));
    expect(await axeViolations(page)).toEqual([]);
    // The first control that the question could cover, and the last one.
    for (const name of ['Play video', 'Privacy choices']) {
      const control = page.getByRole('button', { name }).first();
      await control.focus();
      const clearance = () => control.evaluate(clearOfBanner);
      await expect.poll(clearance).toBeGreaterThanOrEqual(0);
    }
    await banner(page).getByRole('button', { name: 'Choose' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your privacy choices' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await banner(page).getByRole('button', { name: 'Choose' }).and(page.locator(':focus')).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await banner(page).count()).toBe(0);
  },
);
