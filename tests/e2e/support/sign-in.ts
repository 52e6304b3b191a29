import type { APIRequestContext, Page } from 'playwright-core';

import { mailTo } from './dev-mailbox.ts';

export const password = 'rose-garden-7';

export const owner = { email: 'admin@halorosa.example', password: 'rose-garden-admin' };
export const clara = { email: 'customer@halorosa.example', password: 'rose-garden-glow' };

export const emailField = (page: Page) => page.locator('#content').getByLabel('Email', { exact: true });
export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });

/** Fills in the page's sign-in form and submits it. */
export async function enter(page: Page, who: { email: string; password: string }): Promise<void> {
  // Other pages, such as the checkout, have an email field too.
  await passwordField(page).waitFor();
  await emailField(page).fill(who.email);
  await passwordField(page).fill(who.password);
  await page.locator('#content').getByRole('button', { name: 'Sign In' }).click();
}

/** Signs in through the API call of the form. `auth` tests the form itself. */
export async function signInBy(request: APIRequestContext, data: { email: string; password: string }): Promise<void> {
  const answer = await request.post('/api/auth/sign-in/email', { headers: { 'sec-fetch-site': 'same-origin' }, data });
  if (answer.status() !== 200) throw new Error(`the sign-in of ${data.email} answered ${answer.status()}`);
}

/** Registers on the sign-up tab, which sends a mail with the confirmation link. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Mia');
  await page.getByLabel('Last name').fill('Rose');
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** Returns the link target of a button in the newest mail to this email. */
export async function linkInMail(page: Page, email: string, button: string): Promise<string> {
  const mail = await mailTo(page, email, new RegExp(`>${button}<`));
  const link = mail.split('<a ').find((one) => one.split('</a>')[0]?.includes(`>${button}<`));
  return /href="([^"]+)"/.exec(link ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
}

/** Returns the signed-in user of this browser, as the shop reports it. */
export async function whoIsIn(page: Page): Promise<string | null> {
  const answer = await page.request.get('/api/session');
  const { user } = (await answer.json()) as { user: { email: string } | null };
  return user?.email ?? null;
}
