import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopMails } from '#app/mail-registry.server.ts';
import { shopNotices } from '#app/admin-alert-sources.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { noticeMailName } from '#modules/email/mail.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { disputes, orderReturns, orders, refunds } from '#modules/orders/tables.server.ts';
import { latestBackup } from '#platform/backups/tables.server.ts';
import { storeRefusedWork } from '#platform/jobs/refused-work.server.ts';
import { jobRuns } from '#platform/jobs/tables.server.ts';

import { givenPerson } from '../../../tests/support/account.ts';
import { type MailServer } from '../../../tests/support/mail-server.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { givenProduct } from '../../../tests/support/shop-visitor.ts';
import { testWithMailServer, type TestShop } from '../../../tests/support/shop-test.ts';
import { noticeKindNames, type Delivery, type NoticeKind } from './notification-kinds.ts';
import { notifyAdmins } from './notify-admins.server.ts';
import { editPreferences, preferencesView } from './preferences.server.ts';
import { notificationRuns, notificationSummaryLines, activeAlerts } from './tables.server.ts';

const shopUrl = 'https://halorosa.example';
const afternoon = new Date('2026-11-27T15:00:00Z');
let now = afternoon;

const test = testWithMailServer({ settings: { PUBLIC_URL: shopUrl }, now: () => now }).extend(
  'admin',
  { scope: 'file' },
  ({ shop }) => givenPerson(shop, 'admin'),
);
test.beforeEach(async ({ shop, server, admin }) => {
  now = afternoon;
  await look(shop);
  await shop.ctx.db.delete(mails);
  server.forget();
  await choose(shop, admin, {});
});

/** Lets the pause after an email pass. */
const passPause = (shop: TestShop) => shop.ctx.db.update(notificationRuns).set({ notifiedAt: new Date(0) });
const run = (shop: TestShop) => notifyAdmins(shop.ctx, shopNotices(shop.ctx.settings));

async function look(shop: TestShop): Promise<void> {
  await passPause(shop);
  await run(shop);
}

/** Sends the queued emails and returns those that arrived, as recipient, subject and links. */
async function arrived(shop: TestShop, server: MailServer) {
  const queued = await shop.ctx.db.select({ id: mails.id }).from(mails).where(eq(mails.state, 'queued'));
  for (const { id } of queued) await sendMail(shop.ctx, shopMails, id);
  const taken = server.taken.map(({ recipients, mail }) => ({
    to: recipients.join(),
    subject: mail.subject,
    links: [...(mail.html ?? '').matchAll(/href="([^"]+\/admin[^"]*)"/g)].map(([, link = '']) =>
      link.replace(shopUrl, ''),
    ),
    text: mail.text ?? '',
  }));
  server.forget();
  return taken;
}

async function choose(
  shop: TestShop,
  admin: { id: string; email: string },
  changes: Partial<Record<NoticeKind, Delivery>>,
  userId = admin.id,
): Promise<void> {
  const { version } = await preferencesView(shop.ctx.db, userId);
  const all = Object.fromEntries(noticeKindNames.map((kind) => [kind, changes[kind] ?? 'at_once'])) as never;
  const actor = { id: userId, email: 'ann@example.com', requestId: 'r-1' };
  expect(await editPreferences(shop.ctx, actor, { userId, version, preferences: all })).toEqual({
    ok: true,
    value: null,
  });
}

const paid = (shop: TestShop) => givenOrderRow(shop, { paymentIntentId: `pi_${crypto.randomUUID()}` });

/** Line of an email about an order, and the order's page. */
const about = (orderNumber: string, line: string) => ({ line, path: `/admin/orders/${orderNumber}` });

/** Brings about a thing of each kind. Returns the line and the page that its email must name. */
const happenings: Record<NoticeKind, (shop: TestShop) => Promise<{ line: string; path: string }>> = {
  async order(shop: TestShop) {
    const { orderNumber } = await paid(shop);
    return about(orderNumber, `New order ${orderNumber}: $59.00`);
  },
  async order_on_hold(shop: TestShop) {
    const { id, orderNumber } = await paid(shop);
    await look(shop);
    await shop.ctx.db.update(orders).set({ holdReason: 'amount_mismatch' }).where(eq(orders.id, id));
    return about(orderNumber, `Order ${orderNumber} is on hold until you release or cancel it`);
  },
  async dispute(shop: TestShop) {
    const { id, orderNumber, paymentIntentId } = await paid(shop);
    await look(shop);
    await shop.ctx.db.update(orders).set({ holdReason: 'dispute' }).where(eq(orders.id, id));
    await shop.ctx.db.insert(disputes).values({
      providerId: `dp_${id}`,
      paymentIntentId: paymentIntentId ?? '',
      amountCents: 5_900,
      reason: 'fraudulent',
      status: 'needs_response',
      providerUpdatedAt: afternoon,
      evidenceDueAt: new Date('2026-12-04T12:00:00Z'),
    });
    return about(orderNumber, `The bank disputed $59.00 for order ${orderNumber}. Respond by Dec 4, 2026`);
  },
  async return_requested(shop: TestShop) {
    const { id: orderId, orderNumber } = await paid(shop);
    await look(shop);
    await shop.ctx.db.insert(orderReturns).values({ orderId, reason: 'Too big', lines: [], requestedAt: afternoon });
    return about(orderNumber, `Return requested for order ${orderNumber}`);
  },
  async refund_failed(shop: TestShop) {
    const { orderNumber, paymentIntentId } = await paid(shop);
    await look(shop);
    const failed = { key: 'k-1', amountCents: 2_000, status: 'failed' as const };
    await shop.ctx.db.insert(refunds).values({ ...failed, paymentIntentId: paymentIntentId ?? '' });
    return about(orderNumber, `The refund of $20.00 for order ${orderNumber} failed`);
  },
  async email_failed(shop: TestShop) {
    const messageId = crypto.randomUUID();
    const failed = { kind: 'order_shipped', toAddress: 'gone@example.com', messageId, state: 'failed' as const };
    const [row] = await shop.ctx.db.insert(mails).values(failed).returning();
    return { line: 'An email could not be sent (order shipped)', path: `/admin/mails/${row?.id}` };
  },
  async low_stock(shop: TestShop) {
    const id = await givenProduct(shop, { onHand: 10 });
    const [row] = await shop.ctx.db.select().from(products).where(eq(products.id, id));
    return { line: `${row?.name} is low in stock`, path: '/admin/product' };
  },
  async job_failing(shop: TestShop) {
    const job = 'finish-refunds';
    const failing = { failures: 2, failingSince: afternoon, lastError: 'no answer' };
    await shop.ctx.db
      .insert(jobRuns)
      .values({ job, ...failing })
      .onConflictDoUpdate({ target: jobRuns.job, set: failing });
    return { line: `Background job “${job}” keeps failing: no answer`, path: '/admin' };
  },
  async work_refused(shop: TestShop) {
    const thing = { job: 'publish-content', subject: 'landing', path: '/admin/content/landing', refusedAt: afternoon };
    const words = { title: 'The landing page was not published on May 3', reason: 'Some fields need attention.' };
    await storeRefusedWork(shop.ctx.db, { ...thing, ...words });
    return { line: `${words.title}. ${words.reason}`, path: thing.path };
  },
  async backup_missed(shop: TestShop) {
    const finishedAt = sql`now() - interval '27 hours'`;
    await shop.ctx.db.insert(latestBackup).values({ id: 1, bytes: 1_000, finishedAt });
    return { line: 'No backup in the last 26 hours', path: '/admin' };
  },
};

test.for(noticeKindNames)(
  'an admin is told of %s once, with a link, and not when it is off',
  async (kind, { shop, server, admin }) => {
    const other = await givenPerson(shop, 'admin');
    await choose(shop, admin, { [kind]: 'off' }, other.id);
    const { line, path } = await happenings[kind](shop);
    await arrived(shop, server);
    await look(shop);
    const mine = (await arrived(shop, server)).filter(({ to }) => to === admin.email);
    expect(mine).toMatchObject([{ subject: `halorosa: ${line}` }]);
    expect(mine[0]?.links).toEqual([path, '/admin/notifications']);
    await look(shop);
    expect(await arrived(shop, server)).toEqual([]);
    const toOther = and(eq(mails.toAddress, other.email), eq(mails.kind, noticeMailName));
    const others = await shop.ctx.db.select({ subject: mails.subject }).from(mails).where(toOther);
    expect(others.map(({ subject }) => subject)).not.toContain(`halorosa: ${line}`);
    await shop.ctx.db.execute(sql`delete from user_roles where user_id = ${other.id}`);
  },
);

test('fifty orders within a minute are one email with fifty links', async ({ shop, server }) => {
  const placed = await Promise.all(Array.from({ length: 50 }, () => paid(shop)));
  await look(shop);
  const [only, ...others] = await arrived(shop, server);
  expect([only?.subject, others]).toEqual(['halorosa: 50 new orders', []]);
  expect(placed.filter(({ orderNumber }) => !only?.links.includes(`/admin/orders/${orderNumber}`))).toEqual([]);
  await paid(shop);
  await run(shop);
  expect(await arrived(shop, server)).toEqual([]);
});

test('a failed email to an admin makes no other email', async ({ shop, server }) => {
  await paid(shop);
  await look(shop);
  await shop.ctx.db.update(mails).set({ state: 'failed' }).where(eq(mails.kind, noticeMailName));
  await look(shop);
  expect(await arrived(shop, server)).toEqual([]);
});

test('an interrupted run is repeated and tells each thing once', async ({ shop, server }) => {
  const { orderNumber } = await paid(shop);
  await passPause(shop);
  const jobs = { enqueue: () => Promise.reject(new Error('the process was killed')) };
  await expect(notifyAdmins({ ...shop.ctx, jobs }, shopNotices(shop.ctx.settings))).rejects.toThrow('killed');
  expect(await arrived(shop, server)).toEqual([]);
  await look(shop);
  expect(await arrived(shop, server)).toMatchObject([{ subject: `halorosa: New order ${orderNumber}: $59.00` }]);
});

test('a product that was restocked and runs low again is told again', async ({ shop, server }) => {
  const id = await givenProduct(shop, { onHand: 3 });
  const setStock = (onHand: number) => shop.ctx.db.update(products).set({ onHand }).where(eq(products.id, id));
  await look(shop);
  expect(await arrived(shop, server)).toHaveLength(1);
  await setStock(50);
  await shop.ctx.db.update(activeAlerts).set({ createdAt: sql`now() - interval '2 hours'` });
  await look(shop);
  await setStock(2);
  await look(shop);
  expect(await arrived(shop, server)).toHaveLength(1);
});

test('a daily summary comes once, after eight in the morning, with what happened before', async ({
  shop,
  server,
  admin,
}) => {
  await choose(shop, admin, { order: 'daily', return_requested: 'daily' });
  const { id: orderId, orderNumber } = await paid(shop);
  await shop.ctx.db.insert(orderReturns).values({ orderId, reason: 'Too big', lines: [], requestedAt: afternoon });
  await look(shop);
  await shop.ctx.db.update(notificationSummaryLines).set({ createdAt: afternoon });
  now = new Date('2026-11-28T07:59:00Z');
  await look(shop);
  expect(await arrived(shop, server)).toEqual([]);
  now = new Date('2026-11-28T08:00:00Z');
  await look(shop);
  const summary = await arrived(shop, server);
  expect(summary).toMatchObject([{ to: admin.email, subject: 'halorosa today: 1 new order, 1 return request' }]);
  expect(summary[0]?.text).toContain(`New order ${orderNumber}: $59.00`);
  await look(shop);
  expect(await arrived(shop, server)).toEqual([]);
});

test('an email names neither the customer nor an address', async ({ shop, server }) => {
  const { email, customer } = await paid(shop);
  await look(shop);
  const [only] = await arrived(shop, server);
  for (const personal of [email, customer.firstName, customer.phone]) expect(only?.text).not.toContain(personal);
});

test('the first run of a shop is silent about earlier orders and products that are low already', async ({
  shop,
  server,
}) => {
  await shop.ctx.db.delete(notificationRuns);
  await paid(shop);
  await givenProduct(shop, { onHand: 2 });
  await run(shop);
  expect(await arrived(shop, server)).toEqual([]);
});
