import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import {
  desktop,
  fillCard,
  fillForm,
  hasBegun,
  newShopper,
  orderNumberOn,
  payButton,
  screens,
} from './support/browser-visitors.ts';

const test = testWithShop();

const small = { width: 390, height: 844 };
const gallery = (page: Page) => page.getByRole('group', { name: 'Product gallery' });
const zoom = (page: Page) => gallery(page).getByRole('button', { name: 'Zoom picture' });
const plus = (page: Page) => page.getByRole('button', { name: /^Increase quantity/ });
const add = (page: Page) => page.getByRole('button', { name: /^Add to Cart/ });
const tile = (page: Page, units: number) => page.getByRole('radio', { name: new RegExp(`^${units} for`) });

/** Units of the first line in the cart drawer. */
async function unitsInDrawer(page: Page): Promise<string> {
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });
  await drawer.waitFor();
  return drawer.locator('output').first().innerText();
}

async function openProduct({ newShopper }: Uses<'newShopper'>, viewport = desktop) {
  const shopper = await newShopper(viewport);
  await shopper.page.goto('/product');
  return shopper;
}

describe('the product page', () => {
  test('the quantity stops at 1 and at the 7 in stock, and Add to Cart adds that many', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper });
    expect(await page.getByRole('button', { name: /^Decrease quantity/ }).isDisabled()).toBe(true);
    await page.getByText('Limited stock: 7 remaining').waitFor();
    await plus(page).focus();
    for (let press = 2; press <= 8; press += 1) await page.keyboard.press('Enter');
    await page.getByText('Only 7 left in stock!').waitFor();
    expect(await plus(page).isDisabled()).toBe(true);
    expect(await plus(page).evaluate((button) => button === document.activeElement)).toBe(true);
    // Two of seven are free.
    await page.getByRole('button', { name: 'Add to Cart - $295' }).click();
    expect(await unitsInDrawer(page)).toBe('7');
  });

  test('tiles and quantity show the same units, and three cost as much as two', async ({ newShopper }) => {
    const { page, problems } = await openProduct({ newShopper });
    await tile(page, 1).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Add to Cart - $118' }).waitFor();
    expect(await page.getByText('$39.33 each').isVisible()).toBe(true);
    expect(
      await page
        .getByRole('group', { name: /^Quantity/ })
        .locator('output')
        .innerText(),
    ).toBe('3');
    await plus(page).click();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByRole('button', { name: /^Decrease quantity/ }).click();
    expect(await tile(page, 3).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Add to Cart - $118' }).click();
    expect(await unitsInDrawer(page)).toBe('3');
    expect(problems).toEqual([]);
  });

  test('a tile chosen before hydration counts in the price and in the cart', async ({ newShopper }) => {
    const { page } = await newShopper(desktop);
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/assets/*.js', (route) => released.then(() => route.continue()));
    await page.goto('/product', { waitUntil: 'commit' });
    await tile(page, 3).check();
    expect(await add(page).first().innerText()).toContain('$59');
    release();
    await page.getByRole('button', { name: 'Add to Cart - $118' }).click();
    expect(await unitsInDrawer(page)).toBe('3');
  });

  test.for([
    [390, 664],
    [768, 1024],
    [1366, 657],
  ] as const)('price and Add to Cart are in the first view of %i × %i', async ([width, height], { newShopper }) => {
    const { page } = await openProduct({ newShopper }, { width, height });
    const main = page.getByRole('main');
    for (const shown of [main.getByText('Sale price $59'), main.getByRole('button', { name: 'Add to Cart - $59' })]) {
      const box = await shown.boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
  });

  test('the page is at most 6,500 px high on a phone', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper }, small);
    await page.getByText('Showing 6 of 16 reviews').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6_500);
  });

  test('shows the most helpful review with three stars or fewer', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper }, small);
    const critical = page.getByRole('region', { name: 'Most helpful critical review' });
    await critical.getByRole('img', { name: '3 out of 5 stars' }).waitFor();
    await critical.getByText('Nice device, slow charge').waitFor();
  });

  test('lists figures, features, contents, delivery and guarantee, and is not a medical device', async ({
    newShopper,
  }) => {
    const { page } = await openProduct({ newShopper });
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect(headings).toEqual(
      expect.arrayContaining([
        'Key features',
        'Specifications',
        "What's in the box",
        'See it closer',
        '30 days to decide',
      ]),
    );
    const main = await page.getByRole('main').innerText();
    expect(main).toMatch(/Estimated delivery [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ – [A-Z][a-z]{2}, /);
    expect(main).toContain('Buy 2 Get 1 Free, applied at checkout');
    expect(main).toMatch(/cosmetic use only/);
    const row = page.getByRole('row', { name: 'Light wavelength 630-680 nm' });
    expect(await row.count()).toBe(0);
    await page.getByRole('heading', { name: 'Specifications' }).click();
    await row.waitFor();
  });

  test('shows its rating beside its name and links to the reviews', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper });
    await page.getByRole('link', { name: '4.8 out of 5 stars 4.8 (16 reviews)' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#reviews');
  });

  test('on a phone a bar offers Add to Cart whenever its button is out of sight', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper }, small);
    const bar = page.getByRole('region', { name: 'Buy', exact: true });
    await plus(page).click();
    await page.getByRole('button', { name: 'Add to Cart - $118' }).waitFor();
    await bar.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'See it closer' }).scrollIntoViewIfNeeded();
    await bar.getByText('$118').waitFor();
    await bar.getByRole('button', { name: 'Add to Cart' }).click();
    expect(await unitsInDrawer(page)).toBe('2');
  });

  test('the labels of the size drawing are at least 11 px high at 390, 768 and 1024 px, and no figures overlap', async ({
    newShopper,
  }) => {
    const { page } = await openProduct({ newShopper });
    await page.getByRole('heading', { name: 'Specifications' }).click();
    const drawing = page.getByRole('img', { name: /^Front and side of the wand with its measures: 15 cm/ });
    for (const width of [390, 768, 1024]) {
      await page.setViewportSize({ width, height: 844 });
      // The smallest label is 40 px of the picture's 1600 px.
      const height = (((await drawing.boundingBox())?.width ?? 0) * 40) / 1_600;
      expect(height, `at ${width} px`).toBeGreaterThanOrEqual(11);
      const beyond = (all: Element[]) => all.map((one) => one.scrollWidth - one.clientWidth);
      const figures = page.getByRole('region', { name: 'The wand in figures' }).locator('dd');
      expect(await figures.evaluateAll(beyond), `at ${width} px`).toEqual([0, 0, 0, 0]);
    }
  });

  test('shows a placeholder of its layout while it loads from another page', async ({ shopper: { page } }) => {
    await page.goto('/track');
    let arrive = () => {};
    const arrival = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route('**/product.data*', (route) => arrival.then(() => route.continue()));
    await page.getByRole('link', { name: 'Shop' }).first().click();
    await page.getByText('Loading product…').waitFor();
    arrive();
    await page.getByRole('heading', { level: 1, name: '4-in-1 Red Light Facial Wand' }).waitFor();
    expect(await page.getByText('Loading product…').count()).toBe(0);
  });

  test('a product that cannot be loaded shows as not found, with the reason', async ({ shopper: { page } }) => {
    await page.goto('/track');
    await page.route('**/product.data*', (route) => route.abort());
    await page.getByRole('link', { name: 'Shop' }).first().click();
    await page.getByRole('heading', { name: 'Product not found' }).waitFor();
    await page.getByRole('alert').getByText('Failed to load product data').waitFor();
    expect(await page.title()).toMatch(/^Product not found/);
  });
});

async function payIn(tab: Page, email: string): Promise<string> {
  await tab.getByLabel('Email', { exact: true }).waitFor();
  await fillForm(tab, email);
  await fillCard(tab, '4242424242424242');
  await payButton(tab).click();
  return orderNumberOn(tab);
}

async function newTab(page: Page, press: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press.click()]);
  return tab;
}

describe('Buy Now', () => {
  test('pays one wand in a new tab and leaves the two in the cart unchanged', async ({ newShopper }) => {
    const { page, problems } = await openProduct({ newShopper });
    await plus(page).click();
    await add(page).click();
    await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
    await page.goto('/product');
    const tab = await newTab(page, page.getByRole('button', { name: /^Buy Now/ }));
    await tab.waitForURL(/\/checkout\?buy=/);
    await tab.getByLabel('Email', { exact: true }).waitFor();
    expect(await payButton(tab).innerText()).toBe('Pay $59.00');
    expect(await payIn(tab, 'now@example.com')).toMatch(/^HR-/);
    await page.reload();
    await page.getByRole('button', { name: /cart.*2/i }).click();
    const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });
    expect(await drawer.locator('output').first().innerText()).toBe('2');
    expect(problems).toEqual([]);
  });

  test('a failed request shows an error and closes the empty tab', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper });
    await page.route('**/api/create-checkout', (route) => route.abort());
    const tab = await newTab(page, page.getByRole('button', { name: /^Buy Now/ }));
    await page.getByRole('alert').getByText('Failed to start checkout process').waitFor();
    await expect.poll(() => tab.isClosed()).toBe(true);
  });
});

describe('without JavaScript', () => {
  test('a quantity beyond the stock shows a message in the new tab', async ({ newPlainPage }) => {
    const { page } = await newPlainPage();
    await page.goto('/product');
    await page
      .locator('form[target=_blank] input[name=quantity]')
      .evaluate((input) => input.setAttribute('value', '8'));
    const tab = await newTab(page, page.getByRole('button', { name: /^Buy Now/ }));
    const sentence = tab.getByRole('alert').getByText(/^Only \d left in stock!$/);
    await sentence.waitFor();
    expect(await sentence.count()).toBe(1);
  });

  test('Add to Cart adds, and Buy Now opens its checkout in a new tab', async ({ newPlainPage }) => {
    const { page } = await newPlainPage();
    await page.goto('/product');
    const tab = await newTab(page, page.getByRole('button', { name: /^Buy Now/ }));
    await tab.waitForURL(/\/checkout\?buy=[0-9a-f-]{36}$/);
    await tab.getByRole('heading', { name: 'Checkout' }).waitFor();
    await add(page).click();
    await page.waitForURL(/cart=open/);
    const cart = await page.request.get('/api/cart');
    expect(await cart.json()).toMatchObject({ items: [{ quantity: 1 }] });
    await page.getByRole('link', { name: 'Secure Checkout' }).waitFor();
  });

  test('a tile adds its units, and the specifications unfold', async ({ newPlainPage }) => {
    const { page } = await newPlainPage();
    await page.goto('/product');
    await page.getByRole('heading', { name: 'Specifications' }).click();
    await page.getByRole('row', { name: 'Head angle 27°' }).waitFor();
    await tile(page, 3).check();
    await add(page).click();
    await page.waitForURL(/cart=open/);
    const cart = await page.request.get('/api/cart');
    expect(await cart.json()).toMatchObject({ items: [{ quantity: 3 }] });
  });
});

describe.each(screens)('axe finds nothing on %s', (_width, viewport) => {
  test('on the page, zoomed, with the video and with a refusal', async ({ newShopper }) => {
    const { page } = await openProduct({ newShopper }, viewport);
    expect(await axeViolations(page)).toEqual([]);
    await zoom(page).click();
    expect(await axeViolations(page)).toEqual([]);
    for (let press = 1; press < 5; press += 1) {
      await gallery(page).getByRole('button', { name: 'Next picture' }).click();
    }
    await gallery(page).getByRole('button', { name: 'Play video' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.route('**/api/create-checkout', (route) => route.abort());
    await page.getByRole('button', { name: /^Buy Now/ }).click();
    await page.getByRole('alert').getByText('Failed to start checkout process').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('while the product is loading', async ({ newShopper }) => {
    const { page } = await newShopper(viewport);
    await page.goto('/checkout-cancelled');
    await page.route('**/product.data*', () => undefined);
    await page.locator('a[href="/product"]:visible').first().click();
    await page.getByText('Loading product…').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('when another shopper has reserved the remaining units', () => {
  let holder: Awaited<ReturnType<typeof newShopper>>;
  let late: Awaited<ReturnType<typeof openProduct>>;
  test.beforeAll(async ({ browser, shop }) => {
    const open = () => newShopper(browser, shop.url);
    late = await openProduct({ newShopper: open });
    holder = await openProduct({ newShopper: open });
    while (await plus(holder.page).isEnabled()) await plus(holder.page).click();
    const tab = await newTab(holder.page, holder.page.getByRole('button', { name: /^Buy Now/ }));
    await hasBegun(tab);
  });
  afterAll(async () => {
    await late.leave();
    await holder.leave();
  });

  test('Buy Now on an outdated page says that it is sold out', async () => {
    const tab = await newTab(late.page, late.page.getByRole('button', { name: /^Buy Now/ }));
    await late.page.getByRole('alert').getByText('This product is sold out.').waitFor();
    await expect.poll(() => tab.isClosed()).toBe(true);
  });

  const result = '/quiz?step=5&primaryConcern=general&age=45%2B&experience=beginner&timeline=1-month';

  test.for([
    [390, { '/product': 1, '/': 4, [result]: 2 }],
    [1280, { '/product': 1, '/': 4, [result]: 2 }],
  ] as const)(
    'at %i px every buy button offers a notification instead, and no promotion or delivery is promised',
    async ([width, offered], { newShopper }) => {
      const { page } = await openProduct({ newShopper }, { width, height: 844 });
      await page.getByText('Sold out at the moment').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      for (const [path, count] of Object.entries(offered)) {
        if (new URL(page.url()).pathname !== path) await page.goto(path);
        const offers = page.getByRole('button', { name: 'Sold out - notify me' });
        expect(await offers.count(), path).toBe(count);
        expect(await page.getByRole('button', { name: /^(Add to Cart|Buy Now|Get yours)/ }).count(), path).toBe(0);
        expect(await page.getByRole('main').textContent()).not.toMatch(/Buy 2 Get 1 Free|Estimated delivery/);
        for (const offer of await offers.all()) {
          if (!(await offer.isVisible())) continue;
          await offer.click();
          await page.getByRole('dialog', { name: 'Want 10% off when it’s back?' }).waitFor();
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'hidden' });
        }
      }
    },
  );
});
