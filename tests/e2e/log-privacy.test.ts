import { expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { testWithShop } from './fixtures.ts';
import {
  fillCard,
  fillForm,
  goToCheckout,
  orderNumberOn,
  payButton,
  putWandInCart,
} from './support/browser-visitors.ts';

// Port 9 is closed: every mail is attempted and fails, with the customer in the error message.
const test = testWithShop({ LOG_LEVEL: 'debug', SMTP_URL: 'smtp://127.0.0.1:9' });

const canary = 'canary.bird@example.com';
const personal = [canary, 'canary.bird', 'Rose', '415 555 0132', 'Burnside', '97205', '4242', 'A secret wish'];

test.runIf(isFullRun)(
  'a shop with debug logging writes no personal data of buyers, writers and lookups',
  async ({ shop, shopper: { page } }) => {
    await putWandInCart(page);
    await goToCheckout(page);
    await fillForm(page, canary);
    await fillCard(page, '4242424242424242');
    await payButton(page).click();
    const number = await orderNumberOn(page);

    await page.goto(`/track?order=${number}&email=${encodeURIComponent(canary)}`);
    await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
    await page.goto(`/track?order=HR-22222222&email=${encodeURIComponent(canary)}`);
    await page.getByText('Order not found.').waitFor();

    await page.goto('/contact');
    for (const [label, text] of Object.entries({
      Name: 'Mia Rose',
      Email: canary,
      Subject: 'Hi',
      Message: 'A secret wish',
    })) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByRole('heading', { name: 'Message sent!' }).waitFor();
    await page.goto(`/nowhere?email=${encodeURIComponent(canary)}`);

    await expect.poll(() => shop.said(), { timeout: 30_000 }).toContain('page not found');
    const said = shop
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    const leaked = personal.filter((word) => said.includes(word));
    expect(leaked).toEqual([]);
  },
);
