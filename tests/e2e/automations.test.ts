import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { checkouts, checkoutQuotes } from '#modules/checkout/tables.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { openCheckout, phone } from './support/browser-visitors.ts';

const test = testWithShop();

/** Creates an abandoned checkout of five hours ago, whose buyer has agreed to marketing emails. */
async function givenReminder({ shop, newShopper }: Uses<'shop' | 'newShopper'>): Promise<void> {
  const leaving = await newShopper();
  await openCheckout(leaving.page);
  await leaving.leave();
  await shop.kill();
  const { db, close } = await openDatabase({ ...shop.database, onError: () => undefined });
  const contact = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };
  await db.update(checkouts).set({ state: 'expired', createdAt: sql`now() - interval '5 hours'` });
  await db.update(checkoutQuotes).set({ body: sql`body || ${JSON.stringify({ contact })}::jsonb` });
  const consent = { email: contact.email, trigger: 'manual' as const, discountPercent: 15 };
  await db.insert(emailCaptures).values({ ...consent, consentVersion: '2026-11-21' });
  await close();
  await shop.start();
}

test('an abandoned checkout sends a reminder, which opens the cart on another device and can be unsubscribed', async ({
  shop,
  newShopper,
}) => {
  await givenReminder({ shop, newShopper });
  const { page, problems } = await newShopper(phone);
  const subject = page.getByRole('link', { name: /^You left something at halorosa/ });
  const mailbox = async () => (await page.request.get('/mailbox')).text();
  await expect.poll(mailbox, { timeout: 60_000, interval: 1_000 }).toContain('You left something at halorosa');
  await page.goto('/mailbox');
  await subject.waitFor();
  const mail = page.frameLocator('iframe');
  const stop = await mail.getByRole('link', { name: 'Stop these letters' }).getAttribute('href');
  expect(stop).not.toContain('mia');

  await mail.getByRole('link', { name: 'Open my cart' }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open my cart' }).click();
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' });
  await cart.getByText('4-in-1 Red Light Facial Wand').waitFor();

  await page.goto(new URL(stop ?? '').pathname);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop these letters' }).click();
  await page.getByRole('heading', { level: 1, name: 'You will get no more letters' }).waitFor();
  await page.locator('p:focus', { hasText: 'still reach you' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'You will get no more letters' }).waitFor();
  expect(problems).toEqual([]);
});
