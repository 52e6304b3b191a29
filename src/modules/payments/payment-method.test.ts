import { expect, test } from 'vitest';

import { methodFrom, methodLabel } from './payment-method.ts';

const card = { brand: 'visa', last4: '4242', wallet: null };

test.each([
  [{ type: 'card', card }, 'Visa ending 4242'],
  [{ type: 'card', card: { ...card, brand: 'amex', last4: '0005' } }, 'American Express ending 0005'],
  [{ type: 'card', card: { ...card, brand: 'unknown' } }, 'Card ending 4242'],
  [{ type: 'card', card: { ...card, brand: null, last4: null } }, 'Card'],
  [{ type: 'card', card: { ...card, wallet: { type: 'apple_pay' } } }, 'Apple Pay (Visa ending 4242)'],
  [
    { type: 'card', card: { ...card, brand: 'mastercard', wallet: { type: 'google_pay' } } },
    'Google Pay (Mastercard ending 4242)',
  ],
  [{ type: 'link' }, 'Link'],
  [{ type: 'us_bank_account', us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' } }, 'Bank debit'],
  [{ type: 'sepa_debit' }, 'Bank debit'],
  [{ type: 'klarna' }, 'Klarna'],
  [{ type: 'amazon_pay' }, 'Amazon Pay'],
])('the charge %j is shown as %s', (details, words) => {
  expect(methodLabel(methodFrom(details))).toBe(words);
});

test('a card payment contains only brand, last four digits and wallet', () => {
  const details = {
    ...card,
    fingerprint: 'Xt5EWLLDS7FJjR1c',
    exp_month: 8,
    exp_year: 2027,
    country: 'US',
    iin: '424242',
  };
  expect(methodFrom({ type: 'card', card: details })).toEqual({ type: 'card', ...card });
});
