import { sql } from 'drizzle-orm';
import { afterAll, expect, vi } from 'vitest';

// The schemas are built from the parts of an address, so the part is added before they load.
vi.resetModules();
const { addressMax, emptyAddress: plainAddress } = await import('#shared/address.ts');
Object.assign(addressMax, { county: 100 });
const { orders } = await import('#modules/orders/tables.server.ts');
const { phoneOrders } = await import('#modules/phone-orders/tables.server.ts');
const { addressInput } = await import('./checkout.schema.ts');
const { readQuote } = await import('./quote.schema.ts');
const { test } = await import('../../../tests/support/shop-test.ts');
const { givenOrderRow } = await import('../../../tests/support/orders.ts');

// The next suite of this process loads addresses without that part.
afterAll(() => void vi.resetModules());

const place = { street: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' };
const london = { street: '1 Kings Road', city: 'London', state: '', postalCode: 'SW1A 1AA', country: 'GB' };
const contact = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };
const none = {
  shippingOption: null,
  promotion: null,
  code: null,
  contact: null,
  shippingAddress: null,
  billingAddress: null,
};
const zero = { subtotalCents: 0, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0 };
/** Quote of the first version: no tax record, promotions, promises. */
const first = { items: [], ...none, ...zero, currency: 'usd', complete: false, deliveryInstructions: '' };
const tax = { name: 'VAT', ratePpm: 200_000, inclusive: true, amountCents: 983 };
const promises = { guaranteeDays: 30, returnWindowDays: 60, refundProcessingDays: 2, refundVisibleDays: '5-7' };
const promotions = [{ kind: 'buy_get', options: { buy: 2, get: 1 } }];

type Sent = Record<string, string>;
type Shape = [version: string, quote: Record<string, unknown>, shipping: Sent, billing: Sent];

/** Quotes as ten versions stored them, with the addresses of their orders. */
const shapes: Shape[] = [
  ['of Nov 21, 2026 without a second line', { ...first, contact }, place, place],
  ['of Nov 21 with a second line', { ...first, contact }, { ...place, line2: 'Apt 4' }, place],
  ['of Nov 21 with the name of a state', { ...first, contact }, { ...place, state: 'California' }, place],
  ['of Nov 21 with included tax, from the provider’s page', { ...first, tax }, { ...london, line2: 'Flat 2' }, london],
  ['of Nov 22 with promotions', { ...first, tax: null, promotions }, { ...place, line2: '' }, place],
  [
    'of Nov 23 without a note',
    { ...first, deliveryInstructions: undefined, tax: null },
    place,
    { ...place, line2: '' },
  ],
  [
    'of Nov 26 with promises, billed in another country',
    { ...first, tax, promises },
    london,
    { ...london, state: 'Berlin', country: 'DE', postalCode: '10115' },
  ],
  [
    'of Nov 26 with the empty billing country of a wallet',
    { ...first, promises },
    place,
    { ...place, country: '', line2: '' },
  ],
  ['of Nov 28 with half a postcode', { ...first, tax, promises, promotions }, { ...london, postalCode: 'JE2' }, london],
  [
    'of Nov 29 with every part',
    { ...first, tax, promises, promotions, complete: true },
    { ...place, line2: '' },
    { ...place, line2: 'Suite 5' },
  ],
];

const today = (stored: Sent) => ({ ...plainAddress, country: '', county: '', ...stored });

test.each(shapes)('a quote %s is readable after a part was added', (_version, body, shipping, billing) => {
  const stored = JSON.parse(JSON.stringify({ ...body, shippingAddress: shipping, billingAddress: billing })) as unknown;
  const quote = readQuote(stored);
  expect([quote.shippingAddress, quote.billingAddress]).toEqual([today(shipping), today(billing)]);
});

test.for(shapes)(
  'the addresses of an order %s are read with every part',
  async ([_version, _body, shipping, billing], { shop }) => {
    const { id } = await givenOrderRow(shop);
    const { db } = shop.ctx;
    await db.execute(sql`update orders set shipping_address = ${JSON.stringify(shipping)}::jsonb,
    billing_address = ${JSON.stringify(billing)}::jsonb where id = ${id}`);
    const [order] = await db
      .select()
      .from(orders)
      .where(sql`id = ${id}`);
    expect([order?.shippingAddress, order?.billingAddress]).toEqual([today(shipping), today(billing)]);
  },
);

test('the address of a phone order from before a part was added is read with it, an erased one as null', async ({
  shop,
}) => {
  const { db } = shop.ctx;
  for (const stored of [JSON.stringify(place), null]) {
    const id = crypto.randomUUID();
    await db.execute(sql`insert into phone_orders (id, email, customer, shipping_address, items, taken_by)
      values (${id}, 'a@b.example', '{}', ${stored}::jsonb, '[]', 'x')`);
    const [row] = await db
      .select()
      .from(phoneOrders)
      .where(sql`id = ${id}`);
    expect(row?.shippingAddress).toEqual(stored === null ? null : today(place));
  }
});

test('a page that was opened before a part was added still sends its address', () => {
  for (const sent of [place, { ...place, line2: 'Apt 4' }, { country: 'US' }])
    expect(addressInput.parse(sent)).toEqual(today(sent));
});

test('a stored part that is no text reads as an empty one', async () => {
  const { readAddress } = await import('#shared/address.ts');
  for (const line2 of [null, 4, ['x'], {}]) expect(readAddress({ ...place, line2 })).toEqual(today(place));
  expect(readAddress(null)).toEqual(today({}));
});
