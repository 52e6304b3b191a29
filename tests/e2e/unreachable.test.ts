import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { clara, emailField, enter } from './support/sign-in.ts';
import { openAdmin } from './support/admin-pages.ts';
import { testWithShop } from './fixtures.ts';
import { fillCard, fillForm, openCheckout, openWithCart, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

/** Sends a form while offline, expects the message, and goes online again. */
async function cutOff(page: Page, send: () => Promise<void>, message: string): Promise<void> {
  await page.context().setOffline(true);
  await send();
  await page.getByRole('alert').getByText(message).first().waitFor();
  await page.context().setOffline(false);
}

const cannot = 'Can’t reach the shop. Check your connection and try again.';
const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('an offline sign-in or profile change shows an error, keeps the input and works once online', async ({
  shopper: { page },
}) => {
  await page.goto('/auth');
  await cutOff(page, () => enter(page, clara), cannot);
  expect(await emailField(page).inputValue()).toBe(clara.email);
  await enter(page, clara);
  await page.waitForURL((url) => url.pathname !== '/auth');
  await page.goto('/account/profile');
  await page.getByLabel('First name').fill('Clarissa');
  await cutOff(page, () => clickButton(page, 'Save profile'), 'Failed to update profile');
  expect(await page.getByLabel('First name').inputValue()).toBe('Clarissa');
  await clickButton(page, 'Save profile');
  await page.getByRole('status').getByText('Profile updated').waitFor();
});

test('an admin search and a setting keep the input while offline', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  await page.goto('/track');
  await page.getByLabel('Order number').fill('HR-7K3QX9M2');
  await page.locator('#content').getByLabel('Email').fill('mia@example.com');
  await cutOff(page, () => clickButton(page, 'Track Order'), cannot);
  expect(await page.getByLabel('Order number').inputValue()).toBe('HR-7K3QX9M2');
  await openAdmin(page, 'settings');
  await page.getByLabel('Campaign text').fill('Autumn Offer');
  await cutOff(page, () => clickButton(page, 'Save banner'), cannot);
  expect(await page.getByLabel('Campaign text').inputValue()).toBe('Autumn Offer');
});

test('an expired session prompts for sign-in, keeps the form values and resubmits after sign-in', async ({
  newAdmin,
}) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'settings');
  await page.getByLabel('Campaign text').fill('Autumn Offer');
  const session = await page.context().cookies();
  await page.context().clearCookies();
  await clickButton(page, 'Save banner');
  await page.locator('form').getByText('You’re signed out. Sign in from another tab, then try again.').waitFor();
  expect(await page.getByLabel('Campaign text').inputValue()).toBe('Autumn Offer');
  await page.context().addCookies(session);
  await clickButton(page, 'Save banner');
  await page.getByRole('status').getByText('Saved and live in the shop.').waitFor();
});

test('adding the wand while offline shows an error, and the next press adds it on the same page', async ({
  shopper: { page },
}) => {
  await openWithCart(page, '/');
  await page.evaluate(() => Object.assign(window, { stays: true }));
  const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await cutOff(page, () => add.click(), 'Oops! Something went wrong');
  await add.click();
  await page.getByRole('status').getByText('Added to cart').waitFor();
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor();
});

test('a checkout whose visitor is forgotten says why it cannot be paid, and the next one has the input', async ({
  shopper: { page },
}) => {
  await openCheckout(page);
  await fillForm(page, 'mia@example.com');
  await fillCard(page, '4242424242424242');
  await page.context().clearCookies();
  await payButton(page).click();
  const why = 'This order can no longer be changed or paid here: you were signed out, or cookies were cleared.';
  await page.getByRole('alert').getByText(why).first().waitFor();
  expect(await payButton(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await openCheckout(page);
  expect(await page.getByLabel('First name').inputValue()).toBe('Mia');
});

test('a quiz plan requested while offline says so, keeps the address and is sent once online', async ({
  newShopper,
}) => {
  const { page } = await newShopper();
  await page.goto('/quiz?step=5&primaryConcern=dullness&age=30-44&experience=beginner&timeline=1-month');
  const form = page.getByRole('region', { name: 'Email me my plan' });
  const field = form.getByLabel('Email address');
  await field.fill('offline.story@example.com');
  await page.context().setOffline(true);
  await clickButton(page, 'Email me my plan');
  await form.getByText(cannot).first().waitFor();
  await page.context().setOffline(false);
  expect(await field.inputValue()).toBe('offline.story@example.com');
  await clickButton(page, 'Email me my plan');
  await form.getByRole('status').getByText('Your plan is on its way.', { exact: false }).waitFor();
});
