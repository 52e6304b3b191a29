import { chromium, type APIRequestContext, type Browser, type Page } from 'playwright-core';

import { headlessProgram } from '../../../scripts/installed-programs.ts';
import { isFullRun } from '../../support/full-run.ts';

/**
 * Features that Chromium disables. It renders the address bar's suggestions as a separate page per
 * window, which costs more than the shop's page. Only the last list counts, so this one begins with
 * Playwright's defaults.
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

/** Screens for tests that take the same steps on each. `npm test` uses the phone only. */
export const screens: Screen[] = [['a phone', phone], ...(isFullRun ? [['a wide screen', wide] satisfies Screen] : [])];

/**
 * Records when the page is hydrated and its first effects have run: then its frame takes the clicks
 * that were made before.
 */
function watchHydration(): void {
  let take: typeof globalThis.takeEarlyClicks;
  Object.defineProperty(window, 'takeEarlyClicks', {
    get: () => take,
    set(own: () => HTMLButtonElement[]) {
      take = () => {
        Object.assign(window, { isHydrated: true });
        return own();
      };
    },
  });
}

/** True once a page is loaded and interactive. A page of the router is so after hydration. */
export const isInteractive = () =>
  document.readyState === 'complete' && (!('__reactRouterContext' in window) || 'isHydrated' in window);

/** Holds back the scripts of pages opened from now on. Returns the function that releases them. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()));
  return resolve;
}

/**
 * Makes `goto` and `reload` wait until the page is interactive. Tests that act before hydration use
 * `commit`.
 */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.addInitScript(watchHydration);
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isInteractive);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isInteractive);
    return response;
  };
}

/** Opens a page of the shop and waits for the cart, the last thing that it requests on its own. */
export async function openWithCart(page: Page, path: string): Promise<void> {
  const cart = page.waitForResponse('**/api/cart');
  await page.goto(path);
  await (await cart).finished();
}

/** Opens a first-time visitor. `problems` collects the errors of the browser console. */
export async function newStranger(browser: Browser, url: string, viewport = desktop) {
  const context = await browser.newContext({ viewport, baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await waitUntilInteractive(page);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, problems, leave: () => context.close() };
}

/** Opens a new shopper with an empty cart, who has dismissed the email dialog. */
export async function newShopper(browser: Browser, url: string, viewport = desktop) {
  const shopper = await newStranger(browser, url, viewport);
  await shopper.page.addInitScript(() => {
    // Mails are shown in a sandboxed frame without storage.
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

/** Adds one unit to the cart through the API call of the button. */
export async function fillCart(request: APIRequestContext): Promise<void> {
  const product = await request.get('/product');
  const id = /name="product_id" value="([^"]+)"/.exec(await product.text())?.[1];
  const headers = { origin: new URL(product.url()).origin };
  const answer = await request.post('/api/cart/items', { headers, data: { product_id: id, quantity: 1 } });
  if (!answer.ok()) throw new Error(`the cart answered ${answer.status()}`);
}

/** Waits until the goods are reserved. The form is shown earlier. */
export const hasBegun = (page: Page) => page.getByText('Your items are reserved for').waitFor();

/** Opens the checkout with one unit directly. `buy` and `access` test the way there. */
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
  await page.getByLabel('Email', { exact: true }).fill(email);
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

/** Returns the order number of the success page. */
export async function orderNumberOn(page: Page): Promise<string> {
  const line = page.getByText(/^Order HR-/);
  await line.waitFor();
  return (await line.innerText()).replace('Order ', '').trim();
}

type Card = { email: string; number?: string; viewport?: { width: number; height: number } };

/** Takes a guest to a completed checkout. The test pays. */
export async function guestAtPayment(browser: Browser, url: string, { email, number, viewport }: Card) {
  const shopper = await newShopper(browser, url, viewport ?? desktop);
  await openCheckout(shopper.page);
  await fillForm(shopper.page, email);
  await fillCard(shopper.page, number ?? '4242424242424242');
  return shopper;
}
