import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { PaymentStatus } from '#modules/buying/orders/rules.ts';

import { hasInvoice, invoiceFigures, invoiceNumber } from './rules.ts';

const nothing = {
  orderNumber: 'HR-1',
  items: [],
  promotion: null,
  couponDiscount: null,
  shippingOption: null,
  tax: null,
};
const cents = fc.integer({ min: 0, max: 1_000_000 });

test('what stands between the lines and the total adds up to the total, to the cent', () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, cents, cents, (goods, promoted, coded, waived, shipping, tax) => {
      const discountCents = promoted + coded + waived;
      const subtotalCents = goods + discountCents;
      const order = {
        ...nothing,
        promotion: { code: '', name: 'Buy 2 Get 1 Free', amountCents: promoted },
        couponDiscount: { code: 'GLOW10', name: '10% off', amountCents: coded },
        subtotalCents,
        discountCents,
        shippingCents: shipping,
        taxCents: tax,
        totalCents: goods + shipping + tax,
        capturedCents: 0,
        returnedCents: 0,
      };
      const { steps, totalCents } = invoiceFigures(order);
      expect(steps.reduce((sum, step) => sum + step.cents, 0)).toBe(totalCents);
      const waiver = waived === 0 ? undefined : -waived;
      expect(steps.find(({ name }) => name === 'Too small to charge')?.cents).toBe(waiver);
    }),
  );
});

test.each<[PaymentStatus, boolean]>([
  ['paid', true],
  ['partially_refunded', true],
  ['refunded', true],
  ['pending', false],
  ['failed', false],
  ['not_required', false],
])('an order whose payment is %s has an invoice: %s', (paymentStatus, has) => {
  expect(hasInvoice({ paymentStatus })).toBe(has);
});

test('an invoice is numbered by its order', () => {
  expect(invoiceNumber('HR-7K3QX9M2')).toBe('INV-HR-7K3QX9M2');
});

test('what went back to the customer stands below the total with what is left of the payment, also when nothing is', () => {
  const order = {
    ...nothing,
    discountCents: 0,
    subtotalCents: 5_900,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 5_900,
  };
  const { credits } = invoiceFigures({ ...order, capturedCents: 5_900, returnedCents: 5_900 });
  expect(credits).toEqual([
    { name: expect.stringMatching(/HR-1: refunded$/), text: '-$59.00' },
    { name: 'Paid after refund', text: '$0.00' },
  ]);
});
