import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const password = 'rose-garden-7';

export const owner = { email: 'admin@halorosa.example', password: 'rose-garden-admin' };
export const clara = { email: 'customer@halorosa.example', password: 'rose-garden-glow' };

export const emailField = (page: Page) => page.locator('#content').getByLabel('Email', { exact: true });
export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });

/** Fills the sign-in form of the page and sends it. */
export async function enter(page: Page, who: { email: string; password: string }): Promise<void> {
  await emailField(page).fill(who.email);
  await passwordField(page).fill(who.password);
  await page.locator('#content').getByRole('button', { name: 'Sign In' }).click();
}

/** Registers on the sign-up tab; the confirmation link is in a mail then. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Mia');
  await page.getByLabel('Last name').fill('Rose');
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** Where the button of the newest mail to this person leads. */
export async function linkInMail(page: Page, email: string, button: string): Promise<string> {
  const reader = await page.context().newPage();
  const entry = reader.getByRole('link', { name: email }).first();
  const link = reader.frameLocator('iframe').getByRole('link', { name: button });
  await expect
    .poll(
      async () => {
        await reader.goto('/mailbox');
        if (!(await entry.isVisible())) return false;
        await entry.click();
        return link.isVisible();
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(true);
  const address = await link.getAttribute('href');
  await reader.close();
  return address ?? '';
}

/** Who the shop says is signed in here. */
export async function whoIsIn(page: Page): Promise<string | null> {
  const answer = await page.request.get('/api/session');
  const { user } = (await answer.json()) as { user: { email: string } | null };
  return user?.email ?? null;
}
