import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { setRole } from '#modules/people/accounts/roles/service.server.ts';
import { eraseOldData } from '#modules/people/personal-data/service.server.ts';
import { loader } from '#pages/admin/security.tsx';

import { givenPerson } from '../../../../tests/support/account.ts';
import { newVisitor } from '../../../../tests/support/browser-like.ts';
import { givenCustomer } from '../../../../tests/support/customer.ts';
import { pageCall, signedIn } from '../../../../tests/support/page-call.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { shopPersonalData } from '../../../app/personal-data.server.ts';
import { areaOf, kindOf } from './rules.ts';
import { recordSecurityEvent } from './service.server.ts';
import { sourceOf } from './source/service.server.ts';
import { securityEvents } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.ctx.db.delete(securityEvents);
});

const from = { 'x-forwarded-for': '203.0.113.77' };
const source = '203.0.113.0/24';
const open = async (address: string) => (await loader(pageCall(shop, address, signedIn()))).list;
const noted = async () =>
  (await shop.ctx.db.select().from(securityEvents)).map(({ kind, subject, count, ...row }) => [
    kind,
    subject,
    row.source,
    count,
  ]);

test('wrong passwords are counted by the hour and network, and the address tried is not stored', async () => {
  const typed = { email: 'mia.victim@example.com', password: 'not-her-password' };
  for (let time = 1; time <= 3; time += 1) {
    expect((await newVisitor(shop).send('POST', '/auth/sign-in/email', typed, from)).status).toBe(401);
  }
  expect(await noted()).toEqual([['sign_in_failed', '/api/auth', source, 3]]);
  expect(JSON.stringify(await shop.ctx.db.select().from(securityEvents))).not.toMatch(/victim|113\.77/);
});

test('whoever reaches a limit is noted once, however long it goes on', async () => {
  const lookup = { orderNumber: 'HR-GUESSED9', email: 'mia@example.com' };
  const statuses: number[] = [];
  for (let time = 1; time <= 8; time += 1) {
    statuses.push((await newVisitor(shop).send('POST', '/track-order', lookup, from)).status);
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  expect(await noted()).toEqual([['limit_reached', 'track-person', source, 1]]);
});

test('a write from another site, a wrong API key and a wrong signature are noted', async () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site', ...from };
  await newVisitor(shop).send('POST', '/cart/items', {}, elsewhere);
  await newVisitor(shop).send('GET', '/v1/orders', undefined, { authorization: 'Bearer guessed', ...from });
  await newVisitor(shop).send('POST', '/stripe-webhook', {}, { 'stripe-signature': 't=1,v1=0', ...from });
  expect(new Set((await noted()).map(String))).toEqual(
    new Set([
      `key_refused,/api/v1,${source},1`,
      `origin_refused,/api/cart,${source},1`,
      `signature_refused,/api/stripe-webhook,${source},1`,
    ]),
  );
});

test('a customer at an admin page and a new admin are noted with their accounts, and the owner reads it', async () => {
  const { user, visitor } = await givenCustomer(shop, 'curious@example.com');
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await shop.app.request('/admin/orders/HR-1', { headers: { cookie } });
  expect(kindOf({ path: '/admin/orders.data', status: 202, code: '', role: 'customer' })).toBe('admin_refused');
  expect(kindOf({ path: '/account/security.data', status: 422, code: '', role: 'admin' })).toBe('sign_in_failed');
  expect(kindOf({ path: '/ADMIN/orders', status: 302, code: '', role: 'customer' })).toBe('admin_refused');
  expect(kindOf({ path: '/admin/orders', status: 200, code: '', role: 'admin' })).toBeNull();
  await givenPerson(shop, 'admin');
  await setRole(
    shop.ctx,
    { id: null, email: 'owner@shop.example', requestId: 'r' },
    { userId: user.id, role: 'admin' },
  );
  const { rows: events } = await open('/admin/security');
  expect(events.map(({ kind, subject, person }) => [kind, subject, person?.email])).toEqual([
    ['role_changed', 'customer to admin', 'curious@example.com'],
    ['admin_refused', '/admin/orders', 'curious@example.com'],
  ]);
  const chosen = await open('/admin/security?kind=role_changed');
  expect(chosen.rows.map(({ kind }) => kind)).toEqual(['role_changed']);
});

test('the list is read page by page, 25 events each, and back', async () => {
  for (let number = 1; number <= 30; number += 1) {
    await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: `/api/${number}` });
  }
  const first = await open('/admin/security?kind=key_refused');
  const second = await open(first.pages.next ?? '');
  expect([first.rows.length, second.rows.length, second.pages.next]).toEqual([25, 5, null]);
  const back = await open(second.pages.previous ?? '');
  expect(back.rows[0]?.subject).toBe('/api/30');
});

test('events are kept for 30 days', async () => {
  await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: 'young' });
  await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: 'old' });
  const later = new Date(Date.now() + 30 * 86_400_000 + 60_000);
  await shop.ctx.db.update(securityEvents).set({ lastAt: later });
  expect((await eraseOldData(shop.ctx, shopPersonalData)).securityEvents).toBe(0);
  expect(
    (await eraseOldData({ ...shop.ctx, now: () => new Date(later.getTime() + 31 * 86_400_000) }, shopPersonalData))
      .securityEvents,
  ).toBe(2);
});

test('the events of a day are a metric', async () => {
  await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: '/api/v1' });
  expect(await shop.metrics.registry.metrics()).toContain('shop_security_events_last_day{kind="key_refused"} 1');
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['local', ''],
  ['mia@example.com', ''],
])('the address %s is stored as the network %j', (ip, network) => {
  expect(sourceOf(ip)).toBe(network);
});

test.each([
  ['/unsubscribe/secret-token', '/unsubscribe'],
  ['/api/cart/items', '/api/cart'],
  ['/admin/orders/HR-1', '/admin/orders'],
  ['/auth.data', '/auth'],
  ['/', '/'],
])('a refusal at %s is noted at %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});
