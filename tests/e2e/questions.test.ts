import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop } from './fixtures.ts';
import { desktop, phone } from './support/browser-visitors.ts';

const test = testWithShop();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const openQuestion = (page: Page) => page.locator('dialog[open]');

async function makeKey(page: Page, name: string): Promise<void> {
  await page.goto('/admin/api-keys');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Read orders').check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Your new API key').waitFor();
}

test.for([desktop, phone])(
  'a final question gives the focus to the safe button, ends with Esc and then does nothing',
  async (size, { newAdmin }) => {
    const { page, problems } = await newAdmin(size);
    const name = `Key ${size.width}`;
    await makeKey(page, name);
    const row = page.getByRole('row', { name });
    const revoke = row.getByRole('button', { name: 'Revoke…', exact: true });
    await revoke.focus();
    await page.keyboard.press('Enter');
    await openQuestion(page).getByText('Revoke it?').waitFor();
    expect(await focused(page)).toBe('Cancel');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => openQuestion(page).count()).toBe(0);
    expect(await focused(page)).toBe('Revoke…');
    await page.keyboard.press('Enter');
    await openQuestion(page).getByText('Revoke it?').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => openQuestion(page).count()).toBe(0);
    expect(await row.getByText('Revoked').count()).toBe(0);
    await revoke.press('Enter');
    await openQuestion(page).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(`Revoke ${name}`);
    await page.keyboard.press('Enter');
    await row.getByText('Revoked').waitFor();
    expect(problems).toEqual([]);
  },
);

test('without scripts the final question is asked in the form', async ({ newAdmin, newPlainPage }) => {
  const { page } = await newAdmin(desktop);
  await makeKey(page, 'Plain');
  const { page: plain } = await newPlainPage({ storageState: await page.context().storageState() });
  await plain.goto('/admin/api-keys');
  const row = plain.getByRole('row', { name: /Plain/ });
  await row.getByRole('button', { name: 'Revoke…', exact: true }).click();
  await row.getByText('Revoke it?').waitFor();
  expect(await row.getByText('Revoked').count()).toBe(0);
  await row.getByRole('button', { name: 'Revoke Plain' }).click();
  await row.getByText('Revoked').waitFor();
});
