import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import type { Product } from '#modules/catalog/product.ts';
import { quote } from '#modules/checkout/quote.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';
import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { emptyAddress } from '#shared/address.ts';

import { CustomerPanel, ItemsPanel } from './order-panels.tsx';

function shown(email: string, name = ''): string {
  const customer = { firstName: name, lastName: '', phone: '' };
  const street = { ...emptyAddress, street: '1 Broadway' };
  const addresses = { shippingAddress: street, billingAddress: { ...street, street: '2 Broadway' } };
  const order = { customer, email, ...addresses, customerId: null, deliveryInstructions: '' };
  const detail = { order } as unknown as OrderDetail;
  const Panel = createRoutesStub([{ path: '/', Component: () => <CustomerPanel detail={detail} /> }]);
  return renderToStaticMarkup(<Panel />);
}

test('a customer without an email address is shown as unknown, without any link', () => {
  expect(shown('')).toContain('Unknown');
  expect(shown('')).not.toContain('<a ');
  expect(shown('mia@example.com')).toContain('mailto:mia@example.com');
});

test('each address begins with the name of its recipient', () => {
  const lines = shown('mia@example.com', 'Mia').matchAll(/<address[^>]*>(.*?)<\/address>/g);
  const texts = [...lines].map(([, inner = '']) => inner.replaceAll(/<[^>]+>/g, ' ').trim());
  expect(texts).toEqual([expect.stringMatching(/^Mia +1 Broadway/), expect.stringMatching(/^Mia +2 Broadway/)]);
});

const product = (index: number, priceCents: number): Product => ({
  id: `p${index}`,
  name: `Wand ${index}`,
  description: '',
  priceCents,
  salePriceCents: null,
  referencePriceCents: null,
  promotions: [{ kind: 'buy_x_get_y', options: { buy: 2, free: 1 } }],
  imageUrl: '',
  features: [],
  specifications: {},
  onHand: null,
  available: null,
});

const code = {
  id: 'c',
  code: 'GLOW',
  name: 'Glow',
  type: 'percent' as const,
  value: 1_500,
  minSubtotalCents: 0,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  used: 0,
  held: 0,
  cartId: null,
  demoOnly: false,
  isActive: true,
};

const anyLine = fc.record({ price: fc.integer({ min: 50, max: 90_000 }), quantity: fc.integer({ min: 1, max: 9 }) });
const anyOrder = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
  shippingCents: fc.nat(3_000),
  ratePpm: fc.integer({ min: 1_000, max: 300_000 }),
  hasCode: fc.boolean(),
});

type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never;

/** Returns the page's text of an order, and its sums in cents. */
function itemsOf({ lines, shippingCents, ratePpm, hasCode }: AnyOrder, inclusive: boolean) {
  const sold = quote({
    lines: lines.map(({ price, quantity }, index) => ({ product: product(index, price), quantity })),
    code: hasCode ? code : null,
    shippingOption: { id: 's', name: 'Standard', description: '', priceCents: shippingCents, daysMin: 3, daysMax: 5 },
    tax: { name: 'Tax', ratePpm, inclusive },
  });
  const items = sold.items.map((item) => ({ ...item, restockedQuantity: 0 }));
  const order = { ...sold, items, couponDiscount: sold.code, promises: legacyTerms };
  const detail = { order } as unknown as OrderDetail;
  const Panel = createRoutesStub([{ path: '/', Component: () => <ItemsPanel detail={detail} /> }]);
  return { sold, text: renderToStaticMarkup(<Panel />) };
}

const cents = (text: string) =>
  Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100) * (/^[-−–]/.test(text) ? -1 : 1);

/** Returns the amounts at the ends of the lines, and those of the sums below by their names. */
function amountsIn(text: string) {
  const lines = [...text.matchAll(/<span class="tabular-nums">([^<]+)<\/span>/g)].map(([, amount = '']) =>
    cents(amount),
  );
  const sums = [...text.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/g)].map(([, name = '', amount = '']) => {
    const shown = amount.replaceAll(/<[^>]+>/g, '');
    return [name, shown === 'Free' ? 0 : cents(shown)] as const;
  });
  return { lines, sums };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

test.each([
  ['added', false],
  ['included', true],
])(
  'with tax %s, the lines of 100 random orders add up to the subtotal, and the sums to the total',
  (_how, inclusive) => {
    fc.assert(
      fc.property(anyOrder, (input) => {
        const { sold, text } = itemsOf(input, inclusive);
        const { lines, sums } = amountsIn(text);
        const of = (name: string) => sums.find(([shown]) => shown === name)?.[1] ?? 0;
        expect(lines).toHaveLength(input.lines.length);
        expect(sum(lines)).toBe(of('Subtotal'));
        const added = sums.filter(([name]) => name !== 'Total' && !name.startsWith('Includes'));
        expect(sum(added.map(([, amount]) => amount))).toBe(of('Total'));
        expect(of('Total')).toBe(sold.totalCents);
        expect(of('Tax')).toBe(inclusive ? 0 : sold.taxCents);
        // Tax and discounts have lines of their own, so a line names neither.
        expect(text.match(/<li[^]*<\/li>/)?.[0]).not.toMatch(/ tax| off/);
      }),
      { numRuns: 100 },
    );
  },
);
