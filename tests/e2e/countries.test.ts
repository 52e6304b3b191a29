import { expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { testWithShop } from './fixtures.ts';
import { orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

const countries = [
  { country: 'US', name: 'United States', state: ['State', 'CA'], postal: ['ZIP code', '94103'], total: '$63.28' },
  { country: 'CA', name: 'Canada', state: ['Province', 'ON'], postal: ['Postal code', 'K1A 0B1'], total: '$66.67' },
  { country: 'GB', name: 'United Kingdom', state: null, postal: ['Postcode', 'SW1A 1AA'], total: '$59.00' },
  { country: 'AU', name: 'Australia', state: ['State', 'NSW'], postal: ['Postcode', '2000'], total: '$59.00' },
] as const;

const contained = { GB: 'Includes VAT', AU: 'Includes GST' } as Record<string, string>;

test.for(isFullRun ? countries : countries.slice(0, 2))(
  '$name: its labels, its rules and $total match the paid order',
  async (row, { guestAtPayment }) => {
    const { country, name, state, postal, total } = row;
    const email = `${country.toLowerCase()}@example.com`;
    const { page, problems } = await guestAtPayment({ email });
    await page.getByLabel('Country').selectOption(country);
    const [postalLabel, postalCode] = postal;
    await page.getByLabel(postalLabel).fill('?');
    await page.keyboard.press('Tab');
    await page.getByText(/^Enter a .*, for example/).waitFor();
    await page.getByLabel(postalLabel).fill(postalCode);
    if (state === null) await page.getByLabel('County (optional)').fill('Kent');
    else await page.getByLabel(state[0]).selectOption(state[1]);
    await page.getByRole('button', { name: `Pay ${total}` }).waitFor();
    if (contained[country] !== undefined) await page.getByText(contained[country]).waitFor();
    await payButton(page).click();
    expect(await orderNumberOn(page)).toMatch(/^HR-/);
    expect(await page.getByText(name, { exact: true }).count()).toBe(1);
    expect(await page.getByText(`${total} USD`).count()).toBe(1);
    expect(problems).toEqual([]);
  },
);
