import { chromium, type APIRequestContext, type Browser, type Page } from 'playwright-core';

import { headlessProgram } from '../../../scripts/installed.ts';
import { isShort } from '../../support/length.ts';

/**
 * Chromium draws the list below the address bar as a page of its own in each window, which costs more than the shop's page does,
 * and nobody types there. Of several lists of what is off it heeds the last: this one begins with what Playwright turns off.
 */
const off = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

export function launchBrowser(more: string[] = [], executablePath = headlessProgram()): Promise<Browser> {
  if (executablePath === null) throw new Error('Chromium is not installed');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${off.join(',')}`,
      ...more,
    ],
  });
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };
export const wide = { width: 1280, height: 900 };

type Screen = [name: string, viewport: { width: number; height: number }];

/** For stories that take the same steps on each screen: in the short run a phone is enough. */
export const screens: Screen[] = [['a phone', phone], ...(isShort ? [] : [['a wide screen', wide] satisfies Screen])];

/** Whether a page answers what is done on it: one that the router wrote does so from its hydration on, and its scripts come late. */
export const answers = () =>
  !('__reactRouterContext' in window) || Object.keys(document).some((key) => key.startsWith('__reactContainer'));

/** Holds back the scripts of pages that are opened from now on; answers how to let them come. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()));
  return resolve;
}

/**
 * Opening a page ends when it answers, not when its files are there. A story of what comes by itself, or must not come, waits until
 * the network is idle, too; one that acts before the page answers says `commit`.
 */
function waitForAnswers(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(answers);
    return response;
  };
}

/** Somebody who has never been here; `problems` collects what the browser's console complains about. */
export async function newStranger(browser: Browser, url: string, viewport = desktop) {
  const context = await browser.newContext({ viewport, baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  waitForAnswers(page);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, problems, leave: () => context.close() };
}

/** A new shopper with nothing in the cart, who has said once that no letters are wanted. */
export async function newShopper(browser: Browser, url: string, viewport = desktop) {
  const shopper = await newStranger(browser, url, viewport);
  await shopper.page.addInitScript(() => {
    // Mails are shown in a frame of their own, which keeps nothing.
    if (window.top === window) localStorage.setItem('email_capture_dismissed', '1');
  });
  return shopper;
}

export async function putWandInCart(page: Page): Promise<void> {
  await page.goto('/product');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
}

/** Has one unit in the cart, by the call that the button makes. */
export async function fillCart(request: APIRequestContext): Promise<void> {
  const product = await request.get('/product');
  const id = /name="product_id" value="([^"]+)"/.exec(await product.text())?.[1];
  const headers = { origin: new URL(product.url()).origin };
  const answer = await request.post('/api/cart/items', { headers, data: { product_id: id, quantity: 1 } });
  if (!answer.ok()) throw new Error(`the cart answered ${answer.status()}`);
}

/** The form is there from the start; the checkout itself begins when its goods are reserved. */
export const hasBegun = (page: Page) => page.getByText('Your items are reserved for').waitFor();

/** At the checkout with one unit, straight away: how a shopper gets there is a story of `buy` and `access`. */
export async function openCheckout(page: Page): Promise<void> {
  await fillCart(page.request);
  await page.goto('/checkout');
  await hasBegun(page);
}

export async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Secure Checkout' }).click();
  await hasBegun(page);
}

export async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('First name').fill('Mia');
  await page.getByLabel('Last name').fill('Rose');
  await page.getByLabel('Phone').fill('415 555 0132');
  await page.getByLabel('Street address').fill('1 Burnside Street');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State').selectOption('OR');
  await page.getByLabel('ZIP code').fill('97205');
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

/** The order number of the success page. */
export async function orderNumberOn(page: Page): Promise<string> {
  const line = page.getByText(/^Order HR-/);
  await line.waitFor();
  return (await line.innerText()).replace('Order ', '').trim();
}

type Card = { email: string; number?: string; viewport?: { width: number; height: number } };

/** A guest all the way to a filled checkout; paying is the test's. */
export async function guestAtPayment(browser: Browser, url: string, { email, number, viewport }: Card) {
  const shopper = await newShopper(browser, url, viewport ?? desktop);
  await openCheckout(shopper.page);
  await fillForm(shopper.page, email);
  await fillCard(shopper.page, number ?? '4242424242424242');
  return shopper;
}
