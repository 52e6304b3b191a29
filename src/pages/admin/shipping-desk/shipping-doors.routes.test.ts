import { globSync, readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { createKey } from '#modules/api/api-keys.server.ts';
import { reportSentence } from '#modules/api/v1.schema.ts';
import { statusFacts } from '#modules/orders/orders.schema.ts';
import { findOrderByNumber } from '#modules/orders/orders.queries.server.ts';
import type { StatusRefusal } from '#modules/orders/status-change.ts';
import { orders } from '#modules/orders/tables.server.ts';

import { givenSignedIn } from '../../../../tests/support/account.ts';
import { givenOrderRow, owner } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../../tests/support/shop-test.ts';
import { uspsNumber } from '../../../../tests/support/tracking-numbers.ts';
import * as detail from '../order.tsx';
import * as list from '../orders.tsx';
import * as desk from '../shipping-desk.tsx';

// The table of doors below is made before a shop is open.
let shop: TestShop;
let api: { key: string };
let admin: Awaited<ReturnType<typeof givenSignedIn>>['visitor'];
test.beforeAll(async ({ shop: opened }) => {
  shop = opened;
  const made = await createKey(shop.ctx, owner, { name: 'WMS', scopes: ['orders:write'] });
  if (!made.ok) throw new Error(made.reason);
  api = made.value;
  ({ visitor: admin } = await givenSignedIn(shop, 'admin'));
});

type Row = Awaited<ReturnType<typeof givenOrderRow>>;
type Sent = { orderNumber: string; version: number; carrier: string; number: string };

async function submit(page: { action: (args: never) => unknown }, path: string, fields: Record<string, string>) {
  const call = { ...pageCall(shop, path, signedIn(), formOf(fields)), params: { number: fields.number } };
  try {
    return JSON.stringify(await page.action(call as never));
  } catch (thrown) {
    return `thrown ${JSON.stringify(thrown)}`;
  }
}

/** Ways by which a shipment reaches the shop. Each returns the text of its response. */
const doors: Record<string, (sent: Sent) => Promise<string>> = {
  'the shipping desk': ({ orderNumber, version, carrier, number }) =>
    submit(desk, '/admin/shipping-desk', {
      form: 'ship',
      row: `${orderNumber}:${version}`,
      carrier: '',
      [`carrier:${orderNumber}`]: carrier,
      [`number:${orderNumber}`]: number,
    }),
  'a file': ({ orderNumber, carrier, number }) => {
    const cells = [orderNumber, carrier, number].map((cell) => `"${cell}"`);
    return submit(desk, '/admin/shipping-desk', { form: 'check', carrier: '', pasted: cells.join(';') });
  },
  'a checked file that is sent later': ({ orderNumber, version, carrier, number }) =>
    submit(desk, '/admin/shipping-desk', {
      form: 'ship-file',
      ready: [`${orderNumber}:${version}`, carrier, number].join('\t'),
    }),
  "the list's form": ({ orderNumber, version, carrier, number }) =>
    submit(list, '/admin/orders', {
      form: 'status',
      chosen: `${orderNumber}:${version}`,
      status: 'shipped',
      carrierName: carrier,
      trackingNumber: number,
    }),
  "the order's page": ({ orderNumber, version, carrier, number }) =>
    submit(detail, `/admin/orders/${orderNumber}`, {
      form: 'status',
      number: orderNumber,
      chosen: `${orderNumber}:${version}`,
      'shows-tracking': 'on',
      status: 'shipped',
      carrierName: carrier,
      trackingNumber: number,
    }),
  'update-order-status': async ({ orderNumber, version, carrier, number }) => {
    const change = { orderNumber, version, status: 'shipped', carrierName: carrier, trackingNumber: number };
    return JSON.stringify((await admin.send('POST', '/update-order-status', change)).body);
  },
  'API v1': async ({ orderNumber, carrier, number }) => {
    const answer = await shop.app.request(`/api/v1/orders/${orderNumber}/status`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'shipped', carrier, tracking_number: number }),
    });
    return answer.text();
  },
};

/** Files that import the operation. Each is the code of the doors above. */
const callers = [
  'src/modules/api/v1.server.ts',
  'src/modules/orders/orders.jobs.server.ts',
  'src/modules/orders/orders.routes.server.ts',
  'src/pages/admin/orders/order-form-actions.server.ts',
  'src/pages/admin/orders/update-status.server.ts',
  'src/pages/admin/shipping-desk/desk-actions.server.ts',
];

let seed = 0;
const freeNumber = () => uspsNumber((seed += 1));

type Bad = { carrier?: string; number?: string; order?: Parameters<typeof givenOrderRow>[1]; stale?: true };

const usedBy = async (email: string) => {
  const trackingNumber = freeNumber();
  await givenOrderRow(shop, { email, status: 'shipped', carrierName: 'USPS', trackingNumber });
  return { number: trackingNumber };
};

/** Doors without a version always see the present order. */
const withoutVersion = new Set(['a file', 'API v1']);

const badInputs: [string, () => Bad | Promise<Bad>, StatusRefusal][] = [
  ['a number without a digit', () => ({ number: 'DELIVERED' }), 'number_unreadable'],
  ['a number of signs', () => ({ number: '-----' }), 'number_unreadable'],
  ['the number of an order', () => ({ number: 'hr-22222222' }), 'number_unreadable'],
  ['an overlong number', () => ({ number: '1'.repeat(300) }), 'number_unreadable'],
  ['a number in scientific notation', () => ({ number: '9.40011E+21' }), 'number_shortened'],
  ['a rounded number', () => ({ number: '9400111899223810000000' }), 'number_shortened'],
  ['a number with decimals', () => ({ number: '940011189922.0' }), 'number_shortened'],
  ['a number without its zeros', () => ({ number: '3071790000523483741' }), 'zeros_missing'],
  ['a USPS number with a wrong check digit', () => ({ number: '9400111201080805483017' }), 'check_digit'],
  ['a UPS number with a wrong check digit', () => ({ carrier: 'ups', number: '1Z999AA10123456785' }), 'check_digit'],
  [
    'a postal number with a wrong check digit',
    () => ({ carrier: 'Royal Mail', number: 'RB123456786GB' }),
    'check_digit',
  ],
  ['an overlong carrier', () => ({ carrier: 'x'.repeat(101) }), 'carrier_too_long'],
  ["another buyer's number", () => usedBy('ann@example.com'), 'number_used'],
  ['the number of another order of the buyer', () => usedBy('mia@example.com'), 'shared_package'],
  ['an order on hold', () => ({ order: { holdReason: 'manual' } }), 'held'],
  ['a cancelled order', () => ({ order: { status: 'cancelled' } }), 'from_cancelled'],
  ['a refunded order', () => ({ order: { paymentStatus: 'refunded' } }), 'refunded'],
  ['an unpaid order', () => ({ order: { paymentStatus: 'failed' } }), 'unpaid'],
  ['an order without a payment', () => ({ order: { status: 'pending', paymentStatus: 'pending' } }), 'unpaid'],
  ['a delivered order', () => ({ order: { status: 'delivered' } }), 'backwards'],
  ['a stale version', () => ({ stale: true }), 'changed_meanwhile'],
];

const named = Object.entries(doors);

const sentTo = (row: Row, { carrier = 'USPS', number = freeNumber(), stale }: Bad): Sent => ({
  orderNumber: row.orderNumber,
  version: stale ? row.version + 1 : row.version,
  carrier,
  number,
});

test.each(badInputs)('%s is refused alike by every door, and nothing is stored', async (_what, makeBad, refusal) => {
  for (const [door, send] of named) {
    const bad = await makeBad();
    if (bad.stale === true && withoutVersion.has(door)) continue;
    const row = await givenOrderRow(shop, bad.order);
    const response = await send(sentTo(row, bad));
    const fact = JSON.stringify(statusFacts[refusal]).slice(1, -1);
    const forProgram = JSON.stringify(reportSentence(refusal)).slice(1, -1);
    expect(response, door).toContain(door === 'API v1' ? forProgram : fact);
    const { status, carrierName, trackingNumber, version } =
      (await findOrderByNumber(shop.ctx.db, row.orderNumber)) ?? {};
    expect({ door, status, carrierName, trackingNumber, version }).toEqual({
      door,
      status: row.status,
      carrierName: null,
      trackingNumber: null,
      version: row.version,
    });
  }
});

test('an order of another shop is unknown at every door', async () => {
  const strange = { orderNumber: 'HR-22222222', version: 1, carrier: 'USPS', number: freeNumber() };
  const unknown = /No order has this number\.|Not found\./;
  for (const [door, send] of named) expect(await send(strange), door).toMatch(unknown);
});

test.each([
  ['a service and odd signs', 'U.P.S. Ground', ' 1z999aa\u200b1 0123456784 ', 'UPS', '1Z999AA10123456784'],
  ['control characters', 'Pigeon\u0007 Post', 'COO\u001b1234', 'Pigeon Post', 'COO1234'],
  ['a carrier that the shop does not know', 'DPD Chile', '15501234567890', 'DPD', '15501234567890'],
])('%s in carrier and number are stored alike by every door', async (_what, carrier, number, name, stored) => {
  for (const [door, send] of named.filter(([name]) => name !== 'a file')) {
    const row = await givenOrderRow(shop, { email: `${crypto.randomUUID()}@example.com` });
    await send({ orderNumber: row.orderNumber, version: row.version, carrier, number });
    const { status, carrierName, trackingNumber } = (await findOrderByNumber(shop.ctx.db, row.orderNumber)) ?? {};
    expect({ door, status, carrierName, trackingNumber }).toEqual({
      door,
      status: 'shipped',
      carrierName: name,
      trackingNumber: stored,
    });
    // The next door gives the number to another order.
    await shop.ctx.db.update(orders).set({ trackingNumber: null });
  }
});

test('an order that is sent twice is shipped once, by every door', async () => {
  for (const [door, send] of named.filter(([name]) => name !== 'a file')) {
    const row = await givenOrderRow(shop);
    const sent = sentTo(row, {});
    await send(sent);
    const first = await findOrderByNumber(shop.ctx.db, row.orderNumber);
    expect(first?.status, door).toBe('shipped');
    const again = await send(sent);
    expect(again, door).not.toContain(statusFacts.changed_meanwhile);
    expect((await findOrderByNumber(shop.ctx.db, row.orderNumber))?.version, door).toBe(first?.version);
  }
});

test('no other code changes the status of an order: a new door must be in this test', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  const importing = files.filter((file) => /from '[^']*\/fulfillment\.server\.ts'/.test(readFileSync(file, 'utf8')));
  expect(importing.toSorted()).toEqual(callers);
});
