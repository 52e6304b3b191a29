import pg from 'pg';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { totpCode } from '../support/totp.ts';
import { axeViolations } from './support/page-checks.ts';
import { clara, enter, linkInMail, owner, signInBy, whoIsIn } from './support/sign-in.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { desktop, phone, screens } from './support/browser-visitors.ts';

const test = testWithShop();

/** Opens the security page right after sign-in. */
async function signedIn(
  { newShopper }: Uses<'newShopper'>,
  who: { email: string; password: string },
  viewport = desktop,
) {
  const shopper = await newShopper(viewport);
  await signInBy(shopper.page.request, who);
  await shopper.page.goto('/account/security');
  await shopper.page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
  return shopper;
}

const sessionsOn = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');

describe.each(screens)('on %s', (_device, viewport) => {
  test('axe finds nothing on the security page, with and without authenticator setup', async ({ newShopper }) => {
    const { page } = await signedIn({ newShopper }, owner, viewport);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Your password').fill('not-this-one');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('That password or code is incorrect. Try again.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Your password').fill(owner.password);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Scan this code' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('other sessions are listed and can be signed out', async ({ newShopper }) => {
  const here = await signedIn({ newShopper }, clara);
  const phoneOfClara = await signedIn({ newShopper }, clara, phone);
  const tablet = await signedIn({ newShopper }, clara);
  await here.page.reload();
  const before = await sessionsOn(here.page).count();
  expect(await sessionsOn(here.page).first().innerText()).toMatch(/^Chrome on Linux\s+This one/);
  await here.page.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click();
  await here.page.getByText('Signed out there.').first().waitFor();
  await expect.poll(() => sessionsOn(here.page).count()).toBe(before - 1);
  expect([await whoIsIn(tablet.page), await whoIsIn(phoneOfClara.page)]).toEqual([null, clara.email]);
  await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.poll(() => sessionsOn(here.page).count()).toBe(1);
  await phoneOfClara.page.goto('/account/security');
  await phoneOfClara.page.waitForURL('**/auth?next=**');
  expect(await whoIsIn(here.page)).toBe(clara.email);
  for (const { leave } of [here, phoneOfClara, tablet]) await leave();
});

test('Change Password sends a mail whose link opens the page to choose one', async ({ newShopper }) => {
  const { page } = await signedIn({ newShopper }, clara);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('An email with a link to choose a new password is on its way.').first().waitFor();
  await page.goto(await linkInMail(page, clara.email, 'Choose a password'));
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth/reset');
});

test('only admins are offered an authenticator', async ({ newShopper }) => {
  const { page } = await signedIn({ newShopper }, clara);
  await page.getByRole('heading', { name: 'Password' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Authenticator app' }).count()).toBe(0);
});

test('an authenticator is enabled by code, required at sign-in, replaced once by a backup code, and disabled', async ({
  newShopper,
}) => {
  const { page, problems } = await signedIn({ newShopper }, owner);
  await page.getByLabel('Your password').fill(owner.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'Code to scan with your authenticator app' }).waitFor();
  const secret = (await page.getByText('Or type this key:').innerText()).split(':')[1]?.trim() ?? '';
  const [backup = '', second = ''] = await page.locator('ul.font-mono li').allInnerTexts();
  expect(problems).toEqual([]);
  await page.getByLabel('The 6 digits that your app shows').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('This code is not right. Please try the next one.').waitFor();
  expect(await page.locator('ul.font-mono li').first().innerText()).toBe(backup);
  await page.getByLabel('The 6 digits that your app shows').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Your authenticator is on. Signing in asks for its code from now on.').waitFor();
  expect(await page.getByText(backup).count()).toBe(0);
  // Apps show the code in two groups, and visitors type it like that.
  const inGroups = totpCode(secret, 1).replace(/^.../, '$& ');
  for (const code of [inGroups, backup]) {
    await page.context().clearCookies();
    await page.goto('/auth?next=/account/security');
    await enter(page, owner);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await whoIsIn(page)).toBeNull();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
  }
  await page.getByText('Turn the authenticator off').click();
  await page.locator('#password-end').fill(owner.password);
  await page.locator('#one-time-code-end').fill(second);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Your authenticator is off.').waitFor();
});

test('15 minutes after the last password entry a sensitive action asks for it once, then completes', async ({
  shop,
  newShopper,
}) => {
  const database = new pg.Client({ connectionString: shop.databaseUrl() });
  await database.connect();
  const elsewhere = await signedIn({ newShopper }, clara);
  const { page, leave } = await signedIn({ newShopper }, clara);
  await database.query(`update sessions set confirmed_at = now() - interval '15 minutes'`);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.type('not-this-one');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByText('That password or code is incorrect. Try again.').waitFor();
  await question.locator('input:focus').waitFor();
  expect(await whoIsIn(elsewhere.page)).toBe(clara.email);
  await question.getByLabel('Password', { exact: true }).fill(clara.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Signed out there.').first().waitFor();
  expect([await whoIsIn(elsewhere.page), await whoIsIn(page)]).toEqual([null, clara.email]);
  await leave();
  await elsewhere.leave();
  await database.end();
});
