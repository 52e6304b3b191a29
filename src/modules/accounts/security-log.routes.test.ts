import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { firstPage } from '#platform/db/list-page.server.ts';
import { setRole } from './roles.server.ts';
import { eraseOldData } from '#modules/privacy/retention.server.ts';
import { sign, signUntil } from '#platform/session/token.server.ts';
import { action } from '#pages/account/security.tsx';
import * as dataFile from '#pages/account/my-data.tsx';
import * as analyticsFile from '#pages/admin/analytics-csv.tsx';
import * as booksFile from '#pages/admin/accounting-csv.ts';
import * as customersFile from '#pages/admin/customers-csv.tsx';
import * as emailsFile from '#pages/admin/subscribers-csv.tsx';
import * as ordersFile from '#pages/admin/orders-csv.ts';
import { loader } from '#pages/admin/security.tsx';

import { givenAuthenticator, givenPerson, linkFor, password, requestOf } from '../../../tests/support/account.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { givenCustomer } from '../../../tests/support/customer.ts';
import { owner } from '../../../tests/support/orders.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { recordSecurityEvent } from './security-log.server.ts';
import { listSecurityEvents } from './security-log.queries.server.ts';
import { openSessions } from './sessions.server.ts';
import { kindOfRequest, pathArea } from './security-log.ts';
import { securityEvents } from './tables.server.ts';

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

/** Empties the log, which only the owner of the database can do. */
test.beforeEach(async ({ shop }) => {
  for (const statement of ['disable trigger user', 'enable trigger user']) {
    await shop.ctx.db.execute(sql.raw(`alter table security_events ${statement}`));
    if (statement.startsWith('disable')) await shop.ctx.db.delete(securityEvents);
  }
});

const from = { 'x-forwarded-for': '203.0.113.77' };
const source = '203.0.113.0/24';
const open = async (shop: TestShop, address: string) => (await loader(pageCall(shop, address, signedIn()))).list;
/** Returns events as the owner sees them, newest first. */
const recorded = async (shop: TestShop) =>
  (await listSecurityEvents(shop.ctx.db, { kind: '', page: firstPage(50) })).rows.map(
    ({ kind, subject, count, ...row }) => [kind, subject, row.source, count],
  );
const stored = (shop: TestShop) => shop.ctx.db.select().from(securityEvents);

test('a failed sign-in is recorded with a hash of the account and the full client address, counted per hour', async ({
  shop,
}) => {
  const typed = { email: 'Mia.Victim@example.com', password: 'not-her-password' };
  for (let time = 1; time <= 3; time += 1) {
    expect((await newVisitor(shop).send('POST', '/auth/sign-in/email', typed, from)).status).toBe(401);
  }
  expect(await recorded(shop)).toEqual([['sign_in_failed', '/sign-in/email', '203.0.113.77', 3]]);
  const rows = await stored(shop);
  const hash = sign(shop.ctx.settings.sessionSecret, 'security-account', 'mia.victim@example.com').slice(0, 16);
  expect(rows.map(({ accountHash }) => accountHash)).toEqual([hash, hash, hash]);
  expect(JSON.stringify(rows)).not.toMatch(/victim/i);
});

test('a failed sign-in at an existing account shows that account to the owner', async ({ shop, person: { email } }) => {
  await newVisitor(shop).send('POST', '/auth/sign-in/email', { email, password: 'not-her-password' }, from);
  const { rows } = await open(shop, '/admin/security');
  expect(rows.map(({ kind, person }) => [kind, person?.email])).toEqual([['sign_in_failed', email]]);
});

test('sign-in, sign-out and both ends of a reset are recorded with their account', async ({
  shop,
  person: { email, id },
  visitor,
}) => {
  await visitor.send('POST', '/auth/sign-in/email', { email, password: 'rose-garden-7' }, from);
  await visitor.send('POST', '/auth/sign-out', {}, from);
  const ask = () => visitor.send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' }, from);
  for (let turn = 1; turn <= 4; turn += 1) await ask();
  const reset = (token?: string) =>
    visitor.send('POST', '/auth/reset-password', { token, newPassword: 'lamp-shade-4' }, from);
  expect((await reset('forged')).status).toBe(400);
  const token = (await linkFor(shop, email, 'reset_password')).pathname.split('/').at(-1);
  expect((await reset(token)).status).toBe(200);
  const events = (await recorded(shop)).map(([kind, subject, , count]) => [kind, subject, count]);
  expect(events.toReversed()).toEqual([
    ['signed_in', '/sign-in/email', 1],
    ['signed_out', '/sign-out', 1],
    ['reset_requested', '/request-password-reset', 3],
    ['limit_reached', 'reset-paced', 1],
    ['reset_refused', '/request-password-reset', 1],
    ['reset_refused', '/reset-password', 1],
    ['password_reset', '/reset-password', 1],
  ]);
  const ids = (await stored(shop)).filter(({ kind }) => kind !== 'limit_reached').map(({ accountId }) => accountId);
  expect(ids.filter((one) => one !== id)).toHaveLength(2);
});

test('a wrong second-factor code is recorded as a failed sign-in, and the right one as a sign-in', async ({
  shop,
  admin: { email, id, visitor },
}) => {
  const { backupCodes } = await givenAuthenticator(shop, visitor);
  const browser = newVisitor(shop);
  await browser.send('POST', '/auth/sign-in/email', { email, password: 'rose-garden-7' }, from);
  for (const code of ['AAAAA-BBBBB', backupCodes[0]]) {
    await browser.send('POST', '/auth/two-factor/verify-backup-code', { code }, from);
  }
  const events = (await stored(shop)).filter(({ subject }) => subject === '/two-factor/verify-backup-code');
  expect(events.map(({ kind, accountId, source: where }) => [kind, accountId, where])).toEqual([
    ['sign_in_failed', id, '203.0.113.77'],
    ['signed_in', id, source],
  ]);
});

test('guests at admin pages and calls, forged order links and access to other people’s orders are recorded', async ({
  shop,
}) => {
  const { user, visitor } = await givenCustomer(shop, 'nosy@example.com');
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await shop.app.request('/admin/orders', { headers: from });
  await shop.app.request('/api/newest-order', { headers: from });
  await newVisitor(shop).send('POST', '/update-order-status', {}, from);
  await shop.app.request('/track?token=abc.def.ghi', { headers: from });
  const ended = signUntil(shop.ctx.settings.sessionSecret, 'order', { value: 'x', endsAt: new Date(0) });
  await shop.app.request(`/track?token=${ended}`, { headers: from });
  await shop.app.request('/account/orders/HR-STRANGER', { headers: { cookie, ...from } });
  const events = (await stored(shop)).map(({ kind, subject, accountId }) => [kind, subject, accountId]);
  expect(events.filter(([kind]) => kind !== 'signed_in')).toEqual([
    ['admin_refused', '/admin/orders', ''],
    ['admin_refused', '/api/newest-order', ''],
    ['admin_refused', '/api/update-order-status', ''],
    ['order_link_refused', '/track', ''],
    ['order_refused', '/account', user.id],
  ]);
});

test('a forged token of a page that reloads its order is recorded, and an expired one is not', async ({ shop }) => {
  const again = (watch: string) => newVisitor(shop).send('POST', '/track-order/again', { watch }, from);
  await again('abc.def.ghi');
  await again(signUntil(shop.ctx.settings.sessionSecret, 'order', { value: crypto.randomUUID(), endsAt: new Date(0) }));
  expect(await recorded(shop)).toEqual([['order_link_refused', '/api/track-order', source, 1]]);
});

test('signing out one other session or all of them is recorded with the account', async ({
  shop,
  customer: { email, id, visitor },
}) => {
  const { user } = await requestOf(shop, visitor);
  await newVisitor(shop).send('POST', '/auth/sign-in/email', { email, password }, from);
  const submit = (form: string, session = '') =>
    sendForm(shop, { action, path: '/account/security', user }, { form, id: session });
  const other = (await openSessions(shop.ctx, user)).find(({ isThis }) => !isThis);
  for (const session of [other?.id, crypto.randomUUID()]) await submit('end-session', session);
  await submit('end-others');
  await newVisitor(shop).send('POST', '/auth/sign-in/email', { email, password }, from);
  await submit('end-others');
  const ended = (await stored(shop)).filter(({ kind }) => kind === 'signed_out');
  expect(ended.map(({ subject, accountId }) => [subject, accountId])).toEqual([
    ['/account/security', id],
    ['/account/security', id],
  ]);
});

test.each([
  ['/admin/customers.csv', 200, 'admin', null],
  ['/admin/orders.csv', 302, null, 'admin_refused'],
  ['/account/my-data.json', 302, null, null],
  ['/account/orders/HR-1/invoice.pdf', 404, 'customer', 'order_refused'],
  ['/account/orders/HR-1.data', 404, 'customer', 'order_refused'],
  ['/account/orders/HR-1', 200, 'customer', null],
  ['/returns/1a2b3c4d/slip.pdf', 404, null, 'order_refused'],
  ['/returns/1a2b3c4d/slip.pdf', 200, null, null],
  ['/returns', 404, null, null],
  ['/admin', 302, null, 'admin_refused'],
  ['/administration', 404, null, null],
  ['/admin/orders.data', 202, 'customer', 'admin_refused'],
  ['/ADMIN/orders', 302, 'customer', 'admin_refused'],
  ['/admin/orders', 200, 'admin', null],
  ['/account/security.data', 422, 'admin', 'sign_in_failed'],
  ['/api/auth-confirm', 422, 'customer', 'sign_in_failed', 'wrong'],
] as const)('%s answered %i for %j is recorded as %j', (path, status, role, kind, code: string = '') => {
  expect(kindOfRequest({ path, status, role, code })).toBe(kind);
});

test.for(['UPDATE security_events SET kind = kind', 'DELETE FROM security_events', 'TRUNCATE security_events'])(
  'a stored event is immutable: %s is refused',
  async (statement, { shop }) => {
    await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: '/api/v1' });
    await expect(shop.ctx.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: 'security events are only added, and kept for 30 days' },
    });
  },
);

test('each file that exports data is recorded where it is made', async ({ shop }) => {
  const { id, email } = await givenPerson(shop, 'admin');
  const user = signedIn({ id, email });
  const make = (path: string, loader: (args: never) => unknown) => loader(pageCall(shop, path, user) as never);
  await make('/admin/orders.csv', ordersFile.loader);
  await make('/admin/customers.csv', customersFile.loader);
  await make('/admin/emails.csv', emailsFile.loader);
  await make('/admin/books.csv', booksFile.loader);
  await make('/admin/analytics.csv', analyticsFile.loader);
  await make('/account/my-data.json', dataFile.loader);
  const events = (await stored(shop)).filter(({ kind, accountId }) => kind === 'exported' && accountId === id);
  const areas = ['orders', 'customers', 'emails', 'books', 'analytics'].map((name) => `/admin/${name}.csv`);
  expect(events.map(({ subject }) => subject).toSorted()).toEqual([...areas, '/account'].toSorted());
});

test.for(['/api/\u0000', '/api/\uD800x', `/api/${'x'.repeat(94)}\u{1F339}`])(
  'an event about %j is stored with a sign for what no column accepts',
  async (subject, { shop }) => {
    await recordSecurityEvent(shop.ctx.db, { kind: 'origin_refused', subject });
    const [event] = await stored(shop);
    const wellFormed = subject.slice(0, 100).toWellFormed();
    expect(event?.subject).toBe(wellFormed.replaceAll('\u0000', '\uFFFD'));
  },
);

test('a flood of one event is stored at most 100 times an hour', async ({ shop }) => {
  for (let time = 1; time <= 105; time += 1) {
    await recordSecurityEvent(shop.ctx.db, { kind: 'origin_refused', subject: '/api/cart', ip: '203.0.113.77' });
  }
  expect(await stored(shop)).toHaveLength(100);
  expect(await recorded(shop)).toEqual([['origin_refused', '/api/cart', source, 100]]);
});

test('reaching a limit is recorded once, no matter how long it continues', async ({ shop }) => {
  const lookup = { orderNumber: 'HR-GUESSED9', email: 'mia@example.com' };
  const statuses: number[] = [];
  for (let time = 1; time <= 8; time += 1) {
    statuses.push((await newVisitor(shop).send('POST', '/track-order', lookup, from)).status);
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  expect(await recorded(shop)).toEqual([['limit_reached', 'track-person', source, 1]]);
});

test('a cross-site write, a wrong API key and a wrong signature are recorded', async ({ shop }) => {
  const elsewhere = { 'sec-fetch-site': 'cross-site', ...from };
  await newVisitor(shop).send('POST', '/cart/items', {}, elsewhere);
  await newVisitor(shop).send('GET', '/v1/orders', undefined, { authorization: 'Bearer guessed', ...from });
  await newVisitor(shop).send('POST', '/stripe-webhook', {}, { 'stripe-signature': 't=1,v1=0', ...from });
  expect(new Set((await recorded(shop)).map(String))).toEqual(
    new Set([
      `key_refused,/api/v1,${source},1`,
      `origin_refused,/api/cart,${source},1`,
      `signature_refused,/api/stripe-webhook,${source},1`,
    ]),
  );
});

test('a customer at an admin page and a new admin are recorded with their accounts, visible to the owner', async ({
  shop,
}) => {
  const { user, visitor } = await givenCustomer(shop, 'curious@example.com');
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await shop.app.request('/admin/orders/HR-1', { headers: { cookie } });
  await givenPerson(shop, 'admin');
  await setRole(shop.ctx, owner, { userId: user.id, role: 'admin' });
  const { rows } = await open(shop, '/admin/security');
  const events = rows.filter(({ kind }) => kind !== 'signed_in');
  expect(events.map(({ kind, subject, person }) => [kind, subject, person?.email])).toEqual([
    ['role_changed', 'customer to admin', 'curious@example.com'],
    ['admin_refused', '/admin/orders', 'curious@example.com'],
  ]);
  const chosen = await open(shop, '/admin/security?kind=role_changed');
  expect(chosen.rows.map(({ kind }) => kind)).toEqual(['role_changed']);
});

test('the list is paged in both directions, 25 events per page', async ({ shop }) => {
  for (let number = 1; number <= 30; number += 1) {
    await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: `/api/${number}` });
  }
  const first = await open(shop, '/admin/security?kind=key_refused');
  const second = await open(shop, first.pages.next ?? '');
  expect([first.rows.length, second.rows.length, second.pages.next]).toEqual([25, 5, null]);
  const back = await open(shop, second.pages.previous ?? '');
  expect(back.rows[0]?.subject).toBe('/api/30');
});

test('events are deleted after 30 days by the database clock, regardless of the process clock', async ({ shop }) => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const event = (subject: string, at: Date) => ({ kind: 'key_refused' as const, subject, hour: at, lastAt: at });
  await shop.ctx.db.insert(securityEvents).values([event('young', daysAgo(29.9)), event('old', daysAgo(30.1))]);
  const ahead = { ...shop.ctx, now: () => new Date(Date.now() + 45 * 86_400_000) };
  expect((await eraseOldData(ahead, shopPersonalData)).securityEvents).toBe(1);
  expect((await stored(shop)).map(({ subject }) => subject)).toEqual(['young']);
});

test('the number of events per day is a metric', async ({ shop }) => {
  await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: '/api/v1' });
  expect(await shop.metrics.registry.metrics()).toContain('shop_security_events_last_day{kind="key_refused"} 1');
});

test.for([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['local', ''],
  ['mia@example.com', ''],
] as const)('the address %s is stored as the network %j', async ([ip, network], { shop }) => {
  await recordSecurityEvent(shop.ctx.db, { kind: 'key_refused', subject: '/api/v1', ip });
  expect((await stored(shop)).map(({ source: stored }) => stored)).toEqual([network]);
});

test.each([
  ['/unsubscribe/secret-token', '/unsubscribe'],
  ['/api/cart/items', '/api/cart'],
  ['/admin/orders/HR-1', '/admin/orders'],
  ['/auth.data', '/auth'],
  ['/', '/'],
])('a refusal at %s is recorded at %s', (path, area) => {
  expect(pathArea(path)).toBe(area);
});
