import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { contactMessages } from '#modules/contact/tables.server.ts';
import { deskMax, fileMax } from '#modules/orders/ship-orders.ts';
import { reviews } from '#modules/reviews/tables.server.ts';
import { bulkMax, type BulkResult } from '#shared/bulk-action.ts';

import { givenOrderRow } from '../../../../tests/support/orders.ts';
import { sendForm } from '../../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../../tests/support/shop-test.ts';
import { givenProduct } from '../../../../tests/support/shop-visitor.ts';
import { uspsNumber } from '../../../../tests/support/tracking-numbers.ts';
import { action as messagesAction } from '../messages.tsx';
import { action as ordersAction } from '../orders.tsx';
import { action as reviewsAction } from '../reviews.tsx';
import { action as deskAction } from '../shipping-desk.tsx';

/** Row as a page sends it. `id` is the one in the reply. */
type Row = { id: string; sent: string };
type Fields = Record<string, string>;

type Door = {
  action: (args: never) => unknown;
  path: string;
  max: number;
  /** Creates a row that the action changes, or one that it refuses. */
  given: (shop: TestShop, isFine: boolean) => Promise<Row>;
  /** Row that does not exist. */
  unknown: (n: number) => Row;
  fields: (sent: readonly string[]) => Fields;
};

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const orderOf = (n: number) => `HR-${40_000_000 + n}`;

async function givenReview(shop: TestShop, isFine: boolean): Promise<Row> {
  const productId = await givenProduct(shop);
  const [row] = await shop.ctx.db
    .insert(reviews)
    .values({ productId, rating: 5, content: 'Warm.', isApproved: !isFine, origin: 'demo' })
    .returning({ id: reviews.id });
  return { id: row?.id ?? '', sent: `${row?.id}:pending` };
}

async function givenMessage(shop: TestShop, isFine: boolean): Promise<Row> {
  const message = { name: 'Mia', email: 'mia@example.com', subject: 'Hello', message: 'A question.' };
  const [row] = await shop.ctx.db.insert(contactMessages).values(message).returning({ id: contactMessages.id });
  const id = row?.id ?? '';
  if (!isFine) await shop.ctx.db.update(contactMessages).set({ isSpam: true }).where(eq(contactMessages.id, id));
  return { id, sent: id };
}

async function givenOrder(shop: TestShop, isFine: boolean): Promise<Row> {
  const { orderNumber, version } = await givenOrderRow(shop, {
    email: `${crypto.randomUUID()}@example.com`,
    holdReason: isFine ? null : 'manual',
  });
  return { id: orderNumber, sent: `${orderNumber}:${version}` };
}

const unknownOrder = (n: number): Row => ({ id: orderOf(n), sent: `${orderOf(n)}:1` });

const numberOf = new Map<string, string>();

/** Tracking number for an order: another one for each, and the same whenever it is sent. */
function trackingNumberOf(orderNumber: string): string {
  const number = numberOf.get(orderNumber) ?? uspsNumber(numberOf.size + 1);
  numberOf.set(orderNumber, number);
  return number;
}

const orderNumberIn = (sent: string) => sent.split(':')[0] ?? '';

const doors: Record<string, Door> = {
  reviews: {
    action: reviewsAction,
    path: '/admin/reviews',
    max: bulkMax,
    given: givenReview,
    unknown: (n) => ({ id: uuidOf(n), sent: `${uuidOf(n)}:pending` }),
    fields: (sent) => ({ form: 'bulk', act: 'approve', chosen: sent.join('\n') }),
  },
  messages: {
    action: messagesAction,
    path: '/admin/messages',
    max: bulkMax,
    given: givenMessage,
    unknown: (n) => ({ id: uuidOf(n), sent: uuidOf(n) }),
    fields: (sent) => ({ form: 'bulk', act: 'spam', chosen: sent.join('\n') }),
  },
  'the orders list': {
    action: ordersAction,
    path: '/admin/orders',
    max: bulkMax,
    given: givenOrder,
    unknown: unknownOrder,
    fields: (sent) => ({ form: 'status', status: 'shipped', chosen: sent.join('\n') }),
  },
  'the shipping desk': {
    action: deskAction,
    path: '/admin/shipping-desk',
    max: deskMax,
    given: givenOrder,
    unknown: unknownOrder,
    fields: (sent) => ({
      form: 'ship',
      carrier: 'USPS',
      row: sent.join('\n'),
      ...Object.fromEntries(
        sent.map(orderNumberIn).map((number): [string, string] => [`number:${number}`, trackingNumberOf(number)]),
      ),
    }),
  },
  'a file with tracking numbers': {
    action: deskAction,
    path: '/admin/shipping-desk',
    max: fileMax.rows,
    given: givenOrder,
    unknown: unknownOrder,
    fields: (sent) => ({
      form: 'ship-file',
      ready: sent.map((row) => [row, 'USPS', trackingNumberOf(orderNumberIn(row))].join('\t')).join('\n'),
    }),
  },
};

const named = Object.entries(doors);

async function send(shop: TestShop, door: Door, rows: readonly Row[]) {
  const { status, answer } = await sendForm(shop, door, door.fields(rows.map(({ sent }) => sent)));
  return { status, answer, result: answer.result as BulkResult | null };
}

test.for(named)('%s: changes the good row and names the refused and the unknown one', async ([, door], { shop }) => {
  const [held, fine] = [await door.given(shop, false), await door.given(shop, true)];
  const missing = door.unknown(1);
  const { status, answer, result } = await send(shop, door, [held, missing, fine]);
  expect([status, answer.ok, result?.changed, result?.same]).toEqual([200, false, [fine.id], []]);
  expect(result?.refused.map(({ id }) => id)).toEqual([held.id, missing.id]);
  for (const { name, sentence } of result?.refused ?? []) expect([name, sentence]).toEqual([/./, /\.$/].map(matching));
});

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

test.for(named)('%s: a row that is sent twice is changed once and counts once', async ([, door], { shop }) => {
  const fine = await door.given(shop, true);
  const { status, answer, result } = await send(shop, door, [fine, fine]);
  expect([status, answer.ok, result?.changed, result?.same, result?.refused]).toEqual([200, true, [fine.id], [], []]);
});

test.for(named)('%s: with too many rows changes none and says how many there may be', async ([, door], { shop }) => {
  const fine = await door.given(shop, true);
  const more = Array.from({ length: door.max }, (_, index) => door.unknown(index));
  const { status, answer, result } = await send(shop, door, [fine, ...more]);
  expect([status, answer.ok, result]).toEqual([200, false, null]);
  expect(answer.message).toMatch(door.max.toLocaleString('en-US'));
  const again = await send(shop, door, [fine]);
  expect(again.result?.changed).toEqual([fine.id]);
});

test.for(named)('%s: without a row asks for one', async ([, door], { shop }) => {
  const { status, answer, result } = await send(shop, door, []);
  expect([status, answer.ok, result]).toEqual([200, false, null]);
  expect(answer.message).toMatch(/(at least one|select)/);
});
