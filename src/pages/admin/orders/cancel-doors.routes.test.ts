import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect } from 'vitest';

import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import { sessions } from '#modules/accounts/tables.server.ts';
import { createKey } from '#modules/api/api-keys.server.ts';
import { listOrderMails } from '#modules/email/mail-log.queries.server.ts';
import { adminStatuses } from '#modules/orders/order-status.ts';
import { cancelFacts, cancelQuestion, statusFacts } from '#modules/orders/orders.schema.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import type { TeamRole } from '#shared/roles.ts';
import { sureField } from '#ui/form-response.ts';

import { givenSignedIn } from '../../../../tests/support/account.ts';
import { owner, stockOf } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import { givenPaidOrder, givenShipping } from '../../../../tests/support/shop-visitor.ts';
import { enforceAudience } from '../../page-audience.server.ts';
import * as detail from '../order.tsx';
import * as list from '../orders.tsx';
import { StatusForm } from './status-form.tsx';

const test = testWithShop({ prepare: givenShipping });

type Sent = { shop: TestShop; role: TeamRole; orderNumber: string; version: number; confirmedAt?: Date };
type Page = { action: (args: never) => unknown };

async function submit({ shop, role, orderNumber, confirmedAt = new Date() }: Sent, page: Page, form: object) {
  const pattern = page === list ? '/admin/orders' : '/admin/orders/:number';
  const path = pattern.replace(':number', orderNumber);
  const call = pageCall(shop, path, signedIn({ role, confirmedAt }), formOf({ ...form }));
  call.context.set(pageAuth, shop.auth);
  const args = { ...call, pattern, params: { number: orderNumber } };
  try {
    const run = async () => new Response(JSON.stringify(await page.action(args as never)));
    const response = await enforceAudience(args, run);
    return response instanceof Response ? await response.text() : '';
  } catch (thrown) {
    return `thrown ${JSON.stringify(thrown)}`;
  }
}

const byStatus = ({ orderNumber, version }: Sent) => ({
  form: 'status',
  chosen: `${orderNumber}:${version}`,
  status: 'cancelled',
  [sureField]: 'on',
});

async function report({ shop, orderNumber }: Sent) {
  const made = await createKey(shop.ctx, owner, { name: 'WMS', scopes: ['orders:write'] });
  if (!made.ok) throw new Error(made.reason);
  const answer = await shop.app.request(`/api/v1/orders/${orderNumber}/status`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made.value.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'cancelled', carrier: null, tracking_number: null }),
  });
  return answer.text();
}

/** Ways by which someone may ask for a cancelled order. Each returns the text of its response. */
const doors: Record<string, (sent: Sent) => Promise<string>> = {
  "the list's form": (sent) => submit(sent, list, byStatus(sent)),
  "the status form of the order's page": (sent) => submit(sent, detail, byStatus(sent)),
  'the form "Cancel order"': (sent) =>
    submit(sent, detail, { form: 'cancel', version: String(sent.version), reason: '', [sureField]: 'on' }),
  'update-order-status': async ({ shop, role, orderNumber, version }) => {
    const { visitor } = await givenSignedIn(shop, role);
    const change = {
      orderNumber,
      version,
      status: 'cancelled',
      carrierName: null,
      trackingNumber: null,
      confirm: true,
    };
    return JSON.stringify((await visitor.send('POST', '/update-order-status', change)).body);
  },
  'API v1': report,
};

/** Doors that cancel for this role. At all others nothing changes. */
const opening: Record<TeamRole, readonly string[]> = {
  admin: ["the list's form", "the status form of the order's page", 'the form "Cancel order"', 'update-order-status'],
  staff: [],
  accountant: [],
};

/** Returns status, refunded cents, units in stock and emails of an order of one of 7 units. */
async function effectsOf(shop: TestShop, orderId: string) {
  const order = await findOrder(shop.ctx.db, orderId);
  const emails = (await listOrderMails(shop.ctx.db, orderId)).filter(({ kind }) => kind === 'order_cancelled');
  return [order?.status, order?.returnedCents, await stockOf(shop, orderId), emails.length];
}

async function givenOrder(shop: TestShop) {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: 7 } });
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  return order;
}

const cases = Object.keys(doors).flatMap((door) =>
  (['admin', 'staff', 'accountant'] as const).map((role) => [door, role] as const),
);

test.for(cases)(
  '%s cancels for the role %s with refund and units, or changes nothing',
  async ([door, role], { shop }) => {
    const { id, orderNumber, version } = await givenOrder(shop);
    const response = (await doors[door]?.({ shop, role, orderNumber, version })) ?? '';
    const cancels = opening[role].includes(door);
    expect(await effectsOf(shop, id)).toEqual(cancels ? ['cancelled', 5_900, 7, 1] : ['confirmed', 0, 6, 0]);
    const isStatusForm = door.includes('list') || door.includes('status');
    const isRefusedByOperation = !cancels && role !== 'accountant' && isStatusForm;
    if (isRefusedByOperation) expect(response).toContain(statusFacts.cancel_to_refund.slice(0, 51));
  },
);

test('the call cancels after a confirmation only, once, and no order that shipped', async ({ shop, admin }) => {
  const send = (body: object) => admin.visitor.send('POST', '/update-order-status', { status: 'cancelled', ...body });
  const { id, orderNumber } = await givenOrder(shop);
  expect(await send({ orderNumber })).toMatchObject({ status: 422, body: { error: 'to_cancelled' } });
  expect(await effectsOf(shop, id)).toEqual(['confirmed', 0, 6, 0]);
  for (const _again of [1, 2]) {
    const answer = await send({ orderNumber, confirm: true });
    expect(answer).toMatchObject({ status: 200, body: { success: true, order: { orderNumber, status: 'cancelled' } } });
    expect(await effectsOf(shop, id)).toEqual(['cancelled', 5_900, 7, 1]);
  }
  const other = await givenOrder(shop);
  await admin.visitor.send('POST', '/update-order-status', { orderNumber: other.orderNumber, status: 'shipped' });
  const refused = await send({ orderNumber: other.orderNumber, confirm: true });
  expect(refused).toMatchObject({ status: 422, body: { error: 'shipped_already' } });
  expect(await send({ orderNumber: 'HR-22222222', confirm: true })).toMatchObject({ status: 404 });
});

test('the list cancels several orders after one question, and names the one that shipped', async ({ shop, admin }) => {
  const orders = [await givenOrder(shop), await givenOrder(shop), await givenOrder(shop)];
  const [first, second, shipped] = orders.map(({ orderNumber }) => orderNumber);
  await admin.visitor.send('POST', '/update-order-status', { orderNumber: shipped, status: 'shipped' });
  const chosen = orders.map(({ orderNumber, version }) => `${orderNumber}:${version}`).join('\n');
  const [{ orderNumber, version } = orders[0]!] = orders;
  const sent = { shop, role: 'admin', orderNumber, version } as const;
  const reply = await submit(sent, list, { form: 'status', chosen, status: 'cancelled' });
  expect(reply).toContain(cancelQuestion);
  expect(await effectsOf(shop, orders[0]!.id)).toEqual(['confirmed', 0, 6, 0]);
  const done = await submit(sent, list, { form: 'status', chosen, status: 'cancelled', [sureField]: 'on' });
  expect(done).toContain(`"changed":["${first}","${second}"]`);
  expect(done).toContain(cancelFacts.changed_meanwhile);
  expect(await effectsOf(shop, orders[1]!.id)).toEqual(['cancelled', 5_900, 7, 1]);
});

test('every door that cancels needs a recent password', async ({ shop, admin }) => {
  const { id, orderNumber, version } = await givenOrder(shop);
  const sent = { shop, role: 'admin', orderNumber, version, confirmedAt: new Date(0) } as const;
  for (const door of opening.admin.slice(0, 3)) expect(await doors[door]?.(sent), door).toContain('"password"');
  await shop.ctx.db.update(sessions).set({ confirmedAt: new Date(0) });
  const call = { orderNumber, status: 'cancelled', confirm: true };
  const answer = await admin.visitor.send('POST', '/update-order-status', call);
  expect(answer).toMatchObject({ status: 403, body: { error: 'confirm_password' } });
  expect(await effectsOf(shop, id)).toEqual(['confirmed', 0, 6, 0]);
});

test.each([
  ['admin', adminStatuses],
  ['staff', adminStatuses.filter((status) => status !== 'cancelled')],
])('the status form offers %s the statuses %j', (role, statuses) => {
  const Component = () => createElement(StatusForm, { hidden: { chosen: 'HR-22222222:1' } });
  const layout = {
    id: 'pages/admin/layout',
    path: '/',
    loader: () => ({ role }),
    children: [{ index: true, Component }],
  };
  const hydrationData = { loaderData: { [layout.id]: { role } } };
  const text = renderToStaticMarkup(createElement(createRoutesStub([layout]), { hydrationData }));
  const offered = [...text.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value);
  expect(offered).toEqual(statuses);
});
