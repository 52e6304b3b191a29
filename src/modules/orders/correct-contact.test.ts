import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopMails } from '#app/mail-registry.server.ts';
import { findMail, listOrderMails } from '#modules/email/mail-log.queries.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';

import { givenPaidOrder, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { changesOf } from '../../../tests/support/audit-entries.ts';
import { owner } from '../../../tests/support/orders.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { correctContact } from './correct-contact.server.ts';
import { auditedContact } from './order-contact.ts';
import { findOrderOfCustomer } from './orders.server.ts';
import { findOrder } from './orders.queries.server.ts';
import { resendOrderMail } from './send-order-emails.server.ts';
import { findOrderByToken } from './tracking.server.ts';
import { ordersPersonalData } from './orders.personal-data.server.ts';
import { orders } from './tables.server.ts';

const mistyped = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };

async function givenOrder(shop: TestShop) {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null } });
  const read = async () => {
    const order = await findOrder(shop.ctx.db, orderId);
    if (order === null) throw new Error('no order');
    return order;
  };
  const { orderNumber, version } = await read();
  const correct = (contact: Partial<typeof mistyped>, seen = version) =>
    correctContact(shop.ctx, owner, { orderNumber, version: seen, contact: { ...mistyped, ...contact } });
  const log = () => listOrderMails(shop.ctx.db, orderId);
  const send = async (id = '') => {
    await sendMail(shop.ctx, shopMails, id);
    return findMail(shop.ctx.db, id);
  };
  const sendFirst = async () => send((await log())[0]?.id);
  const resend = (mailId = '') => resendOrderMail(shop.ctx, owner, { orderId, mailId });
  return { orderId, orderNumber, version, read, correct, log, send, sendFirst, resend };
}

test('an email sent again after a correction goes to the new address, and the log keeps the one that was sent', async ({
  shop,
}) => {
  const { correct, log, send, sendFirst, resend } = await givenOrder(shop);
  const sent = await sendFirst();
  expect(sent).toMatchObject({ state: 'sent', toAddress: 'mia@example.com' });
  expect(await correct({ email: 'Mia.Rose@example.org', firstName: 'Maja' })).toEqual({ ok: true, value: null });
  expect(await resend(sent?.id)).toEqual({ ok: true, value: 'mia.rose@example.org' });
  expect(await resend(sent?.id)).toEqual({ ok: false, reason: 'on_its_way' });
  const copy = (await log()).find(({ id }) => id !== sent?.id);
  const second = await send(copy?.id);
  expect(second).toMatchObject({ state: 'sent', toAddress: 'mia.rose@example.org' });
  expect(second?.text).toContain('Maja Rose');
  expect(second?.messageId).not.toBe(sent?.messageId);
  expect(await findMail(shop.ctx.db, sent?.id ?? '')).toEqual(sent);
});

test('an email that is still queued goes to the corrected address alone', async ({ shop }) => {
  const { correct, log, send } = await givenOrder(shop);
  const [queued] = await log();
  await correct({ email: 'mia.rose@example.org' });
  const all = await log();
  expect(all.map(({ state, toAddress, dismissedAt }) => [state, toAddress, dismissedAt !== null])).toEqual([
    ['failed', 'mia@example.com', true],
    ['queued', 'mia.rose@example.org', false],
  ]);
  expect(await send(queued?.id)).toMatchObject({ state: 'failed', attempts: 0 });
  expect(await send(all[1]?.id)).toMatchObject({ state: 'sent' });
});

test('a failed email sent again to the corrected address no longer counts as failed', async ({ shop }) => {
  const { correct, log, resend } = await givenOrder(shop);
  const [mail] = await log();
  await shop.ctx.db
    .update(mails)
    .set({ state: 'failed', lastError: 'no such user' })
    .where(eq(mails.id, mail?.id ?? ''));
  await correct({ email: 'mia.rose@example.org' });
  expect(await resend(mail?.id)).toMatchObject({ ok: true });
  expect(await log()).toMatchObject([
    { state: 'failed', lastError: 'no such user', dismissedAt: expect.any(Date) as Date },
    { state: 'queued', toAddress: 'mia.rose@example.org' },
  ]);
});

test('order lookup finds a corrected order by the new email alone, and the link of an earlier email still opens it', async ({
  shop,
}) => {
  const { orderId, orderNumber, correct, sendFirst } = await givenOrder(shop);
  const sent = await sendFirst();
  await correct({ email: 'mia.rose@example.org' });
  const track = async (email: string) =>
    (await newVisitor(shop).send('POST', '/track-order', { orderNumber, email })).body.success;
  expect([await track('mia@example.com'), await track('Mia.Rose@example.org')]).toEqual([false, true]);
  const link = new URL(/https?:\S+\/track\?token=\S+/.exec(sent?.text ?? '')?.[0] ?? '');
  expect((await findOrderByToken(shop.ctx, link.searchParams.get('token') ?? ''))?.id).toBe(orderId);
});

test("a guest's corrected order belongs to the account that confirmed the new email, not to the old one", async ({
  shop,
}) => {
  const { orderNumber, correct } = await givenOrder(shop);
  await correct({ email: 'mia.rose@example.org' });
  const found = async (email: string, emailVerified = true) =>
    (await findOrderOfCustomer(shop.ctx.db, { id: crypto.randomUUID(), email, emailVerified }, orderNumber)) !== null;
  expect(await found('mia.rose@example.org')).toBe(true);
  expect(await found('mia.rose@example.org', false)).toBe(false);
  expect(await found('mia@example.com')).toBe(false);
});

test('two corrections of the same version: one is refused, and nothing of the other is lost', async ({ shop }) => {
  const { read, correct } = await givenOrder(shop);
  const both = await Promise.all([correct({ email: 'mia.rose@example.org' }), correct({ phone: '+1 415 555 0133' })]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed_meanwhile' });
  const { email, customer } = await read();
  expect([[email, customer.phone]]).toContainEqual(
    both[0].ok ? ['mia.rose@example.org', mistyped.phone] : [mistyped.email, '+1 415 555 0133'],
  );
});

test('a correction is in the timeline and the audit log, with name, and without readable email and phone', async ({
  shop,
}) => {
  const { orderNumber, read, correct } = await givenOrder(shop);
  await correct({ email: 'mai@example.com', lastName: 'Rosé', phone: '+1 415 555 0177' });
  expect((await read()).events.at(-1)).toMatchObject({ message: 'Contact details updated: email, last name, phone' });
  const [entry] = await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` });
  expect(entry).toMatchObject({
    action: 'order.contact',
    before: { email: 'm…a@example.com', lastName: 'Rose', phone: '…32' },
    after: { email: 'm…i@example.com', lastName: 'Rosé', phone: '…77', changed: ['email', 'lastName', 'phone'] },
  });
});

test('a correction that changes nothing writes nothing', async ({ shop }) => {
  const { version, read, correct } = await givenOrder(shop);
  expect(await correct({ email: 'MIA@example.com' })).toEqual({ ok: true, value: null });
  expect((await read()).version).toBe(version);
});

test('an erased order cannot be corrected', async ({ shop }) => {
  const { orderId, version, read, correct } = await givenOrder(shop);
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, orderId));
  const person = { id: crypto.randomUUID(), email: mistyped.email, emailVerified: true };
  await ordersPersonalData.erase?.(shop.ctx.db, person, 'deleted-1@account.invalid');
  expect(await correct({}, version)).toEqual({ ok: false, reason: 'erased' });
  expect((await read()).email).toBe('deleted-1@account.invalid');
});

test.each([
  ['a@b.example', 'a…@b.example'],
  ['ab@b.example', 'a…b@b.example'],
  ['', ''],
])('the audit log shortens %j to %j', (email, shortened) => {
  expect(auditedContact({ ...mistyped, email })).toMatchObject({ email: shortened });
});

test("a guest's corrected name is the name in the list of customers", async ({ shop }) => {
  const { orderId, read, correct } = await givenOrder(shop);
  await correct({ email: `maja-${orderId}@example.com` });
  const { version } = await read();
  await correct({ email: `maja-${orderId}@example.com`, firstName: 'Maja' }, version);
  const { rows } = await shop.ctx.db.execute(
    `select first_name, orders from customer_figures where id = 'maja-${orderId}@example.com'`,
  );
  expect(rows).toEqual([{ first_name: 'Maja', orders: 1 }]);
});
