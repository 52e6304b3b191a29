import fc from 'fast-check';
import { expect, test } from 'vitest';

import { legacyTerms } from '#modules/settings/shop-promises.ts';

import type { OrderItem } from './order-record.ts';
import {
  returnable,
  returnedShipping,
  returnedValue,
  returnOffer,
  returnRefusal,
  type ReturnRefusal,
  type ReturnView,
} from './returns.ts';

const shippedAt = new Date('2026-11-18T10:00:00Z');
const deliveredAt = new Date('2026-11-21T10:00:00Z');
const lastMoment = new Date('2027-01-20T23:59:59.999Z');
const tooLate = new Date('2027-01-21T00:00:00Z');

const item = (quantity: number, totalCents = quantity * 5_900): OrderItem => ({
  productId: 'wand',
  name: 'Wand',
  imageUrl: '/media/hero',
  quantity,
  unitPriceCents: 5_900,
  discountCents: 0,
  taxCents: 0,
  totalCents,
  restockedQuantity: 0,
});

const earlier = (status: ReturnView['status'], quantity: number): ReturnView => ({
  id: status,
  orderId: 'order',
  status,
  reason: '',
  lines: [{ productId: 'wand', quantity }],
  requestedAt: deliveredAt,
  labelUrl: null,
  labelSentAt: null,
  receivedAt: null,
  closedAt: null,
});

const paid = { capturedCents: 17_700, returnedCents: 0 };
const delivered = { status: 'delivered' as const, paymentStatus: 'paid' as const, shippedAt, deliveredAt };
const order = { ...delivered, items: [item(3)], promises: legacyTerms, ...paid };
const wands = (quantity: number) => [{ productId: 'wand', quantity }];

test.each<[string, object, ReturnView[], ReturnRefusal | null]>([
  ['at the last moment', { now: lastMoment }, [], null],
  ['from the very moment the window closes', { now: tooLate }, [], 'window_closed'],
  ['while it is on its way', { order: { ...order, status: 'shipped', deliveredAt: null } }, [], null],
  ['before it was shipped', { order: { ...order, status: 'processing', shippedAt: null } }, [], 'not_shipped'],
  ['after it was cancelled', { order: { ...order, status: 'cancelled' } }, [], 'not_shipped'],
  ['after all was refunded', { order: { ...order, paymentStatus: 'refunded' } }, [], 'refunded'],
  ['after a part was refunded', { order: { ...order, paymentStatus: 'partially_refunded' } }, [], null],
  ['of what cost nothing', { order: { ...order, paymentStatus: 'not_required' } }, [], null],
  ['of nothing', { lines: [] }, [], 'nothing_chosen'],
  ['of no unit', { lines: wands(0) }, [], 'nothing_chosen'],
  ['of half a unit', { lines: wands(0.5) }, [], 'nothing_chosen'],
  ['of all units', { lines: wands(3) }, [], null],
  ['of one more', { lines: wands(4) }, [], 'more_than_bought'],
  ['of one more in two lines', { lines: [...wands(2), ...wands(2)] }, [], 'more_than_bought'],
  ['of another product', { lines: [{ productId: 'lamp', quantity: 1 }] }, [], 'more_than_bought'],
  ['beside an open one', {}, [earlier('requested', 1)], 'return_open'],
  ['beside one that has come', {}, [earlier('received', 1)], 'return_open'],
  ['of what was refunded before', { lines: wands(2) }, [earlier('refunded', 2)], 'more_than_bought'],
  ['of what is left', { lines: wands(1) }, [earlier('refunded', 2)], null],
  ['of what was declined before', { lines: wands(3) }, [earlier('declined', 3)], null],
])('a request for a return %s is accepted or refused', (_when, change, before, expected) => {
  const request = { order, now: lastMoment, lines: wands(1), ...change };
  expect(returnRefusal(request.order, before, request)).toBe(expected);
});

test('an order is returned as long as it promised, not as long as others', () => {
  const now = new Date(deliveredAt.getTime() + 45 * 24 * 60 * 60 * 1000);
  const short = { ...order, promises: { ...legacyTerms, returnWindowDays: 30 } };
  expect(returnRefusal(order, [], { lines: wands(1), now })).toBeNull();
  expect(returnRefusal(short, [], { lines: wands(1), now })).toBe('window_closed');
});

test('the return window has no end until the order is delivered', () => {
  const underway = { ...order, status: 'in_transit' as const, deliveredAt: null };
  expect(returnOffer(underway, [], tooLate)).toMatchObject({ isOpen: true, until: null });
  expect(returnOffer(order, [], tooLate)).toMatchObject({ isOpen: false, until: lastMoment });
});

test.each([
  [[item(3, 10_000)], wands(1), 3_333],
  [[item(3, 10_000)], wands(2), 6_666],
  [[item(3, 10_000)], wands(3), 10_000],
  [[item(1)], [{ productId: 'lamp', quantity: 1 }], 0],
])('with the items %j, the returned lines %j are worth %i cents', (items, lines, cents) => {
  expect(returnedValue(items, lines)).toBe(cents);
});

test('returns in any parts never exceed the units bought or the amount paid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.nat(100_000),
      fc.array(fc.integer({ min: 1, max: 10 })),
      (bought, paid, tries) => {
        const items = [item(bought, paid)];
        const made: ReturnView[] = [];
        for (const quantity of tries) {
          const refusal = returnRefusal({ ...order, items }, made, { lines: wands(quantity), now: lastMoment });
          if (refusal === null) made.push(earlier('refunded', quantity));
        }
        const back = made.flatMap(({ lines }) => lines);
        expect(back.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(bought);
        expect(back.reduce((sum, line) => sum + returnedValue(items, [line]), 0)).toBeLessThanOrEqual(paid);
        expect(returnable(items, made).every(({ quantity }) => quantity > 0)).toBe(true);
      },
    ),
  );
});

test('a customer is offered the units that are left, and sees the return in progress', () => {
  const until = lastMoment;
  const items = [{ productId: 'wand', name: 'Wand', quantity: 2 }];
  const left = { isOpen: true, until, items, bringsRefund: true };
  expect(returnOffer(order, [earlier('refunded', 1)], lastMoment)).toEqual({ ...left, underWay: null });
  expect(returnOffer(order, [earlier('received', 1)], lastMoment)).toEqual({ ...left, underWay: 'received' });
  expect(returnOffer(order, [], tooLate)).toMatchObject({ isOpen: false });
});

test('a fully refunded order is offered no return, while the shop itself may still open one', () => {
  const refunded = { ...order, paymentStatus: 'refunded' as const };
  expect(returnOffer(refunded, [], lastMoment)).toMatchObject({ isOpen: false, until: null });
  expect(returnOffer(refunded, [earlier('received', 1)], lastMoment)).toMatchObject({ underWay: 'received' });
  expect(returnRefusal(refunded, [], { lines: wands(1), now: null })).toBeNull();
});

test.each([
  [17_700, 0, true],
  [17_700, 5_900, true],
  [17_700, 17_700, false],
  [0, 0, false],
])(
  'a return of an order with %i cents paid and %i returned brings money: %s',
  (capturedCents, returnedCents, brings) => {
    const offered = returnOffer({ ...order, capturedCents, returnedCents }, [], lastMoment);
    expect(offered.bringsRefund).toBe(brings);
  },
);

test('the shop may open a return after the window closed, but not before shipping or of more than was bought', () => {
  const opened = (change: object, quantity = 1) =>
    returnRefusal({ ...order, ...change }, [], { lines: wands(quantity), now: null });
  expect(returnRefusal(order, [], { lines: wands(1), now: tooLate })).toBe('window_closed');
  expect([opened({}), opened({ shippedAt: null }), opened({}, 4)]).toEqual([null, 'not_shipped', 'more_than_bought']);
});

test.each<[string, ReturnView[], string, number]>([
  ['all three at once', [earlier('received', 3)], 'received', 1_299],
  ['two of three', [earlier('received', 2)], 'received', 0],
  ['the last one', [earlier('refunded', 2), earlier('received', 1)], 'received', 1_299],
  ['those before the last one', [earlier('refunded', 2), earlier('received', 1)], 'refunded', 0],
  ['the last one after a refused one', [earlier('declined', 2), earlier('received', 1)], 'received', 0],
])(
  'the shipping cost is refunded with the return that completes the order: %s of three wands',
  (_what, returns, id, cents) => {
    expect(returnedShipping({ items: [item(3)], shippingCents: 1_299 }, returns, id)).toBe(cents);
  },
);
