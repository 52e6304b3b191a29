import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { axeViolations } from './support/page-checks.ts';
import { clara, emailField, enter, linkInMail, password, passwordField, register, whoIsIn } from './support/sign-in.ts';
import { testWithShop } from './fixtures.ts';
import { phone, putWandInCart, screens } from './support/browser-visitors.ts';

const test = testWithShop();

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm e-mail' }).click();

describe.each(screens)('on %s', (_device, viewport) => {
  test('a visitor signs up, gets the mail, and is signed in by its link', async ({ shop, newShopper }) => {
    const email = `${viewport.width}@example.com`;
    const { page, problems } = await newShopper(viewport);
    await register(page, email);
    await page.getByRole('status').getByText('We sent you a confirmation link.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await whoIsIn(page)).toBeNull();
    await page.goto(await linkInMail(page, email, 'Confirm e-mail'));
    expect([await axeViolations(page), await whoIsIn(page)]).toEqual([[], null]);
    await confirm(page);
    await page.waitForURL(`${shop.url}/`);
    expect(await whoIsIn(page)).toBe(email);
    await page.goto('/auth');
    expect(page.url()).toBe(`${shop.url}/`);
    expect(problems).toEqual([]);
  });

  test.runIf(isFullRun)('axe finds nothing on the sign-in pages, with and without errors', async ({ newShopper }) => {
    const { page } = await newShopper(viewport);
    for (const path of ['/auth?tab=sign-up', '/auth', '/auth/forgot', '/auth/reset?token=x']) {
      await page.goto(path);
      expect([path, await axeViolations(page)]).toEqual([path, []]);
      await page.locator('#content form button[type=submit]').first().click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect([`${path} with errors`, await axeViolations(page)]).toEqual([`${path} with errors`, []]);
    }
    for (const path of ['/auth?error=TOKEN_EXPIRED', '/auth/reset?error=INVALID_TOKEN']) {
      await page.goto(path);
      expect([path, await axeViolations(page)]).toEqual([path, []]);
    }
  });
});

test('a wrong password shows a message and keeps the input, and the right one signs in', async ({
  shop,
  shopper: { page },
}) => {
  await page.goto('/auth?next=/track');
  await enter(page, { ...clara, password: 'not-this-one' });
  await page.locator('#auth-panel').getByText('Invalid email or password').waitFor();
  await page.getByText('Error', { exact: true }).waitFor();
  expect(await emailField(page).inputValue()).toBe(clara.email);
  expect(await passwordField(page).inputValue()).toBe('not-this-one');
  await enter(page, clara);
  await page.getByText('Welcome back!').waitFor();
  await page.waitForURL(`${shop.url}/track`);
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).waitFor();
});

test("a guest's cart is kept after sign-in", async ({ shop, newShopper }) => {
  const { page } = await newShopper(phone);
  await putWandInCart(page);
  await page.goto('/auth');
  await enter(page, clara);
  await page.waitForURL(`${shop.url}/`);
  const { items } = (await (await page.request.get('/api/cart')).json()) as { items: { quantity: number }[] };
  expect(items.map(({ quantity }) => quantity)).toEqual([1]);
});

test('sign-in never redirects to another site', async ({ shop, shopper: { page } }) => {
  await page.goto('/auth?next=//evil.example/');
  await enter(page, clara);
  await page.waitForURL(`${shop.url}/`);
  expect(await whoIsIn(page)).toBe(clara.email);
});

test('signing in with an unconfirmed email shows a message and offers a new link', async ({
  shop,
  shopper: { page },
}) => {
  await register(page, 'slow@example.com');
  await page.goto('/auth');
  await enter(page, { email: 'slow@example.com', password });
  await page.locator('#auth-panel').getByText('Email not confirmed').waitFor();
  await page.getByRole('button', { name: 'Send the confirmation link again' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(await linkInMail(page, 'slow@example.com', 'Confirm e-mail'));
  await confirm(page);
  await page.waitForURL(`${shop.url}/`);
  expect(await whoIsIn(page)).toBe('slow@example.com');
});

test('a used confirmation link says that the email is confirmed, a broken one offers another', async ({
  shop,
  shopper: { page },
}) => {
  await register(page, 'twice@example.com');
  const link = await linkInMail(page, 'twice@example.com', 'Confirm e-mail');
  await page.goto(link);
  await confirm(page);
  await page.waitForURL(`${shop.url}/`);
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByText('Your e-mail is confirmed. Please sign in.').waitFor();
  expect(await whoIsIn(page)).toBeNull();
  await page.goto(link.replace(/token=[^&]+/, 'token=broken'));
  await page.getByText('This confirmation link does not work any more. We can send you a new one.').waitFor();
  await page.getByRole('button', { name: 'Send the confirmation link again' }).waitFor();
});

test('a confirmation link opened in another browser without JavaScript confirms and leads to sign-in', async ({
  shop,
  newPlainPage,
  shopper: { page },
}) => {
  const email = 'other-browser@example.com';
  await register(page, email);
  const link = await linkInMail(page, email, 'Confirm e-mail');
  const elsewhere = await newPlainPage();
  await elsewhere.page.goto(link);
  await elsewhere.page.getByText('It was asked for in another browser.').waitFor();
  await confirm(elsewhere.page);
  await elsewhere.page.getByText('Your e-mail is confirmed. Please sign in.').waitFor();
  expect([await whoIsIn(page), await whoIsIn(elsewhere.page)]).toEqual([null, null]);
  await enter(elsewhere.page, { email, password });
  await elsewhere.page.waitForURL(`${shop.url}/`);
  expect(await whoIsIn(elsewhere.page)).toBe(email);
});

test('a forgotten password is reset by mail; the old password and the link stop working', async ({
  shop,
  shopper: { page },
}) => {
  const email = 'forgetful@example.com';
  await register(page, email);
  await page.goto(await linkInMail(page, email, 'Confirm e-mail'));
  await confirm(page);
  await page.waitForURL(`${shop.url}/`);
  await page.context().clearCookies();
  await page.goto('/auth');
  await emailField(page).fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.waitForURL('**/auth/forgot');
  expect(await emailField(page).inputValue()).toBe(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If there is an account for').waitFor();
  const link = await linkInMail(page, email, 'Choose a password');
  await page.goto(link);
  await page.getByLabel('New password').fill('tulip-garden-8');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('Your new password is set. Please sign in with it.').waitFor();
  await enter(page, { email, password });
  await page.locator('#auth-panel').getByText('Invalid email or password').waitFor();
  await enter(page, { email, password: 'tulip-garden-8' });
  await page.waitForURL(`${shop.url}/`);
  await page.goto(link);
  await page.getByText('This link has expired or was used already.').waitFor();
  await page.goto('/auth/reset?token=x');
  await page.getByLabel('New password').fill('tulip-garden-9');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.locator(':focus', { hasText: 'This link has expired or was used already.' }).waitFor();
});

test('requesting a reset reads the same for an unknown email', async ({ shopper: { page } }) => {
  const texts: string[] = [];
  for (const email of [clara.email, 'nobody@example.com']) {
    await page.goto('/auth/forgot');
    await emailField(page).fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.locator(':focus', { hasText: 'If there is an account for' }).waitFor();
    texts.push((await page.locator('#content').innerText()).replace(email, ''));
  }
  expect(texts[1]).toBe(texts[0]);
});

test('without JavaScript the tabs, sign-up, its errors and sign-in work, and no password is in a URL', async ({
  shop,
  newPlainPage,
}) => {
  const { page } = await newPlainPage();
  await page.goto('/auth?next=/track');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('First name').fill('Nora');
  await emailField(page).fill('nora@example.com');
  await passwordField(page).fill('12345');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('Enter your last name.').waitFor();
  await page.getByText('Choose a password of at least 6 characters.').waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Nora');
  await page.getByLabel('Last name').fill('Light');
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto('/auth?next=/track');
  await enter(page, clara);
  await page.waitForURL(`${shop.url}/track`);
  expect(await whoIsIn(page)).toBe(clara.email);
});

test('sign-in works by keyboard alone, including tabs and showing the password', async ({
  shop,
  shopper: { page },
}) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign In' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await emailField(page).focus();
  await page.keyboard.type(clara.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(clara.password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await passwordField(page).getAttribute('type')).toBe('text');
  await page.keyboard.press('Space');
  expect(await passwordField(page).getAttribute('type')).toBe('password');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.url}/`);
  expect(await whoIsIn(page)).toBe(clara.email);
});
