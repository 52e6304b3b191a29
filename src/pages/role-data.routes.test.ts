import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { invite } from '#modules/accounts/invitations.server.ts';
import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { createKey } from '#modules/api/api-keys.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { automationEmails, automationRecipients } from '#modules/marketing/tables.server.ts';
import { orderReturns, orders } from '#modules/orders/tables.server.ts';
import { orderToken } from '#modules/orders/order-token.server.ts';
import { phoneOrders } from '#modules/phone-orders/tables.server.ts';
import { connectionHints, editConnection } from '#modules/settings/connections.server.ts';
import { lastFour } from '#modules/settings/connections.ts';
import { addEndpoint } from '#modules/webhooks/webhooks.server.ts';
import { enforceAudience } from './page-audience.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { TeamRole } from '#shared/roles.ts';

import { givenSignedIn, linkFor } from '../../tests/support/account.ts';
import { pageCall, signedIn } from '../../tests/support/page-requests.ts';
import { givenPaidOrder, newVisitor } from '../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../tests/support/shop-test.ts';
import { pageRoutes, type PageRoute } from './page-registry.ts';

const roles = ['staff', 'accountant', 'admin'] as const;
const label = 'https://labels.example.com/prepaid-1Z999AA1';
/** Values of the addresses' parameters, by page and name. */
let params: Record<string, string>;
let returnId: string;
const ids: Record<string, string> = {};
const users = new Map<TeamRole, SignedInUser>();
/** Data of the person who ordered. */
let personal: { name: string; text: string }[];
/** Secrets in links and settings, with the roles whose pages may contain each. */
let secrets: { name: string; text: string; seenBy: readonly TeamRole[] }[];

test.beforeAll(async ({ shop }) => {
  const { db, settings } = shop.ctx;
  for (const role of roles) {
    const { id, email } = await givenSignedIn(shop, role);
    users.set(role, signedIn({ id, email, role }));
  }
  const admin = users.get('admin');
  if (admin === undefined) throw new Error('no admin');
  const actor = { id: admin.id, email: admin.email, requestId: 'r-1' };
  const { orderId, intentId } = await givenPaidOrder(shop);
  await db.update(orders).set({ status: 'shipped', shippedAt: new Date() }).where(eq(orders.id, orderId));
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error('no order');
  const mailed = orderToken(settings.sessionSecret, order);
  const lines = [{ productId: '00000000-0000-4000-8000-000000000001', quantity: 1 }];
  const [back] = await db
    .insert(orderReturns)
    .values({ orderId, reason: 'no', lines, requestedAt: new Date(), labelUrl: label, labelSentAt: new Date() })
    .returning();
  const html = `<a href="${settings.publicUrl}/track?token=${mailed}">Track</a>`;
  const [mail] = await db.update(mails).set({ html, text: html }).where(eq(mails.orderId, orderId)).returning();
  const [recipient] = await db.insert(automationRecipients).values({ addressHash: 'hash' }).returning();
  const recipientId = recipient?.id ?? '';
  const [letter] = await db
    .insert(automationEmails)
    .values({ recipientId, kind: 'abandoned_checkout', subjectId: order.checkoutId, isSent: true })
    .returning();
  const phoneId = crypto.randomUUID();
  const customer = { firstName: 'Ann', lastName: 'Lee', phone: '415 555 0132' };
  const paid = { id: phoneId, email: order.email, customer, shippingAddress: order.shippingAddress };
  await db.insert(phoneOrders).values({ ...paid, items: [], createdBy: admin.email });
  const invited = await invite(shop.ctx, actor, { email: 'new@shop.example', role: 'staff' });
  const key = await createKey(shop.ctx, actor, { name: 'key', scopes: ['orders:read'] });
  const hook = await addEndpoint(shop.ctx, actor, { url: 'https://hooks.example.com/', events: ['order.paid'] });
  if (!invited.ok || !key.ok || !hook.ok) throw new Error('not made');
  await newVisitor(shop).send('POST', '/auth/request-password-reset', {
    email: admin.email,
    redirectTo: '/auth/reset',
  });
  const reset = await linkFor(shop, admin.email, 'reset_password');
  const invitation = await linkFor(shop, 'new@shop.example', 'invitation');
  const paymentKey = 'sk_test_planted_in_the_secrets';
  const smtp = 'smtp://shop:planted-password-of-email@127.0.0.1:9';
  const keys = { secretKey: paymentKey, publishableKey: 'pk_test_planted_in_the_secrets' };
  const webhook = { id: 'we_1', secret: 'whsec_planted_in_the_secrets', url: 'https://shop.example/' };
  const { payments, email } = await connectionHints(db);
  for (const edit of [
    { name: 'payments', ...payments, hint: lastFour(paymentKey), value: { ...keys, webhook } },
    { name: 'email', ...email, hint: '', value: { url: smtp, from: null } },
  ] as const)
    await editConnection(shop.ctx, actor, edit);
  const token = (link: URL) => link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? '';
  const nobody: readonly TeamRole[] = [];
  secrets = [
    { name: 'the link of a password reset', text: token(reset), seenBy: nobody },
    { name: 'the link of an invitation', text: token(invitation), seenBy: nobody },
    { name: 'the key of the API', text: key.value.key, seenBy: nobody },
    { name: 'the secret of a webhook', text: hook.value.secret, seenBy: nobody },
    { name: 'the link to unsubscribe', text: recipientId, seenBy: nobody },
    { name: 'the link of a reminder', text: letter?.id ?? '', seenBy: nobody },
    { name: 'the link in an email of the order', text: mailed, seenBy: nobody },
    { name: 'the client secret of a payment', text: `${intentId}_secret`, seenBy: nobody },
    { name: 'the secret key of payments', text: paymentKey, seenBy: nobody },
    { name: 'the secret of the payment webhook', text: webhook.secret, seenBy: nobody },
    { name: 'the password of the email server', text: 'planted-password-of-email', seenBy: nobody },
    { name: 'the secret of the shop', text: settings.sessionSecret, seenBy: nobody },
    { name: 'a payment link', text: phoneId, seenBy: ['admin', 'staff'] },
    { name: 'the prepaid label of a return', text: label, seenBy: ['admin', 'staff'] },
  ];
  personal = [
    { name: 'the address of the buyer', text: order.email },
    { name: 'the street of the buyer', text: order.shippingAddress.street },
    { name: 'the number of the order', text: order.orderNumber },
    { name: 'the payment', text: intentId },
  ];
  returnId = back?.id ?? '';
  params = { number: order.orderNumber, key: 'offers' };
  Object.assign(ids, {
    '/admin/customers/:id': order.email,
    '/admin/mails/:id': mail?.id,
    '/admin/phone-orders/:id': phoneId,
  });
}, 120_000);

type Module = { loader?: (args: object) => unknown };

/**
 * Returns everything that a person gets from the loaders of a page, as text. Null if the page does
 * not open. A null `user` is a guest.
 */
async function dataOf(shop: TestShop, page: PageRoute, user: SignedInUser | null): Promise<string | null> {
  const values: Record<string, string> = { ...params, id: ids[page.path] ?? 'new' };
  const filled = page.path.replaceAll(/:(\w+)/g, (_all, name: string) => values[name] ?? '');
  const path = page.path.endsWith('/return-slip.pdf') ? `${filled}?return=${returnId}` : filled;
  const call = pageCall(shop, path, user);
  const args = { ...call, params: values, pattern: page.path };
  const read = async () => {
    if (user !== null) call.context.set(pageUser, user);
    const parts: unknown[] = [];
    for (const file of [page.audience === 'admin' ? './admin/layout.tsx' : '../root.tsx', `./${page.file}`]) {
      const { loader } = (await import(file)) as Module;
      const loaded = await loader?.(args);
      parts.push(loaded instanceof Response ? await loaded.text() : JSON.stringify(loaded));
    }
    return new Response(parts.join('\n'));
  };
  try {
    const answer = await enforceAudience(args, read);
    return answer instanceof Response ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Signed tokens: `<value>.<end>.<signature>`. */
const signed = /[\w-]+\.[a-z\d]{6,10}\.[\w-]{43}/;

test('the data of each admin page contains no link, token or secret that its reader may not use', async ({ shop }) => {
  const found: string[] = [];
  let opened = 0;
  for (const page of pageRoutes.filter(({ audience }) => audience === 'admin')) {
    for (const role of roles) {
      const data = await dataOf(shop, page, users.get(role) ?? signedIn({ role }));
      if (data === null) continue;
      opened += 1;
      if (signed.test(data)) found.push(`${role} ${page.path}: a signed token`);
      for (const { name, text, seenBy } of secrets) {
        const isSeen = data.includes(text) || data.includes(encodeURIComponent(text));
        if (isSeen && !seenBy.includes(role)) found.push(`${role} ${page.path}: ${name}`);
      }
    }
  }
  console.warn(`${opened} pages read, ${secrets.length} secrets looked for`);
  expect(found).toEqual([]);
  expect(opened).toBeGreaterThan(60);
}, 120_000);

test('the data of each page of the shop contains nothing of another person', async ({ shop }) => {
  const customer = await givenSignedIn(shop, 'customer');
  const strangers = [signedIn({ id: customer.id, email: customer.email, role: 'customer' }), null];
  const found: string[] = [];
  let opened = 0;
  // A demo's mailbox shows the emails to everyone.
  const pages = pageRoutes.filter(({ audience, path }) => audience !== 'admin' && path !== '/mailbox');
  for (const page of pages) {
    for (const stranger of strangers) {
      const data = await dataOf(shop, page, stranger);
      if (data === null) continue;
      opened += 1;
      const reader = stranger === null ? 'guest' : 'customer';
      if (signed.test(data)) found.push(`${reader} ${page.path}: a signed token`);
      for (const { name, text } of [...secrets, ...personal]) {
        if (data.includes(text) || data.includes(encodeURIComponent(text)))
          found.push(`${reader} ${page.path}: ${name}`);
      }
    }
  }
  console.warn(`${opened} pages read`);
  expect(found).toEqual([]);
  expect(opened).toBeGreaterThan(40);
}, 120_000);
