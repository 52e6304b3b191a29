import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopMails } from '#app/mail-registry.server.ts';
import { stopEmailsTo } from '#modules/marketing/automations.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';

import { mailShop } from '../../../tests/support/mail-shop.ts';
import { testWithMailServer, type TestShop } from '../../../tests/support/shop-test.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import { renderMail } from './render-mail.server.ts';
import { sendMail } from './send-mail.server.ts';
import { mails } from './tables.server.ts';

const test = testWithMailServer();
const shopUrl = 'https://halorosa.example';
const actor = { id: null, email: 'ada@shop.example', requestId: 'test' };
const email = 'mia@example.com';
const minute = 60_000;

/** Kinds that nobody bought or asked for. A new kind of email must be in one of the two lists. */
const marketingKinds = ['abandoned_checkout', 'back_in_stock', 'capture_code', 'review_request'];

const otherKinds = [
  'account_exists',
  'admin_notice',
  'confirm_device',
  'contact_answer',
  'contact_message',
  'data_erased',
  'invitation',
  'order_cancelled',
  'order_confirmation',
  'order_delivered',
  'order_out_for_delivery',
  'order_refunded',
  'order_shipped',
  'password_changed',
  'phone_order',
  'quiz_plan',
  'reset_password',
  'return_declined',
  'return_label',
  'return_opened',
  'return_received',
  'second_factor_reset',
  'second_factor_reset_by',
  'test_order',
  'test_sample',
  'test_simple',
  'verify_email',
];

const isMarketing = ({ name }: { name: string }) => marketingKinds.includes(name);

const marketing = shopMails.filter(isMarketing);

test('every kind of email is marketing or not', () => {
  expect([...marketingKinds, ...otherKinds].toSorted()).toEqual(shopMails.map(({ name }) => name).toSorted());
});

test.for(shopMails)('the kind $name has a link to unsubscribe if it is marketing, else none', async (kind) => {
  const { html, text } = await renderMail(kind, kind.sample(shopUrl), mailShop);
  const hasLink = />Unsubscribe<\/a>/.test(html) && html.includes(`href="${shopUrl}/unsubscribe"`);
  expect([hasLink, text.includes(`${shopUrl}/unsubscribe`)]).toEqual(isMarketing(kind) ? [true, true] : [false, false]);
});

/** Queues a mail of a kind to Mia, does something, and tries to send it. */
async function sendAfter(shop: TestShop, kind: (typeof shopMails)[number], change: () => Promise<unknown>) {
  await enqueueMail(shop.ctx.db, shop.ctx, { kind, to: email, data: kind.sample(shopUrl), cause: crypto.randomUUID() });
  const [queued] = await shop.ctx.db.select().from(mails).where(eq(mails.state, 'queued'));
  await change();
  await sendMail(shop.ctx, shopMails, queued?.id ?? '');
}

const leave = (shop: TestShop, minutes: number) => {
  const at = new Date(Date.now() + minutes * minute);
  return stopEmailsTo({ ...shop.ctx, now: () => at }, actor, email);
};

const signUp = (shop: TestShop, minutes: number) =>
  shop.ctx.db.insert(emailCaptures).values({
    email,
    trigger: 'manual',
    discountPercent: 15,
    consentVersion: '2026-11-26',
    createdAt: new Date(Date.now() + minutes * minute),
  });

test.for(marketing)(
  'a queued $name is not sent to someone who left, and is sent with one-click unsubscribing after a new sign-up',
  async (kind, { shop, server }) => {
    server.forget();
    await signUp(shop, -2);
    await sendAfter(shop, kind, () => leave(shop, -1));
    expect([server.taken.length, await shop.ctx.db.$count(mails, eq(mails.state, 'queued'))]).toEqual([0, 0]);
    await sendAfter(shop, kind, () => signUp(shop, 0));
    const headers = server.taken.map(({ mail }) => mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value);
    expect(headers).toEqual([`<${shopUrl}/unsubscribe>`]);
    await shop.ctx.db.delete(emailCaptures);
  },
);
