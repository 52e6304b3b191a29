import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { sampleMail, shopMails } from '#app/mail-registry.server.ts';
import { emails } from '#content/emails.ts';
import { draftContent, publishedContent } from '#modules/content/content.server.ts';
import {
  discardDraft,
  documentView,
  publishDraft,
  restoreVersion,
  saveDraft,
} from '#modules/content/edit-content.server.ts';
import type { Emails } from '#modules/content/emails.schema.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';

import { givenSignedIn } from '../../../tests/support/account.ts';
import { signedIn } from '../../../tests/support/page-requests.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import { sendMail } from './send-mail.server.ts';
import { mails } from './tables.server.ts';
import { enqueueSample } from './test-mail.server.ts';

const test = testWithShop({ settings: { RATE_LIMITS: 'on' } });

const key = 'emails' as const;
const shopUrl = 'https://halorosa.example';
const ada = { id: null, email: 'ada@shop.example', requestId: 'test' };
const revision = async (shop: TestShop) => (await documentView(shop.ctx.db, key)).revision;

const isCompared = () => Promise.resolve(false);

test.afterEach(async ({ shop }) => {
  await discardDraft(shop.ctx, { key, revision: await revision(shop) });
  await restoreVersion(shop.ctx, ada, { key, versionId: null, isCompared });
});

/** Saves a draft with changed words of the confirmation. Returns its fields to mend. */
async function draft(shop: TestShop, change: Partial<Emails['order_confirmation']>) {
  const body = { ...emails, order_confirmation: { ...emails.order_confirmation, ...change } };
  const saved = await saveDraft(shop.ctx, ada, { key, revision: await revision(shop), body });
  if (!saved.ok) throw new Error(saved.reason);
  return saved.value.issues;
}

const publish = async (shop: TestShop) =>
  publishDraft(shop.ctx, { key, actor: ada, revision: await revision(shop), isCompared });

/** Sends the queued mail to an address and returns it. */
async function sentTo(shop: TestShop, to: string) {
  const isTheirs = eq(mails.toAddress, to);
  const [queued] = await shop.ctx.db.select().from(mails).where(isTheirs);
  await sendMail(shop.ctx, shopMails, queued?.id ?? '');
  const [sent] = await shop.ctx.db.select().from(mails).where(isTheirs);
  return { queued, sent };
}

async function confirmationTo(shop: TestShop, to: string, change: object = {}) {
  const data = { ...orderConfirmation.sample(shopUrl), ...change };
  await enqueueMail(shop.ctx.db, shop.ctx, { kind: orderConfirmation, to, data });
  return sentTo(shop, to);
}

test('an edited subject and text are in the next email once they are published, not before', async ({ shop }) => {
  expect(
    await draft(shop, { subject: '{orderNumber} is ours', text: 'Hello {firstName}.\nIt is packed today.' }),
  ).toEqual({});
  const before = await confirmationTo(shop, 'before@example.com');
  expect(before.sent?.subject).toBe('Your halorosa order HR-SAMPLE22 is confirmed');
  expect(before.sent?.html).not.toContain('packed today');
  expect((await publish(shop)).ok).toBe(true);
  const after = await confirmationTo(shop, 'after@example.com');
  expect([after.queued?.subject, after.sent?.subject]).toEqual(['HR-SAMPLE22 is ours', 'HR-SAMPLE22 is ours']);
  expect(after.sent?.html).toContain('>Hello Mia.</p>');
  expect(after.sent?.html).toContain('>It is packed today.</p>');
});

test('texts about an order state the days of that order, not those of today', async ({ shop }) => {
  await draft(shop, {
    returns: { label: 'BACK?', text: '{guaranteeDays} of {returnDays} days. We answer {supportHours}.' },
  });
  await publish(shop);
  const promises = { guaranteeDays: 21, returnWindowDays: 44, refundProcessingDays: 9, refundVisibleDays: '11-12' };
  const { sent } = await confirmationTo(shop, 'days@example.com', { promises });
  expect(sent?.html).toContain('21 of 44 days. We answer Monday-Friday 9 AM-6 PM EST.');
});

test.for([
  [
    'an unknown name in braces',
    { text: 'Free for {years} years' },
    'order_confirmation.text',
    '{years} isn’t a variable.',
  ],
  [
    'a value of another kind',
    { heading: 'Use {code}' },
    'order_confirmation.heading',
    '{code} isn’t a variable. Use one',
  ],
  ['HTML', { subject: '<b>Yours</b>' }, 'order_confirmation.subject', 'Use plain text. HTML isn’t supported here'],
] as const)(
  'an email with %s says so at its field and is not published',
  async ([_what, change, path, message], { shop }) => {
    expect((await draft(shop, change))[path]).toContain(message);
    expect(await publish(shop)).toEqual({ ok: false, reason: 'invalid' });
    const { order_confirmation } = emails;
    expect((await publishedContent(shop.ctx)).emails).toMatchObject({ order_confirmation });
  },
);

async function previewFor(shop: TestShop, role: 'admin' | 'customer' | null, query: string): Promise<Response> {
  const visitor = role === null ? newVisitor(shop) : (await givenSignedIn(shop, role)).visitor;
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return shop.app.request(`/admin/content/emails/preview${query}`, { headers: { cookie } });
}

test('the preview shows admins the draft in a frame without scripts, and nobody else anything', async ({ shop }) => {
  await draft(shop, { subject: 'Yours <3 {orderNumber}', heading: 'Only a draft, {firstName}' });
  const shown = await previewFor(shop, 'admin', '?kind=order_confirmation&draft=emails');
  expect(shown.status).toBe(200);
  const html = await shown.text();
  for (const words of ['Only a draft, Mia', 'Yours &lt;3 HR-SAMPLE22']) expect(html).toContain(words);
  const policy = shown.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "frame-ancestors 'self'"]) expect(policy).toContain(part);
  expect(policy).toMatch(/sandbox (?!.*allow-(scripts|forms|top))/);
  expect(shown.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect((await previewFor(shop, 'admin', '?kind=nothing')).status).toBe(404);
  for (const [role, status] of [['customer', 403] as const, [null, 401] as const]) {
    const refused = await previewFor(shop, role, '?kind=order_confirmation');
    expect([role, refused.status, (await refused.text()).includes('Only a draft')]).toEqual([role, status, false]);
  }
});

test('a test email has the words of the draft, is marked, and is sent ten times an hour at most', async ({ shop }) => {
  await draft(shop, { heading: 'As it will be' });
  const { emails: words } = await draftContent(shop.ctx, key);
  const admin = signedIn({ email: 'tester@shop.example' });
  const sample = { kind: 'order_confirmation', emails: words, admin, template: sampleMail };
  const send = () => enqueueSample(shop.ctx, shop.limits, sample);
  expect(await send()).toEqual({ ok: true, value: null });
  const { sent } = await sentTo(shop, admin.email);
  expect([sent?.state, sent?.subject]).toEqual(['sent', 'Test: Your halorosa order HR-SAMPLE22 is confirmed']);
  expect(sent?.html).toContain('As it will be');
  for (let earlier = 1; earlier < 10; earlier += 1) expect((await send()).ok).toBe(true);
  expect(await send()).toEqual({ ok: false, reason: 'too_many' });
});
