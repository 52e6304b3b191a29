import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { ownPage } from './support/admin-pages.ts';
import { testWithShop } from './fixtures.ts';
import { screens } from './support/browser-visitors.ts';

const test = testWithShop();

const typed = {
  Name: 'Mia Rose',
  Email: 'mia@example.com',
  Subject: 'Charging',
  Message: 'How long does it take?\nThank you, Mia',
};

async function fill(page: Page, change: Partial<typeof typed> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...typed, ...change })) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

async function fieldsOf(page: Page): Promise<Record<string, string>> {
  const labels = Object.keys(typed);
  const values = await Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()));
  return Object.fromEntries(labels.map((label, place) => [label, values[place] ?? '']));
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });

/** Number of emails that the shop has sent to itself. */
async function mailsToShop(page: Page): Promise<number> {
  await page.goto('/mailbox');
  return page.getByText(/New contact message [0-9A-F]{8}/).count();
}

describe.each(screens)('a visitor on %s', (_device, viewport) => {
  test('sends a message, sees the confirmation in a message and on the page, and the shop has the email', async ({
    newShopper,
  }) => {
    const { page, problems } = await newShopper(viewport);
    const before = await mailsToShop(page);
    await page.goto('/contact');
    await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
    await fill(page);
    await send(page).click();
    const toast = page.getByRole('status').filter({ hasText: 'Message sent!' });
    await toast.getByText("We'll get back to you within 24 hours.").waitFor();
    const thanks = page.getByRole('heading', { name: 'Message sent!' });
    await thanks.waitFor();
    expect(await thanks.evaluate((heading) => heading === document.activeElement)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await expect.poll(() => mailsToShop(page), { timeout: 20_000 }).toBe(before + 1);
    await page.frameLocator('iframe').getByText('How long does it take?').waitFor();
    expect(problems).toEqual([]);
  });

  test('keeps the input when the shop cannot be reached', async ({ newShopper }) => {
    const { page } = await newShopper(viewport);
    await page.goto('/contact');
    await page.route('**/api/send-contact-email', (route) => route.abort());
    await fill(page);
    await send(page).click();
    await page.getByText('Please try again or email us directly at support@halorosa.example').first().waitFor();
    expect(await page.getByText('Failed to send message').count()).toBe(2);
    expect(await fieldsOf(page)).toEqual(typed);
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute('**/api/send-contact-email');
    await send(page).click();
    await page.getByRole('heading', { name: 'Message sent!' }).waitFor();
    await page.getByRole('link', { name: 'Write another message' }).click();
    await page.locator('[name=name]:focus').waitFor();
  });
});

test('while a message is being sent the button says so, keeps the focus and sends nothing twice', async ({
  shopper: { page },
}) => {
  await page.goto('/contact');
  let release = () => undefined as void;
  const held = new Promise<void>((done) => (release = done));
  let calls = 0;
  await page.route('**/api/send-contact-email', async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await fill(page);
  await send(page).click();
  const sending = page.getByRole('button', { name: 'Sending...' });
  await sending.waitFor();
  expect(await sending.getAttribute('aria-disabled')).toBe('true');
  expect(await sending.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  release();
  await page.getByRole('heading', { name: 'Message sent!' }).waitFor();
  expect(calls).toBe(1);
});

test('a message left by a link is restored by Back, until it is sent', async ({ shopper: { page, problems } }) => {
  await page.goto('/contact');
  await fill(page);
  const lookUp = async (isUnsaved: boolean) => {
    await page.getByRole('link', { name: 'Where is my order?' }).click();
    if (isUnsaved) await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Track Your Order' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  };
  await lookUp(true);
  expect(await fieldsOf(page)).toEqual(typed);
  await send(page).click();
  await page.getByRole('heading', { name: 'Message sent!' }).waitFor();
  await lookUp(false);
  expect(await fieldsOf(page)).toEqual({ Name: '', Email: '', Subject: '', Message: '' });
  expect(problems).toEqual([]);
});

test('the request carries name, email, subject and message as JSON', async ({ shopper: { page } }) => {
  await page.goto('/contact');
  await fill(page);
  const called = page.waitForRequest('**/api/send-contact-email');
  await send(page).click();
  const call = await called;
  expect(call.method()).toBe('POST');
  expect(call.postDataJSON()).toMatchObject({
    name: 'Mia Rose',
    email: 'mia@example.com',
    subject: 'Charging',
    message: 'How long does it take?\nThank you, Mia',
  });
});

test('all four fields are required, and an error is shown at its field until corrected', async ({
  shopper: { page },
}) => {
  await page.goto('/contact');
  const required = page.locator('form [required]');
  expect(await required.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual([
    'name',
    'email',
    'subject',
    'message',
  ]);
  expect(await page.getByLabel('Message', { exact: true }).getAttribute('rows')).toBe('6');
  await fill(page, { Email: 'mia@localhost', Message: '   ' });
  await send(page).click();
  const email = page.getByLabel('Email', { exact: true });
  await page.getByText('Enter a complete email address, for example name@example.com').waitFor();
  await page.getByText('Enter your message').waitFor();
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await email.fill('mia@example.com');
  await page.getByText('Enter a complete email address, for example name@example.com').waitFor({ state: 'hidden' });
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByText('Enter your message').isVisible()).toBe(true);
});

test('the form works without JavaScript', async ({ newPlainPage }) => {
  const { page } = await newPlainPage();
  await page.goto('/contact?order=HR-7K3QX9M2');
  expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe('Order HR-7K3QX9M2');
  await fill(page, { Subject: 'Order HR-7K3QX9M2' });
  await send(page).click();
  await page.getByRole('heading', { name: 'Message sent!' }).waitFor();
  await page.getByRole('link', { name: 'Write another message' }).click();
  expect(await fieldsOf(page)).toEqual({ Name: '', Email: '', Subject: '', Message: '' });
});

test('without JavaScript an error is shown and the input is kept', async ({ newPlainPage }) => {
  const { page } = await newPlainPage();
  await page.goto('/contact');
  await fill(page, { Email: 'mia@localhost' });
  await send(page).click();
  await page.getByText('Enter a complete email address, for example name@example.com').waitFor();
  const { Message: message, ...lines } = await fieldsOf(page);
  expect(lines).toEqual({ Name: 'Mia Rose', Email: 'mia@localhost', Subject: 'Charging' });
  expect(message?.replaceAll('\r\n', '\n')).toBe(typed.Message);
});

test('the honeypot field is invisible', async ({ shopper: { page } }) => {
  await page.goto('/contact');
  expect(await page.locator('input[name=website]').isVisible()).toBe(false);
  expect(await page.getByRole('textbox').count()).toBe(4);
});

/** Number of pixels by which a page is wider than its window. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.for(screens)(
  'on %s endless words widen none of the admin pages that show them',
  async ([_device, viewport], { shop, newAdmin }) => {
    const { page } = await newAdmin(viewport);
    const subject = 'S'.repeat(200);
    const data = { name: 'N'.repeat(100), email: 'mia@example.com', subject, message: 'm'.repeat(2_000) };
    await page.request.post('/api/send-contact-email', { headers: ownPage(shop.url), data });
    await page.goto('/admin/messages');
    expect(await tooWide(page)).toBe(0);
    await page.getByRole('link', { name: subject }).first().click();
    await page.getByRole('heading', { name: subject }).waitFor();
    expect(await tooWide(page)).toBe(0);
  },
);

test('a reply being written is kept when a note is added beside it', async ({ shop, newAdmin }) => {
  const { page } = await newAdmin();
  const data = { name: 'Mia', email: 'mia@example.com', subject: 'Beside', message: 'How long does it take?' };
  await page.request.post('/api/send-contact-email', { headers: ownPage(shop.url), data });
  await page.goto('/admin/messages?q=Beside');
  await page.getByRole('link', { name: 'Beside' }).click();
  await page.getByLabel('To mia@example.com').fill('Two hours');
  const note = page.getByLabel('Only your team can see this');
  await note.fill('Asked the maker');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Asked the maker' }).waitFor();
  expect([await note.inputValue(), await page.getByLabel('To mia@example.com').inputValue()]).toEqual([
    '',
    'Two hours',
  ]);
});
