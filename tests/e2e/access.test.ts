import { describe, expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { initialAddresses } from '../support/page-addresses.ts';
import { pageRoutes } from '../../src/pages/page-registry.ts';

import { axeViolations, violationsOnPages, tooWideEnlarged } from './support/page-checks.ts';
import { testWithShop } from './fixtures.ts';
import { fillCart, fillForm, goToCheckout, payButton, putWandInCart, screens } from './support/browser-visitors.ts';

const test = testWithShop();

test('axe finds nothing on the public pages, and none is wider than the screen', async ({ shopper: { page } }) => {
  const paths = ['/', '/product', '/track', '/auth', '/mailbox', '/checkout-cancelled', '/nowhere'];
  expect(await violationsOnPages(page, paths)).toEqual([]);
});

/**
 * Returns the contrast of a field's edge and placeholder with its background, and of its focus ring
 * with the surroundings.
 */
function standsOut(field: HTMLElement) {
  const brush = document.createElement('canvas').getContext('2d');
  const luminance = (...layers: string[]) => {
    if (brush === null) throw new Error('nothing can be drawn');
    for (const layer of layers) {
      brush.fillStyle = layer;
      brush.fillRect(0, 0, 1, 1);
    }
    const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const [red = 0, green = 0, blue = 0] = [...brush.getImageData(0, 0, 1, 1).data].map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (ground: string, color: string) => {
    const [dark = 0, light = 0] = [luminance(ground), luminance(ground, color)].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const { backgroundColor, borderColor } = getComputedStyle(field);
  const edge = contrast(backgroundColor, borderColor);
  const example = contrast(backgroundColor, getComputedStyle(field, '::placeholder').color);
  field.focus();
  const around = getComputedStyle(field.closest('section') ?? field).backgroundColor;
  return { edge, example, focus: contrast(around, getComputedStyle(field).outlineColor) };
}

test('a field’s edge, placeholder and focus ring meet WCAG contrast, which axe does not measure, and exceed it for visitors who prefer more contrast', async ({
  shopper: { page },
}) => {
  await page.goto('/reviews');
  const field = page.getByRole('region', { name: 'Stay in the glow' }).getByLabel('Email address');
  const usual = await field.evaluate(standsOut);
  expect(usual.edge).toBeGreaterThanOrEqual(3);
  expect(usual.example).toBeGreaterThanOrEqual(4.5);
  expect(usual.focus).toBeGreaterThanOrEqual(3);
  await page.emulateMedia({ contrast: 'more' });
  const more = await field.evaluate(standsOut);
  expect(more.edge).toBeGreaterThanOrEqual(4.5);
  expect(more.example).toBeGreaterThanOrEqual(7);
});

test.runIf(isFullRun)(
  'no public page scrolls sideways when its text, or the whole page, is doubled in size',
  // Each page that is too wide is waited for.
  { timeout: 600_000 },
  async ({ shopper: { page } }) => {
    await fillCart(page.request);
    const open = pageRoutes.filter(({ audience, path }) => /public|visitor/.test(audience) && !path.includes(':'));
    const paths = [
      ...open.map(({ path }) => path),
      ...initialAddresses('indexed').slice(-1),
      '/auth?tab=sign-up',
      '/nowhere',
    ];
    expect(await tooWideEnlarged(page, paths)).toEqual([]);
  },
);

describe.each(screens)('on %s', (_device, viewport) => {
  test('axe finds nothing in the open cart, or on the checkout with and without errors', async ({ newShopper }) => {
    const { page } = await newShopper(viewport);
    await putWandInCart(page);
    expect(await axeViolations(page)).toEqual([]);
    await goToCheckout(page);
    await page.getByLabel('Card number').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await payButton(page).click();
    await page.getByText('Enter your street and house number').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test.runIf(isFullRun)('a guest buys by keyboard alone', async ({ shopper: { page } }) => {
  await page.goto('/product');
  const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
  await page.getByRole('button', { name: 'Secure Checkout' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Email', { exact: true }).waitFor();
  await fillForm(page, 'key@example.com');
  await page.getByLabel('Card number').focus();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await payButton(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByText(/^Order HR-/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout-success');
});
