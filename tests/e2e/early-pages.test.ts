import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { clara, owner, signInBy } from './support/sign-in.ts';
import { testWithShop } from './fixtures.ts';
import { isInteractive, holdScripts, phone } from './support/browser-visitors.ts';

const test = testWithShop();

/**
 * Fills every field, selects in every list and toggles every check box, as an impatient visitor
 * does.
 */
const changeAll = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const changed = [];
    for (const field of main.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
      if (field.type === 'hidden' || field.type === 'file' || field.disabled || !field.checkVisibility()) continue;
      if (field.type === 'checkbox') field.click();
      else if (field instanceof HTMLSelectElement) field.value = field.options[field.options.length - 1]?.value ?? '';
      else if (field.type === 'text' || field.type === 'email' || field.type === 'textarea')
        field.value = 'a@b.example';
      else continue;
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      field.dataset.changed = field.type === 'checkbox' ? String(field.checked) : field.value;
      changed.push(field.name);
    }
    return changed.length;
  });

const lostIn = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const all = [...main.querySelectorAll<HTMLInputElement>('[data-changed]')];
    const now = (field: HTMLInputElement) => (field.type === 'checkbox' ? String(field.checked) : field.value);
    return all.filter((field) => now(field) !== field.dataset.changed).map((field) => field.name);
  });

test.for([
  ['/auth', null, 1],
  ['/track', null, 2],
  ['/contact', null, 4],
  ['/account/profile', clara, 3],
  ['/admin/product', owner, 8],
  ['/admin/discounts/new', owner, 5],
  ['/admin/webhooks', owner, 3],
] as const)('input made on %s before hydration is kept', async ([path, who, atLeast], { newShopper }) => {
  const { page, problems } = await newShopper(phone);
  if (who !== null) await signInBy(page.request, who);
  const letRun = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('footer, [type=submit]').first().waitFor();
  expect(await changeAll(page)).toBeGreaterThanOrEqual(atLeast);
  letRun();
  await page.waitForFunction(isInteractive);
  // After hydration, no work is left.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
  expect(await lostIn(page)).toEqual([]);
  expect(problems).toEqual([]);
});
