import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { pageRoutes } from '#pages/page-registry.ts';

import { testWithShop } from './fixtures.ts';
import { laptop, openAdmin } from './support/admin-pages.ts';

const test = testWithShop({ SAMPLE_ORDERS: 'on' });

/** Fields that a person types into. Passwords are typed again. */
const kinds = ['text', 'email', 'tel', 'url', 'number', 'date', 'datetime-local'];
const fieldsOfPage = `main :is(textarea, input:not([type]), ${kinds.map((kind) => `input[type="${kind}"]`).join(', ')})`;

/** Fields about whose text the page does not ask, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'form[method="get"] *': 'a filter of a list or a chart changes nothing',
  'form:not([method]) *': 'a filter of a list or a chart changes nothing',
};

/** Pages whose forms are not walked, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  '/admin/orders': 'a status and boxes',
  '/admin/visits': 'a choice',
  '/admin/customers': 'a role',
  '/admin/customers/:id': 'a role, buttons and boxes',
  '/admin/customers/:id/data.json': 'a file',
  '/admin/content': 'buttons',
  '/admin/content/:key': 'its editor saves itself, which a test below shows',
  '/admin/emails': 'buttons',
  '/admin/mails': 'buttons',
  '/admin/notifications': 'choices',
  '/admin/messages': 'buttons',
  '/admin/taxes': 'boxes',
};

const texts: Readonly<Record<string, string>> = {
  email: 'typed@example.com',
  url: 'https://typed.example',
  number: '7',
  date: '2026-01-02',
  'datetime-local': '2026-01-02T03:04',
};

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' });
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true });

const goElsewhere = (page: Page) => menuLink(page, 'Dashboard').first().click();

/** Pages of records without a list of the same address. */
const recordsElsewhere: Readonly<Record<string, string>> = {
  '/admin/discounts/promotions/:id': '/admin/discounts/promotions/new?kind=free_shipping_over',
};

/** Returns the addresses of a page: of a new record, and of the first record in the list. */
async function addressesOf(page: Page, path: string): Promise<string[]> {
  const known = recordsElsewhere[path];
  if (known !== undefined) return [known];
  if (!path.includes('/:')) return [path];
  const list = path.slice(0, path.indexOf('/:'));
  const isRecord = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?#]+')}$`);
  await page.goto(list);
  const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const records = links.filter((link) => isRecord.test(link));
  const record = records.find((link) => !link.endsWith('/new'));
  return [records.find((link) => link.endsWith('/new')), record].filter((link) => link !== undefined);
}

/** Opens what is folded, and the form for selected rows. */
async function unfold(page: Page): Promise<void> {
  const all = page.getByRole('checkbox', { name: /^Select all/ });
  if ((await all.count()) > 0) await all.first().check();
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('main details')) fold.toggleAttribute('open', true);
  });
}

/** Returns the first visible field of each form. All fields have the same mechanism. */
async function fieldOfEachForm(page: Page): Promise<Locator[]> {
  const found = new Map<string, Locator>();
  for (const field of await page.locator(fieldsOfPage).all()) {
    const form = await field.evaluate(
      (one, all) =>
        all.some((other) => one.matches(other)) ? null : (one.closest('form')?.getAttribute('id') ?? one.id),
      Object.keys(exempt),
    );
    if (form === null || found.has(form) || !(await field.isVisible()) || !(await field.isEditable())) continue;
    found.set(form, field);
  }
  return [...found.values()];
}

/** Types into a field and returns the typed and the earlier text. */
async function typeInto(field: Locator): Promise<{ typed: string; before: string }> {
  const before = await field.inputValue();
  const kind = (await field.getAttribute('type')) ?? 'text';
  await field.fill(texts[kind] ?? `${before.slice(0, 3)}typed`);
  return { typed: await field.inputValue(), before };
}

/** Stays on the page. Until the dialog is gone, keys do not reach the fields behind it. */
async function keep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await question(page).waitFor({ state: 'hidden' });
}

/** True if the page asks before it is left, as the browser would find when a tab is closed. */
const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Types into a form, and takes the text back. The page asks in between only. */
async function asksForForm(page: Page, field: Locator, address: string): Promise<void> {
  const name = `${address} ${await field.getAttribute('id')}`;
  const { before } = await typeInto(field);
  await expect.poll(() => asksBeforeLeaving(page), { message: `${name} asks` }).toBe(true);
  await field.fill(before);
  await expect.poll(() => asksBeforeLeaving(page), { message: `${name} asks without a text` }).toBe(false);
}

/** Types into a form, tries to leave by the menu, stays and takes the text back. */
async function triesToLeave(page: Page, field: Locator): Promise<void> {
  const { typed, before } = await typeInto(field);
  await goElsewhere(page);
  await question(page).waitFor();
  await keep(page);
  expect(await field.inputValue()).toBe(typed);
  await field.fill(before);
}

const formPages = pageRoutes.filter(({ forms }) => forms !== undefined).map(({ path }) => path);

test('every form of the admin asks before a menu link loses what was typed, and not without a typed text', async ({
  newAdmin,
}) => {
  const { page } = await newAdmin();
  const pagesWithText = new Set<string>();
  for (const path of formPages.filter((one) => leftOut[one] === undefined)) {
    for (const address of await addressesOf(page, path)) {
      await page.goto(address);
      await unfold(page);
      const fields = await fieldOfEachForm(page);
      if (fields[0] !== undefined) await triesToLeave(page, fields[0]);
      for (const field of fields) {
        pagesWithText.add(path);
        await asksForForm(page, field, address);
      }
      await goElsewhere(page);
      const isThere = await page.waitForURL('**/admin').then(
        () => true,
        () => false,
      );
      expect(`${address} ${isThere}`).toBe(`${address} true`);
    }
  }
  expect(formPages.filter((path) => !pagesWithText.has(path))).toEqual(Object.keys(leftOut));
});

const saved = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor();
const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

test('a saved text is not asked about, a refused one is', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'shipping');
  await unfold(page);
  const first = page.locator('form:has([id^="option-"])').last();
  await first.getByLabel('Name').fill('By balloon');
  await first.getByRole('button', { name: 'Save option' }).click();
  await page.getByText('By balloon').first().waitFor();
  await page
    .getByRole('status')
    .getByText(/saved|shown|stored/i)
    .first()
    .waitFor();
  await goElsewhere(page);
  await page.waitForURL('**/admin');
  await openAdmin(page, 'discounts/new');
  await page.locator('#code-code').fill('!');
  await clickButton(page, 'Create code');
  await saved(page, 'attention');
  await goElsewhere(page);
  await question(page).waitFor();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/admin');
});

test('Back is asked about: staying keeps page and text, leaving goes back', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'taxes');
  await menuLink(page, 'Settings').first().click();
  await page.waitForURL('**/admin/settings');
  const field = page.getByLabel('Legal name');
  await field.fill('By balloon');
  await page.evaluate(() => history.back());
  await question(page).waitFor();
  await keep(page);
  expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual(['/admin/settings', 'By balloon']);
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/admin/taxes');
});

test('closing a tab asks only while a typed text is unsaved', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'settings');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(dialogs).toEqual([]);
  await page.getByLabel('Legal name').pressSequentially('Rose');
  await page.reload();
  expect(dialogs).toEqual(['beforeunload']);
});

test('a text in one form of an order stays while another form is saved', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'orders/HR-SAMPLE22');
  await unfold(page);
  const reason = page.locator('#hold-reason');
  await reason.fill('Waits for a call');
  await page.locator('#address-deliveryInstructions').fill('Ring twice');
  await clickButton(page, 'Save address');
  await page.locator('main p').getByText('Ring twice').first().waitFor();
  await expect.poll(() => reason.inputValue()).toBe('Waits for a call');
});

test('an editor that saves itself is left without a question once its draft is saved', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'content/site');
  const name = page.locator('#content-disclaimer');
  await name.fill('Typed just before leaving.');
  await goElsewhere(page);
  await page.waitForURL('**/admin');
  await openAdmin(page, 'content/site');
  expect(await name.inputValue()).toBe('Typed just before leaving.');
});

for (const [path, field] of [
  ['/contact', '#contact-message'],
  ['/reviews?rate=5', '#review-content'],
] as const) {
  test(`a shopper who typed a text at ${path} is asked before a link loses it`, async ({ newShopper }) => {
    const { page } = await newShopper(laptop);
    await page.goto(path);
    await page.locator(field).fill('A long text');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first();
    await link.click();
    await question(page).waitFor();
    await keep(page);
    expect(await page.locator(field).inputValue()).toBe('A long text');
    await page.locator(field).fill('');
    await link.click();
    await page.waitForURL('**/about');
  });
}
