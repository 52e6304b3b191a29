import fc from 'fast-check';
import { expect, test } from 'vitest';

import { returnedTax, type OrderItem } from './order-record.ts';
import type { PaymentStatus } from './order-status.ts';

import { hasInvoice, invoiceFigures, invoiceNumber, unitsToPack } from './invoice-figures.ts';

const nothing = {
  orderNumber: 'HR-1',
  items: [],
  promotion: null,
  couponDiscount: null,
  shippingOption: null,
  tax: null,
};
const cents = fc.integer({ min: 0, max: 1_000_000 });

test('the lines between the items and the total add up to the total, to the cent', () => {
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

test('an invoice number consists of a prefix and the order number', () => {
  expect(invoiceNumber('HR-7K3QX9M2')).toBe('INV-HR-7K3QX9M2');
});

const priced = {
  ...nothing,
  discountCents: 0,
  subtotalCents: 10_800,
  shippingCents: 1_299,
  taxCents: 972,
  tax: { name: 'CA sales tax', ratePpm: 90_000, inclusive: false, amountCents: 972 },
  totalCents: 13_071,
  capturedCents: 13_071,
};

test.each([
  ['a part of the goods', 5_886, ['-$58.86', '-$4.86', '$71.85', '$4.86']],
  ['all goods without the shipping, which is not taxed', 11_772, ['-$117.72', '-$9.72', '$12.99']],
  ['all of it', 13_071, ['-$130.71', '-$9.72', '$0.00']],
])('a credit of %s shows the tax in it and the tax that is left', (_what, returnedCents, texts) => {
  const { credits } = invoiceFigures({ ...priced, returnedCents });
  expect(credits.map(({ text }) => text)).toEqual(texts);
  expect(credits.slice(0, 2).map(({ name }) => name)).toEqual([
    expect.stringMatching(/HR-1: refunded$/),
    'Includes CA sales tax',
  ]);
});

test('the returned tax adds up to the tax of the order, and never exceeds it', () => {
  fc.assert(
    fc.property(cents, cents, fc.nat(10_000), cents, (goods, shippingCents, taxCents, returned) => {
      const capturedCents = goods + shippingCents + taxCents;
      const back = (returnedCents: number) =>
        returnedTax({ tax: null, taxCents, shippingCents, capturedCents, returnedCents });
      expect(back(0)).toBe(0);
      expect(back(capturedCents)).toBe(taxCents);
      expect(back(returned)).toBeLessThanOrEqual(taxCents);
    }),
  );
});

test('the amount paid is shown below the total if it differs', () => {
  const { credits } = invoiceFigures({ ...priced, capturedCents: 12_000, returnedCents: 0 });
  expect(credits).toEqual([{ name: 'Paid', text: '$120.00' }]);
});

test('units that went back into stock before shipping are not packed', () => {
  const item = { name: 'Wand', quantity: 3, restockedQuantity: 1 } as OrderItem;
  const items = [item, { ...item, name: 'Balm', quantity: 1 }];
  expect(unitsToPack({ shippedAt: null, items })).toEqual([{ name: 'Wand', quantity: 2 }]);
  const shippedAt = new Date('2026-11-25T12:00:00Z');
  expect(unitsToPack({ shippedAt, items }).map(({ quantity }) => quantity)).toEqual([3, 1]);
});
