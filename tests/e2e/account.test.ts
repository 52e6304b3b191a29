import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, onTestFinished } from 'vitest';

import { photoProblems } from '#shared/photo.ts';

import { isFullRun } from '../support/full-run.ts';
import { axeViolations, violationsOnPages } from './support/page-checks.ts';
import { clara, linkInMail, owner, signInBy } from './support/sign-in.ts';
import { largePhoto } from '../support/large-photo.ts';
import { ownPage } from './support/admin-pages.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { fillCard, goToCheckout, orderNumberOn, payButton, screens } from './support/browser-visitors.ts';

const test = testWithShop();

const laptop = { width: 1280, height: 800 };

/** Calls the shop's API as the sign-in form does. Returns the status. */
async function post({ shop }: Uses<'shop'>, { request }: Page, path: string, data: object): Promise<number> {
  return (await request.post(`/api${path}`, { headers: ownPage(shop.url), data })).status();
}

async function signIn(page: Page, who = clara): Promise<void> {
  await signInBy(page.request, who);
  await page.goto('/account');
  await page.getByRole('heading', { name: /^Hello, / }).waitFor();
}

async function asClara({ newShopper }: Uses<'newShopper'>, viewport = laptop) {
  const shopper = await newShopper(viewport);
  await signIn(shopper.page);
  return shopper;
}

const nora = { email: 'nora@example.com', password: 'a-long-enough-one' };

/** Opens a separate customer, who has confirmed the email with the link in the mailbox. */
async function asNora({ shop, newShopper }: Uses<'shop' | 'newShopper'>) {
  const shopper = await newShopper(laptop);
  const { page } = shopper;
  expect(await post({ shop }, page, '/auth/sign-up/email', { ...nora, name: 'Nora New', next: '/account' })).toBe(200);
  await page.goto(await linkInMail(page, nora.email, 'Confirm email'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.waitForURL(`${shop.url}/account`);
  return shopper;
}

let bought: Promise<string> | undefined;
/** Number of Clara's order for $59.00, which the first test that needs it buys. */
const claraOrder = ({ shop }: Uses<'shop'>) => (bought ??= orderOf(shop.url, clara));

const addPhoto = async (page: Page, name: string) => {
  await page.getByLabel('Photo', { exact: true }).setInputFiles(`public/media/${name}`);
  await page.getByRole('button', { name: 'Add photo' }).click();
};

const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd');

test('a customer logs the routine once a day, and the streak grows from five days to six', async ({ newShopper }) => {
  const { page, problems } = await asClara({ newShopper });
  expect(await figure(page, 'Routine streak').innerText()).toBe('5 days');
  expect(await figure(page, 'On your journey').innerText()).toBe('24 days');
  await page.getByRole('button', { name: 'Log today’s routine' }).click();
  await page.getByText('Done for today').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Done for today'));
  expect(await figure(page, 'Routine streak').innerText()).toBe('6 days');
  await page.reload();
  await page.getByText('Done for today').waitFor();
  expect(await page.getByRole('button', { name: 'Log today’s routine' }).count()).toBe(0);
  // At midnight an open page offers the new day.
  await page.clock.install();
  await page.reload();
  await page.getByText('Done for today').waitFor();
  await page.clock.fastForward('24:00:00');
  await page.getByRole('button', { name: 'Log today’s routine' }).waitFor();
  expect(problems).toEqual([]);
});

test('signing out shows a message once, and the dashboard fits a width of 320 px', async ({ newShopper }) => {
  const { page, problems } = await asClara({ newShopper }, { width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByText('You have been successfully signed out.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.reload();
  expect(await page.getByText('You have been successfully signed out.').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a customer saves an address and a phone, and buys without typing either', async ({ newShopper }) => {
  const { page } = await asClara({ newShopper });
  await page.goto('/account/profile');
  await page.getByLabel('Phone (optional)').fill('415 555 0132');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Profile updated').first().waitFor();
  await page.getByRole('link', { name: 'Add an address' }).click();
  await page.getByLabel('Street address').fill('1 Market Street');
  await page.getByLabel('City').fill('San Francisco');
  await page.getByLabel('State').selectOption('CA');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Enter a 5-digit ZIP, for example 94103').waitFor();
  expect(await page.getByLabel('Street address').inputValue()).toBe('1 Market Street');
  await page.getByLabel('ZIP code').fill('94103');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Used at checkout').waitFor();
  await page.goto('/product');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
  await goToCheckout(page);
  const filled = await Promise.all(
    ['Email', 'Phone', 'Street address', 'ZIP code'].map((label) =>
      page.getByLabel(label, { exact: true }).inputValue(),
    ),
  );
  expect(filled).toEqual(['customer@halorosa.example', '415 555 0132', '1 Market Street', '94103']);
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
});

test('the account shows the order, and its invoice is a PDF of the paid amount', async ({ shop, newShopper }) => {
  const number = await claraOrder({ shop });
  const { page } = await asClara({ newShopper });
  expect(await figure(page, 'Skin progress').innerText()).toBe('Glowing');
  await page.getByRole('link', { name: 'My Orders' }).click();
  const card = page.getByRole('article', { name: `Order ${number}` });
  await card.getByText('$59.00', { exact: true }).waitFor();
  for (const badge of ['Confirmed', 'Paid']) await card.getByText(badge, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Orders refreshed').first().waitFor();
  await page.getByRole('button', { name: 'Refresh' }).and(page.locator(':focus')).waitFor();
  expect((await page.request.get('/account/orders')).headers()['cache-control']).toBe('no-store, no-transform');
  const answer = await page.request.get(`/account/orders/${number}/invoice.pdf`);
  expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.body())), { mergePages: true });
  for (const part of [`INV-${number}`, '1 Burnside Street', 'Total paid', '$59.00']) expect(text).toContain(part);
  await card.getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  expect(await page.getByRole('list').filter({ hasText: 'Out for delivery' }).count()).toBe(1);
  // The card is stored after the confirmation has been written.
  const details = async () => (await page.request.get(page.url())).text();
  await expect.poll(details, { timeout: 15_000 }).toContain('Visa ending 4242');
  await page.reload();
  expect(await page.getByText('Visa ending 4242').count()).toBe(1);
});

test.runIf(isFullRun)(
  'photos are compared by arrow keys, and only their owner can open them',
  async ({ newShopper }) => {
    const { page } = await asClara({ newShopper });
    await page.goto('/account/progress');
    await page
      .getByLabel('Photo', { exact: true })
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
    await page.getByText(photoProblems.photo_unknown).waitFor();
    // Exceeds the upload limit, so the page sends a reduced copy.
    const buffer = await largePhoto({ quality: 100 });
    expect(buffer.length).toBeGreaterThan(10 * 1024 * 1024);
    // A file: as a message to the browser, 13 MB take more than 15 s on a busy machine.
    const folder = mkdtempSync(join(tmpdir(), 'shop-photo-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'a.jpg'), buffer);
    await page.getByLabel('Photo', { exact: true }).setInputFiles(join(folder, 'a.jpg'));
    await page.waitForFunction(() => {
      const [file] = document.querySelector<HTMLInputElement>('#progress-photo')?.files ?? [];
      return (file?.size ?? Infinity) < 2_000_000;
    });
    await page.getByRole('button', { name: 'Add photo' }).click();
    await page.getByRole('heading', { name: 'Your photos' }).waitFor();
    await addPhoto(page, 'upright-800.jpg');
    const slider = page.getByRole('slider', { name: 'How much of the earlier photo is shown' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const cut = () => page.locator('.then-and-now .then').evaluate((picture) => getComputedStyle(picture).clipPath);
    expect(await slider.inputValue()).toBe('60');
    await expect.poll(cut).toBe('inset(0px 40% 0px 0px)');
    await page.keyboard.press('Home');
    await expect.poll(cut).toBe('inset(0px 100% 0px 0px)');
    const address = (await page.locator('.then-and-now .then').getAttribute('src')) ?? '';
    expect((await page.request.get(address)).status()).toBe(200);
    const stranger = await newShopper();
    expect((await stranger.page.request.get(address)).status()).toBe(401);
    await signIn(stranger.page, owner);
    expect((await stranger.page.request.get(address)).status()).toBe(404);
    await stranger.leave();
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByText('Delete this photo for good?').waitFor();
    expect((await page.request.get(address)).status()).toBe(200);
    await page.getByRole('button', { name: /^Yes, delete it/ }).click();
    await page.getByText('Photo deleted').first().waitFor();
    await slider.waitFor({ state: 'detached' });
  },
);

test("another customer's order, invoice and address are not found; a guest is sent to sign in and back", async ({
  shop,
  newShopper,
}) => {
  const number = await claraOrder({ shop });
  const stranger = await newShopper();
  const status = async (path: string) => (await stranger.page.request.get(path, { maxRedirects: 0 })).status();
  const own = [
    '',
    '/orders',
    '/progress',
    '/profile',
    '/delete',
    '/my-data.json',
    `/orders/${number}`,
    `/orders/${number}/invoice.pdf`,
  ];
  for (const path of own) expect([path, await status(`/account${path}`)]).toEqual([path, 302]);
  await stranger.page.goto(`/account/orders/${number}`);
  expect(new URL(stranger.page.url()).search).toBe(`?next=${encodeURIComponent(`/account/orders/${number}`)}`);
  await signIn(stranger.page, owner);
  const others = [number, `${number}/invoice.pdf`, 'HR-NONE', 'null'].map((name) => `/account/orders/${name}`);
  for (const path of [...others, '/account/addresses/00000000-0000-4000-8000-000000000000']) {
    expect([path, await status(path)]).toEqual([path, 404]);
  }
  for (const path of ['/account/orders/%00', '/account/addresses/%00']) {
    expect([path, await status(path)]).toEqual([path, 400]);
  }
});

test('a refused profile names the error and keeps the input; a password reset mail is sent', async ({ newShopper }) => {
  const { page } = await asClara({ newShopper });
  await page.goto('/account/profile');
  await page.getByText('Verified', { exact: true }).waitFor();
  await page.getByText('Customer Account').waitFor();
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').fill('Glowing');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Failed to update profile').first().waitFor();
  await page.getByText('Enter your first name').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Glowing');
  await page.getByLabel('First name').fill('Clara');
  await page.getByLabel('Display name').fill('Clari');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Profile updated').first().waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Hello, Clari' }).waitFor();
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('We sent a link to customer@halorosa.example.').waitFor();
});

test('a customer downloads their data and deletes the account, and is then unknown', async ({ shop, newShopper }) => {
  const { page } = await asNora({ shop, newShopper });
  expect(await figure(page, 'Skin progress').innerText()).toBe('Ready');
  await page.goto('/account/profile');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = await (await page.request.get('/account/my-data.json')).json();
  expect(data).toMatchObject({ account: [{ email: nora.email }], orders: [], progressPhotos: [] });
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Yes, delete my account' }).click();
  await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
  await page.goto('/account');
  expect(new URL(page.url()).pathname).toBe('/auth');
  expect(await post({ shop }, page, '/auth/sign-in/email', nora)).toBe(401);
});

test('without JavaScript the routine is logged, and a profile and an address are saved', async ({
  newPlainPage,
  shopper: { page },
}) => {
  await signIn(page, owner);
  const { page: plain } = await newPlainPage({ storageState: await page.context().storageState() });
  await plain.goto('/account');
  await plain.getByRole('button', { name: 'Log today’s routine' }).click();
  await plain.getByText('Done for today').waitFor();
  expect(await figure(plain, 'Routine streak').innerText()).toBe('1 day');
  await plain.goto('/account/profile');
  await plain.getByLabel('Phone (optional)').fill('12');
  await plain.getByRole('button', { name: 'Save profile' }).click();
  await plain.getByText('Enter a phone number with its area code').waitFor();
  expect(await plain.getByLabel('Phone (optional)').inputValue()).toBe('12');
  await plain.goto('/account/addresses/new');
  await plain.getByLabel('Country').selectOption('CA');
  await plain.getByLabel('Street address').fill('24 Sussex Drive');
  await plain.getByLabel('City').fill('Ottawa');
  await plain.getByLabel('State').fill('Ontario');
  await plain.getByLabel('ZIP code').fill('K1M 1M4');
  await plain.getByRole('button', { name: 'Save address' }).click();
  await plain.getByText('Ottawa, ON K1M 1M4').waitFor();
});

test.runIf(isFullRun)(
  'axe finds nothing on the account pages, and none of them scrolls sideways',
  async ({ shop, newShopper }) => {
    const number = await claraOrder({ shop });
    const { page } = await asClara({ newShopper });
    const paths = ['', '/orders', `/orders/${number}`, '/progress', '/profile', '/addresses/new', '/delete'];
    const addresses = paths.map((path) => `/account${path}`);
    expect(await violationsOnPages(page, addresses)).toEqual([]);
  },
);

describe.each(screens)('on %s', (_device, viewport) => {
  test('axe finds nothing on a refused address', async ({ newShopper }) => {
    const { page } = await asClara({ newShopper }, viewport);
    await page.goto('/account/addresses/new');
    await page.getByRole('button', { name: 'Save address' }).click();
    await page.getByText('Enter your street and house number').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
