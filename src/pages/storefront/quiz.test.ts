import { desc } from 'drizzle-orm';
import { expect } from 'vitest';

import { emails } from '#content/emails.ts';
import { quiz } from '#content/quiz.ts';
import { contentDocuments } from '#modules/content/tables.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { emailPlan } from '#modules/quiz/email-plan.server.ts';
import { queryOf } from '#modules/quiz/quiz.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';

import { shopMails } from '#app/mail-registry.server.ts';
import { sendForm } from '../../../tests/support/page-requests.ts';
import { givenProduct } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action } from './quiz.tsx';

const test = testWithShop({ settings: { RATE_LIMITS: 'on' }, prepare: (shop) => givenProduct(shop, { name: 'Wand' }) });

test.afterEach(async ({ shop }) => {
  for (const table of [mails, emailCaptures, rateLimitPoints, contentDocuments]) await shop.ctx.db.delete(table);
});

const answers = { primaryConcern: 'pigmentation', age: '18-29', experience: 'beginner', timeline: '1-month' } as const;
const result = `/quiz?${queryOf({ currentStep: 5, answers })}`;

const ask = (shop: TestShop, fields: Record<string, string>, path = result) =>
  sendForm(shop, { action, path, user: null }, { form: 'plan', ...fields });
const queuedMails = (shop: TestShop) => shop.ctx.db.select().from(mails).orderBy(desc(mails.createdAt));
const captured = (shop: TestShop) => shop.ctx.db.select().from(emailCaptures);
const addressSentence = 'Enter a complete email address, for example name@example.com';

test('an address gets one email with the plan, its steps and the price, and is stored nowhere else', async ({
  shop,
}) => {
  expect(await ask(shop, { email: ' Mia@example.com ' })).toMatchObject({ status: 200, answer: { ok: true } });
  const [mail, ...others] = await queuedMails(shop);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'quiz_plan',
    toAddress: 'Mia@example.com',
    subject: 'Your plan: one minute in the evening',
    content: { data: { answers, shopUrl: shop.ctx.settings.publicUrl } },
  });
  await sendMail(shop.ctx, shopMails, mail?.id ?? '');
  const [sent] = await queuedMails(shop);
  const parts = [
    'For uneven tone, 18–29, first device',
    'You said uneven tone. Start gentle: one serum you know, one minute, and sunscreen every morning.',
    '1. Apply your serum',
    '2. Glide upward',
    '3. Seal it in',
    'New to this? Start small',
    '$59.00',
    `${shop.ctx.settings.publicUrl}/product`,
  ];
  for (const part of parts)
    expect([part, sent?.text?.includes(part), sent?.html?.includes(part)]).toEqual([part, true, true]);
  expect(await captured(shop)).toEqual([]);
});

test('the plan is emailed with the texts that the owner published last', async ({ shop }) => {
  const { plan } = quiz;
  const firstDays = { ...plan.firstDays, beginner: { title: 'Take {guaranteeDays} days', text: 'Go slowly.' } };
  await ask(shop, { email: 'mia@example.com' });
  const words = { ...emails.quiz_plan, subject: 'For you: {headline}', button: 'Open the shop' };
  await shop.ctx.db.insert(contentDocuments).values([
    { key: 'quiz', published: { ...quiz, plan: { ...plan, firstDays } } },
    { key: 'emails', published: { ...emails, quiz_plan: words } },
  ]);
  const [mail] = await queuedMails(shop);
  await sendMail(shop.ctx, shopMails, mail?.id ?? '');
  const [sent] = await queuedMails(shop);
  for (const text of ['Take 30 days', 'Go slowly.', 'Open the shop']) expect(sent?.text).toContain(text);
  expect(sent?.text).not.toContain('New to this? Start small');
  expect(sent?.subject).toBe('For you: Your plan: one minute in the evening');
});

test('a plan that was queued with its answers alone is still sent', async ({ shop }) => {
  await ask(shop, { email: 'mia@example.com' });
  const [mail] = await queuedMails(shop);
  const data = { answers, shopUrl: shop.ctx.settings.publicUrl };
  await shop.ctx.db.update(mails).set({ content: { kind: 'quiz_plan', data } });
  await sendMail(shop.ctx, shopMails, mail?.id ?? '');
  expect((await queuedMails(shop))[0]).toMatchObject({
    state: 'sent',
    subject: 'Your plan: one minute in the evening',
  });
});

test.for([
  '',
  'mia',
  'mia@example',
  'mia@example.com, eve@example.com',
  'mia@example.com\r\nBcc: eve@example.com',
  'Eve <eve@example.com>',
  '<script>alert(1)</script>@example.com',
  `${'x'.repeat(300)}@example.com`,
])('the address %j is refused with a sentence, and sends nothing', async (email, { shop }) => {
  const { status, answer } = await ask(shop, { email, newsletter: 'on' });
  expect([status, answer.ok, answer.message]).toEqual([422, false, addressSentence]);
  expect([await queuedMails(shop), await captured(shop)]).toEqual([[], []]);
});

test.for([
  '/quiz',
  '/quiz?step=5',
  result.replace('pigmentation', 'Buy+pills+at+https://eve.example'),
  result.slice(0, -3),
])('answers that the quiz does not offer send nothing: %s', async (path, { shop }) => {
  const { status, answer } = await ask(shop, { email: 'mia@example.com' }, path);
  expect([status, answer.message]).toEqual([422, 'Answer all four questions first, then we can send your plan.']);
  expect(await queuedMails(shop)).toEqual([]);
});

test('text in other fields or in the URL does not reach the email', async ({ shop }) => {
  const hostile = 'Win money at https://eve.example';
  const fields = {
    email: 'mia@example.com',
    headline: hostile,
    name: hostile,
    primaryConcern: hostile,
    to: 'eve@eve.example',
  };
  expect((await ask(shop, fields, `${result}&headline=${encodeURIComponent(hostile)}`)).status).toBe(200);
  const [mail, ...others] = await queuedMails(shop);
  await sendMail(shop.ctx, shopMails, mail?.id ?? '');
  expect([others.length, mail?.toAddress]).toEqual([0, 'mia@example.com']);
  expect(JSON.stringify(await queuedMails(shop))).not.toMatch(/eve\.example|Win money/);
});

const tooMany = 'We sent several plans already. Please try again tomorrow.';

test('the fourth plan for one address within a day is refused, in any spelling', async ({ shop }) => {
  for (const email of ['mia@example.com', 'MIA@example.com', 'mia@EXAMPLE.com'])
    expect((await ask(shop, { email })).status).toBe(200);
  const { answer } = await ask(shop, { email: 'Mia@Example.com' });
  expect([answer.ok, answer.message]).toEqual([false, tooMany]);
  expect((await ask(shop, { email: 'ada@example.com' })).status).toBe(200);
  expect(await queuedMails(shop)).toHaveLength(4);
});

test('one client network sends 20 plans a day, and another network is not affected', async ({ shop }) => {
  const send = (ip: string, one: number) =>
    emailPlan(shop.ctx, shop.limits, { email: `mia${one}@example.com`, answers, ip });
  for (let one = 1; one <= 20; one += 1) expect((await send('203.0.113.7', one)).ok).toBe(true);
  expect(await send('203.0.113.7', 21)).toEqual({ ok: false, reason: 'too_many' });
  expect((await send('198.51.100.7', 22)).ok).toBe(true);
  expect(await queuedMails(shop)).toHaveLength(21);
});

test('only a ticked box signs the address up for the newsletter', async ({ shop }) => {
  await ask(shop, { email: 'mia@example.com' });
  expect(await captured(shop)).toEqual([]);
  await ask(shop, { email: 'ada@example.com', newsletter: 'on' });
  expect(await captured(shop)).toMatchObject([{ email: 'ada@example.com', trigger: 'newsletter' }]);
});
