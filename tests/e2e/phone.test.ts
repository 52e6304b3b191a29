import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { chromiumProgram } from '../../scripts/installed-programs.ts';
import { isFullRun } from '../support/full-run.ts';

import { axeViolations } from './support/page-checks.ts';
import { clara, enter } from './support/sign-in.ts';
import { testWithShop } from './fixtures.ts';
import {
  fillCard,
  launchBrowser,
  newShopper,
  openCheckout,
  payButton,
  phone,
  putWandInCart,
} from './support/browser-visitors.ts';

const test = testWithShop();

/**
 * Opens the checkout on a phone. Each story reserves one of the seven units, and signing in
 * another.
 */
async function atCheckout(shopper: Awaited<ReturnType<typeof newShopper>>) {
  await openCheckout(shopper.page);
  await shopper.page.getByLabel('Card number').waitFor();
  return shopper;
}

/** Distance of an element from the top of the page, in pixels. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

/** Returns for every field whether it is marked as required or optional, and its keyboard hints. */
const marksOf = (page: Page) =>
  page.locator('form [id^=contact-], form [id^=shipping-]').evaluateAll((all) =>
    all
      .filter((one) => one.matches('input:not([type=radio]), select'))
      .map((one) => {
        const field = one as HTMLInputElement;
        const isMarked = field.required || field.labels?.[0]?.textContent.endsWith('(optional)') === true;
        const keys = one.matches('select') ? 'next' : field.enterKeyHint;
        return [field.id.replace(/^.*?-/, ''), isMarked, keys, field.inputMode, field.autocomplete.split(' ')[0]];
      }),
  );

test('on a phone the email field starts in the upper third, Pay ends within 1.7 screens, every field is marked, and nothing leads away', async ({
  newShopper,
}) => {
  const { page, problems } = await atCheckout(await newShopper(phone));
  const wallet = page.getByRole('button', { name: 'Pay with the demo wallet' });
  await wallet.waitFor();
  expect(await topOf(page, 'label[for=contact-email]')).toBeLessThanOrEqual(phone.height / 3);
  const pay = await payButton(page).boundingBox();
  expect((pay?.y ?? Infinity) + (pay?.height ?? 0)).toBeLessThanOrEqual(phone.height * 1.7);
  expect((await wallet.boundingBox())?.y).toBeLessThan(await topOf(page, 'label[for=contact-email]'));
  const bars = await Promise.all(
    ['header', 'main details'].map((bar) =>
      page
        .locator(bar)
        .first()
        .evaluate((element) => element.clientHeight),
    ),
  );
  expect(bars.reduce((sum, height) => sum + height)).toBeLessThanOrEqual(phone.height * 0.12);
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('button', { name: /menu|discount$/i }).count()).toBe(0);
  expect(await page.getByRole('contentinfo').getByRole('link').count()).toBe(4);
  expect(await page.getByText('Contact & shipping').isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  expect(await marksOf(page)).toEqual([
    ['email', true, 'next', 'email', 'shipping'],
    ['firstName', true, 'next', '', 'shipping'],
    ['lastName', true, 'next', '', 'shipping'],
    ['phone', true, 'next', 'tel', 'shipping'],
    ['country', true, 'next', '', 'shipping'],
    ['street', true, 'next', '', 'shipping'],
    ['line2', true, 'next', '', 'shipping'],
    ['postalCode', true, 'next', 'numeric', 'shipping'],
    ['city', true, 'next', '', 'shipping'],
    ['state', true, 'next', '', 'shipping'],
  ]);
  expect(await page.getByText('Only for questions about the delivery').isVisible()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

const known = {
  NAME_FIRST: 'Mia',
  NAME_LAST: 'Rose',
  EMAIL_ADDRESS: 'mia@example.com',
  PHONE_HOME_WHOLE_NUMBER: '4155550132',
  ADDRESS_HOME_LINE1: '1 Burnside Street',
  ADDRESS_HOME_LINE2: 'Apt 4',
  ADDRESS_HOME_CITY: 'Portland',
  ADDRESS_HOME_STATE: 'OR',
  ADDRESS_HOME_ZIP: '97205',
  ADDRESS_HOME_COUNTRY: 'US',
};
const address = { fields: Object.entries(known).map(([name, value]) => ({ name, value })) };

/** Uses the browser's address autofill, as if chosen in this field. */
async function fillByBrowser(page: Page, id: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Autofill.enable');
  await page.locator(`#${id}`).focus();
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: `#${id}` });
  const { node } = await cdp.send('DOM.describeNode', { nodeId });
  const filled = new Promise((done) => cdp.once('Autofill.addressFormFilled', done));
  await cdp.send('Autofill.trigger', { fieldId: node.backendNodeId, address });
  await filled;
  await cdp.detach();
}

const values = (page: Page) =>
  page
    .locator('form [id^=contact-], form [id^=shipping-]')
    .evaluateAll((all) =>
      all.filter((one) => one.matches('input:not([type=radio]), select')).map((one) => (one as HTMLInputElement).value),
    );

/** Fields that start autofill. `npm test` has one of each part of the form. */
const started = isFullRun
  ? [
      ...['email', 'firstName', 'phone'].map((name) => `contact-${name}`),
      ...['street', 'postalCode', 'city'].map((name) => `shipping-${name}`),
    ]
  : ['contact-email', 'shipping-street'];

test('browser autofill from any field fills everything without requesting suggestions, and silently set values count', async ({
  shop,
}) => {
  const device = await launchBrowser([], chromiumProgram());
  const { page, problems } = await atCheckout(await newShopper(device, shop.url, phone));
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const person = ['mia@example.com', 'Mia', 'Rose', '14155550132'];
  for (const [round, id] of started.entries()) {
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.getByLabel('Card number').waitFor();
    await fillByBrowser(page, id);
    const all = [...person, 'US', '1 Burnside Street', 'Apt 4', '97205', 'Portland', 'OR'];
    await expect.poll(() => values(page), { message: id }).toEqual(all);
    await page.getByLabel('Apartment, suite, floor (optional)').click();
    // Once another shipping method has been answered, suggestions would have been requested.
    const [way, total] = round % 2 === 0 ? [/Express/, 'Pay $71.99'] : [/Standard/, 'Pay $59.00'];
    await page.getByRole('radio', { name: way }).check();
    await page.getByRole('button', { name: total }).waitFor();
  }
  expect(paths).not.toContain('/api/address-suggestions');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByLabel('Card number').waitFor();
  await page.getByLabel('State').selectOption('OR');
  await fillCard(page, '4242424242424242');
  await page.evaluate(() => {
    const written = {
      'contact-email': 'mia@example.com',
      'contact-firstName': 'Mia',
      'contact-lastName': 'Rose',
      'contact-phone': '415 555 0132',
      'shipping-street': '1 Burnside Street',
      'shipping-postalCode': '97205',
      'shipping-city': 'Portland',
    };
    for (const [id, text] of Object.entries(written)) {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement) field.value = text;
    }
  });
  await payButton(page).click();
  await page.getByText(/^Order HR-/).waitFor();
  expect(problems).toEqual([]);
  await device.close();
});

test('invisible pasted characters are removed, and no message covers the invalid field, its label or its error', async ({
  newShopper,
}) => {
  const { page } = await atCheckout(await newShopper(phone));
  await page.getByLabel('Street address').fill('\u200b');
  // Longer than the field allows, as a program may set it.
  await page.getByLabel('City').evaluate((field) => field.removeAttribute('maxlength'));
  await page.getByLabel('City').fill('x'.repeat(101));
  await page.getByLabel('Phone').fill('\u202a+1 (415) 555\u20110132\u202c');
  await payButton(page).click();
  await page.locator('#contact-email:focus').waitFor();
  await page.getByRole('alert').getByText('Missing Shipping Address').waitFor();
  const over = await page.locator('div:has(> #contact-email)').evaluate((field) => {
    const { top, bottom } = field.getBoundingClientRect();
    const messages = [...document.querySelectorAll('[role=alert].flex > div')];
    return messages.map((one) => one.getBoundingClientRect()).filter((one) => one.top < bottom && one.bottom > top);
  });
  expect(over).toEqual([]);
  expect(await page.getByText('Enter your street and house number').count()).toBe(1);
  expect(await page.getByText('Your city may have 100 characters at most').count()).toBe(1);
  expect(await page.getByLabel('Phone').inputValue()).toBe('+1 (415) 555\u20110132');
  expect(await page.locator('#contact-phone-error').innerText()).toBe('');
});

test('changing the country clears a state and ZIP that are invalid there, and clearing the state clears its tax', async ({
  newShopper,
}) => {
  const { page } = await atCheckout(await newShopper(phone));
  await page.getByLabel('ZIP code').fill('90210');
  await page.getByLabel('State').selectOption('CA');
  await page.getByRole('button', { name: 'Pay $63.28' }).waitFor();
  await page.getByLabel('State').selectOption('');
  await page.getByRole('button', { name: 'Pay $59.00' }).waitFor();
  await page.getByLabel('State').selectOption('CA');
  await page.getByRole('button', { name: 'Pay $63.28' }).waitFor();
  await page.getByLabel('Country').selectOption('CA');
  expect(await page.getByLabel('Province').inputValue()).toBe('');
  expect(await page.getByLabel('Postal code').inputValue()).toBe('');
  await page.getByText('Enter a postal code, for example K1A 0B1').waitFor();
  await page.getByRole('button', { name: 'Pay $59.00' }).waitFor();
});

test('a ZIP fills in its city and state, input is kept, and a mistyped email domain is questioned', async ({
  newShopper,
}) => {
  const { page, problems } = await atCheckout(await newShopper(phone));
  await page.getByLabel('ZIP code').fill('94103');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('San Francisco');
  expect(await page.getByLabel('State').inputValue()).toBe('CA');
  await page.getByLabel('ZIP code').fill('97205-1234');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Portland');
  await page.getByLabel('City').fill('Goose Hollow');
  const looked = page.waitForResponse('**/api/postal-place');
  await page.getByLabel('ZIP code').fill('10001');
  await looked;
  // A ZIP of New York does not go with this city: neither is changed.
  expect(await page.getByLabel('City').inputValue()).toBe('Goose Hollow');
  expect(await page.getByLabel('State').inputValue()).toBe('OR');
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('mia@gmial.com');
  await page.getByLabel('First name').focus();
  await page.getByRole('button', { name: 'mia@gmail.com' }).click();
  expect(await email.inputValue()).toBe('mia@gmail.com');
  expect(await page.getByText('Did you mean').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('signing in from the checkout returns to the same cart with the form filled in', async ({ newShopper }) => {
  const { page, problems } = await atCheckout(await newShopper(phone));
  await page.getByLabel('First name').fill('Camille');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter(page, clara);
  await page.waitForURL('**/checkout');
  await payButton(page).waitFor();
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(clara.email);
  expect(await page.getByLabel('First name').inputValue()).toBe('Camille');
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('without JavaScript the checkout says what it needs and how to order anyway', async ({
  newPlainPage,
  shopper,
}) => {
  await putWandInCart(shopper.page);
  const { page } = await newPlainPage({ storageState: await shopper.page.context().storageState() });
  // No spelling of the URL shows the navigation, which would lead away.
  expect(await (await page.request.get('/Checkout/')).text()).not.toContain('aria-label="Main"');
  await page.goto('/checkout');
  await page.getByRole('heading', { name: 'Paying needs JavaScript' }).waitFor();
  expect(await page.getByText('Setting up your checkout...').filter({ visible: true }).count()).toBe(0);
});
