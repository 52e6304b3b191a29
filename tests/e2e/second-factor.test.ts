import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { totpCode } from '../support/totp.ts';
import { testWithShop } from './fixtures.ts';
import { openAdmin } from './support/admin-pages.ts';
import { phone } from './support/browser-visitors.ts';
import { mailTo } from './support/dev-mailbox.ts';
import { axeViolations } from './support/page-checks.ts';
import { clara, enter, owner, signInBy } from './support/sign-in.ts';

const test = testWithShop();
const run = promisify(execFile);

type Who = { email: string; password: string };

/** Sets up an authenticator on the security page. Nobody keeps its secret or its backup codes. */
async function setUpAuthenticator(page: Page, { password }: Who): Promise<void> {
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.getByText('Or type this key:').innerText()).split(':')[1]?.trim() ?? '';
  await page.getByLabel('The 6 digits that your app shows').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Your authenticator is on.').waitFor();
}

/** Sets up the authenticator of someone who then loses it, and is asked for a code. */
async function loseAuthenticator(page: Page, who: Who): Promise<void> {
  await signInBy(page.request, who);
  await page.goto('/account/security');
  await setUpAuthenticator(page, who);
  await page.context().clearCookies();
  await page.goto('/auth');
  await enter(page, who);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

/** Signs in by password alone, sets up a new authenticator and opens the admin. */
async function comeBack(page: Page, who: Who): Promise<void> {
  await page.goto('/auth?next=/account/security');
  await enter(page, who);
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
  await setUpAuthenticator(page, who);
  await openAdmin(page, '');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
}

/** Time in which someone who lost the second factor with all codes is back, in ms. */
const twoMinutes = 120_000;

test('an admin who lost the authenticator and all codes is back within two minutes through another admin', async ({
  newAdmin,
  newShopper,
}) => {
  const { page: ownerPage, problems } = await newAdmin(phone);
  await openAdmin(ownerPage, 'customers?q=clara');
  await ownerPage.getByRole('button', { name: 'Make Admin: Clara Glow' }).click();
  await ownerPage.getByText('Customer role updated to admin').first().waitFor();
  const { page } = await newShopper(phone);
  await loseAuthenticator(page, clara);
  const begunAt = Date.now();
  await ownerPage.getByRole('link', { name: 'Clara Glow', exact: true }).click();
  await ownerPage.getByRole('button', { name: 'Reset two-factor' }).focus();
  await ownerPage.keyboard.press('Enter');
  await ownerPage.getByText('Only continue if you’re sure Clara Glow asked for this.').waitFor();
  expect(await axeViolations(ownerPage)).toEqual([]);
  await ownerPage.keyboard.press('Tab');
  await ownerPage.keyboard.press('Enter');
  await ownerPage.getByText('Two-factor authentication was reset. You both get an email.').first().waitFor();
  await ownerPage.getByText('Authenticator app: off.').waitFor();
  await comeBack(page, clara);
  expect(Date.now() - begunAt).toBeLessThan(twoMinutes);
  await mailTo(ownerPage, clara.email, /turned off the authenticator of your/);
  await mailTo(ownerPage, owner.email, /You turned off the authenticator of/);
  await openAdmin(ownerPage, 'audit');
  await ownerPage.getByText('User second factor reset').first().waitFor();
  expect(problems).toEqual([]);
});

test('the only admin who lost the authenticator and all codes is back within two minutes by the command line', async ({
  shop,
  newShopper,
}) => {
  const { page } = await newShopper(phone);
  await loseAuthenticator(page, owner);
  const begunAt = Date.now();
  const command = ['--import', './scripts/stub-asset-urls.mjs', 'scripts/make-admin.ts', '--reset-second-factor'];
  const env = { ...process.env, NODE_ENV: 'production', PUBLIC_URL: shop.url, DATA_DIR: shop.dataDir };
  const { stdout } = await run(process.execPath, [...command, owner.email], {
    env: { ...env, DATABASE_URL: shop.databaseUrl() },
  });
  expect(stdout).toMatch(`Two-factor authentication for ${owner.email} was reset`);
  await comeBack(page, owner);
  expect(Date.now() - begunAt).toBeLessThan(twoMinutes);
  await mailTo(page, owner.email, /turned off the authenticator of your/);
  await openAdmin(page, 'audit');
  await page.getByText('by command line').first().waitFor();
});
