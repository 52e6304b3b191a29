import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop, visitors } from './fixtures.ts';
import { openCheckout, orderNumberOn, screens } from './support/browser-visitors.ts';
import { atCheckout } from './support/fake-wallet.ts';

const test = testWithShop().extend('atCheckout', visitors(atCheckout));

const gapAboveContact = (page: Page) =>
  page.evaluate(() => {
    const contact = [...document.querySelectorAll('h2')].find((heading) => heading.textContent === 'Contact');
    const notice = [...document.querySelectorAll('form p')].find((text) =>
      text.textContent.startsWith('Limited stock'),
    );
    return Math.round((contact?.getBoundingClientRect().top ?? 0) - (notice?.getBoundingClientRect().bottom ?? 0));
  });

test('a wallet comes first, collects everything and pays with express shipping, regardless of the form', async ({
  atCheckout,
}) => {
  const { page } = await atCheckout(true);
  const express = page.getByRole('region', { name: 'Express checkout' });
  await page.getByLabel('Email', { exact: true }).fill('not an address');
  await express.getByRole('button', { name: 'Pay with the wallet' }).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  expect(await page.getByText('$71.99 USD').count()).toBe(1);
  for (const text of ['Wally Rose', 'wally@example.com', '1 Burnside Street']) {
    expect(await page.getByText(text, { exact: true }).count(), text).toBe(1);
  }
});

test('without a wallet neither a button nor a gap is shown', async ({ atCheckout }) => {
  const { page } = await atCheckout(false);
  expect(await page.getByRole('button', { name: 'Pay with the wallet' }).count()).toBe(0);
  // The sections of the form are 40 px apart once it is known that no wallet is available.
  await expect.poll(() => gapAboveContact(page)).toBe(40);
});

test.for(screens)(
  'the demo wallet on %s says that it is a demo, and pays with express shipping through the normal flow',
  async ([_where, viewport], { newShopper }) => {
    const { page, problems } = await newShopper(viewport);
    await openCheckout(page);
    const express = page.getByRole('region', { name: 'Express checkout' });
    const sheet = page.getByRole('dialog', { name: 'Demo wallet' });
    await express.getByRole('button', { name: 'Pay with the demo wallet' }).click();
    await sheet.getByText('No real money moves.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Pay $59.00' }).waitFor();
    await sheet.getByLabel('Shipping').selectOption({ label: 'Express Shipping, $12.99' });
    await sheet.getByRole('button', { name: 'Pay $71.99' }).click();
    expect(await orderNumberOn(page)).toMatch(/^HR-/);
    for (const text of ['$71.99 USD', 'Demo Shopper', 'demo.shopper@example.com', '1 Burnside Street']) {
      expect(await page.getByText(text, { exact: true }).count(), text).toBe(1);
    }
    expect(problems).toEqual([]);
  },
);
