import { asc, desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { shopMails } from '#app/mail-registry.server.ts';

import {
  fillCart,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { addressHash, deleteRecipientsBefore, hasUnsubscribed } from './automations.queries.server.ts';
import { notifyBackInStock } from './back-in-stock.server.ts';
import { automationRecipients, emailCaptures } from './tables.server.ts';
import type { CodeMail } from './mails/discount-code.server.tsx';
import { emailConsent } from './email-consent.ts';

const start = new Date('2026-11-21T07:00:00.000Z');
let now = start;

const test = testWithShop({
  settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' },
  now: () => now,
  prepare: givenShipping,
}).extend('wand', { scope: 'file', auto: true }, ({ shop }) => givenProduct(shop));

let visitorCount = 0;

/** A visitor with its own IP and email address, at 07:00 on November 21. */
function givenVisitor(shop: TestShop) {
  visitorCount += 1;
  now = start;
  const email = `mia${visitorCount}@example.com`;
  const from = { 'x-forwarded-for': `203.0.113.${visitorCount}` };
  const visitor = newVisitor(shop);
  const ask = (trigger: string, address = email, headers: Record<string, string> = from) =>
    visitor.send('POST', '/capture-email', { email: address, trigger }, headers);
  const validate = (code: string) => visitor.send('POST', '/validate-discount', { code }, from);
  return { visitor, email, ask, validate };
}

const afterMs = (ms: number) => new Date(start.getTime() + ms);
const day = 24 * 60 * 60 * 1000;

async function mailsTo(shop: TestShop, email: string) {
  const rows = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email)).orderBy(asc(mails.createdAt));
  return rows.map(({ kind, content }) => ({ kind, ...(content?.data as CodeMail) }));
}

const capturesOf = (shop: TestShop, email: string) =>
  shop.ctx.db.select().from(emailCaptures).where(eq(emailCaptures.email, email)).orderBy(asc(emailCaptures.createdAt));

/** Link by which the owner of an address leaves. */
async function unsubscribeUrlOf(shop: TestShop, email: string): Promise<string> {
  const isTheirs = eq(automationRecipients.addressHash, addressHash(email));
  const [recipient] = await shop.ctx.db.select().from(automationRecipients).where(isTheirs);
  return `${shop.ctx.settings.publicUrl}/unsubscribe/${recipient?.id ?? ''}`;
}

/** Leaves by the link of the last mail. */
async function leave(shop: TestShop, email: string): Promise<void> {
  const { pathname } = new URL(await unsubscribeUrlOf(shop, email));
  expect((await shop.app.request(pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
}

/** Sends the newest mail to an address. Returns its state, or undefined if it was dropped. */
async function sendNewest(shop: TestShop, email: string): Promise<string | undefined> {
  const isTheirs = eq(mails.toAddress, email);
  const [mail] = await shop.ctx.db.select().from(mails).where(isTheirs).orderBy(desc(mails.createdAt)).limit(1);
  await sendMail(shop.ctx, shopMails, mail?.id ?? '');
  return (
    await shop.ctx.db
      .select()
      .from(mails)
      .where(eq(mails.id, mail?.id ?? ''))
  )[0]?.state;
}

async function codeMailedTo(shop: TestShop, email: string): Promise<string> {
  const [mail] = await mailsTo(shop, email);
  if (mail === undefined) throw new Error('no mail');
  return mail.code;
}

test.for([
  ['manual', '15%', 1_500],
  ['exit-intent', '15%', 1_500],
  ['time-based', '15%', 1_500],
  ['scroll-based', '15%', 1_500],
  ['sold-out', '10%', 1_000],
] as const)(
  '%s issues a code of %s, regardless of the discount in the request',
  async ([trigger, discount, basisPoints], { shop }) => {
    const { visitor, email } = givenVisitor(shop);
    const body = { email: ` ${email.toUpperCase()} `, trigger, discount: '90%', percent: 90 };
    const answer = await visitor.send('POST', '/capture-email', body, {
      'x-forwarded-for': `198.51.100.${visitorCount}`,
    });
    expect(answer).toEqual({ status: 200, body: { success: true, discount } });
    const isMailed = eq(discountCodes.code, await codeMailedTo(shop, email));
    const [code] = await shop.ctx.db.select().from(discountCodes).where(isMailed);
    expect(code).toMatchObject({
      type: 'percent',
      value: basisPoints,
      maxUses: 1,
      endsAt: afterMs(day),
      demoOnly: false,
    });
    expect(code?.code).toMatch(/^GLOW-[2-9A-HJ-NP-Z]{8}$/);
    expect(await capturesOf(shop, email)).toMatchObject([
      {
        trigger,
        discountPercent: basisPoints / 100,
        codeId: code?.id,
        consentVersion: emailConsent.version,
        createdAt: start,
      },
    ]);
  },
);

test('the code is sent in exactly one mail, with its expiry and a link to the shop', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  expect(await mailsTo(shop, email)).toEqual([
    {
      kind: 'capture_code',
      code: await codeMailedTo(shop, email),
      discount: '15%',
      expiry: 'Good for 24 hours, until Sunday, November 22 at 7:00 AM UTC.',
      shopUrl: shop.ctx.settings.publicUrl,
      unsubscribeUrl: await unsubscribeUrlOf(shop, email),
    },
  ]);
});

test('the code takes 15% off for 23:59:59 hours and nothing from 24 hours on', async ({ shop, wand }) => {
  const { visitor, email, ask, validate } = givenVisitor(shop);
  await fillCart(visitor, wand);
  await ask('manual');
  const code = await codeMailedTo(shop, email);
  now = afterMs(day - 1_000);
  expect((await validate(code)).body).toEqual({
    valid: true,
    message: '15% off applied',
    discountCode: { code, name: '15% off' },
    discountAmount: 8.85,
  });
  now = afterMs(day);
  const error = 'This discount code has expired.';
  expect((await validate(code)).body).toEqual({ valid: false, reason: 'code_expired', error, waitSeconds: 0 });
});

test('a code held by one checkout is used up for all others', async ({ shop, wand }) => {
  const first = givenVisitor(shop);
  const second = givenVisitor(shop);
  await first.ask('manual');
  const discount_code = await codeMailedTo(shop, first.email);
  const answers = [];
  for (const { visitor } of [first, second]) {
    await fillCart(visitor, wand);
    const { checkoutId } = await openCheckout(visitor);
    const body = { checkout_id: checkoutId, discount_code };
    answers.push(await visitor.send('POST', '/update-payment-intent', body));
  }
  expect(answers[0]).toMatchObject({ status: 200, body: { amount: 5_015 } });
  const message = 'This discount code has been used up.';
  expect(answers[1]).toEqual({ status: 422, body: { error: 'used_up', message } });
});

test('asking again within 24 hours resends the same code once and issues no second code', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  const first = await ask('manual');
  for (const ms of [1, 60_000, day - 1]) {
    now = afterMs(ms);
    expect(await ask('exit-intent')).toEqual(first);
  }
  const sent = await mailsTo(shop, email);
  expect(sent.map(({ kind }) => kind)).toEqual(['capture_code', 'capture_code']);
  expect(new Set(sent.map(({ code }) => code)).size).toBe(1);
  expect(sent[1]?.expiry).toBe('Good until Sunday, November 22 at 7:00 AM UTC.');
  expect(await capturesOf(shop, email)).toHaveLength(1);
});

test('a higher offer than the earlier code issues a better code, which is resent at most once', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  expect((await ask('sold-out')).body).toMatchObject({ discount: '10%' });
  for (const [index, trigger] of ['exit-intent', 'manual', 'sold-out', 'manual'].entries()) {
    now = afterMs(60_000 * (index + 1));
    await ask(trigger);
  }
  const sent = await mailsTo(shop, email);
  expect(sent.map(({ discount }) => discount)).toEqual(['10%', '15%', '15%']);
  expect(new Set(sent.map(({ code }) => code)).size).toBe(2);
});

test('asking again after the code expired issues a new one', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  now = afterMs(day);
  await ask('manual');
  const codes = (await mailsTo(shop, email)).map(({ code }) => code);
  expect(new Set(codes).size).toBe(2);
  expect(await capturesOf(shop, email)).toHaveLength(2);
});

test('ten concurrent requests issue one code', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  const from = (index: number) => ({ 'x-forwarded-for': `198.51.100.${100 + index}` });
  await Promise.all(Array.from({ length: 10 }, (_, index) => ask('manual', email, from(index))));
  expect(await capturesOf(shop, email)).toHaveLength(1);
  const sent = await mailsTo(shop, email);
  expect({ mails: sent.length, codes: new Set(sent.map(({ code }) => code)).size }).toEqual({ mails: 2, codes: 1 });
});

test('the newsletter stores an address once and sends neither code nor mail', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  for (let time = 1; time <= 2; time += 1) {
    expect(await ask('newsletter')).toEqual({ status: 200, body: { success: true, discount: null } });
  }
  expect(await capturesOf(shop, email)).toMatchObject([{ trigger: 'newsletter', discountPercent: 0, codeId: null }]);
  expect(await mailsTo(shop, email)).toEqual([]);
  expect(await ask('manual')).toEqual({ status: 200, body: { success: true, discount: '15%' } });
  expect(await mailsTo(shop, email)).toHaveLength(1);
});

test.for(['', ' ', 'mia', 'mia@', 'mia@example', 'mia@example.com\r\nBcc: eve@example.com'])(
  'the address %j is refused with a message and does not count against the limit',
  async (typed, { shop }) => {
    const { ask } = givenVisitor(shop);
    for (let time = 1; time <= 6; time += 1) {
      expect(await ask('manual', typed)).toEqual({
        status: 422,
        body: {
          error: 'bad_address',
          message: 'Enter a complete email address, for example name@example.com',
        },
      });
    }
    expect(await ask('manual')).toEqual({ status: 200, body: { success: true, discount: '15%' } });
  },
);

test('one IP address allows thirty captures an hour, even with a forged X-Forwarded-For', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  for (let one = 1; one <= 30; one += 1) {
    expect((await ask(one === 30 ? 'newsletter' : 'manual', `${one}-${email}`)).status).toBe(200);
  }
  const tooMany = { error: 'too_many', message: 'Too many sign-ups from here. Please try again in an hour.' };
  expect(await ask('manual')).toEqual({ status: 429, body: tooMany });
  const forged = { 'x-forwarded-for': `192.0.2.1, 203.0.113.${visitorCount}` };
  expect(await ask('newsletter', email, forged)).toEqual({ status: 429, body: tooMany });
  expect(await mailsTo(shop, email)).toEqual([]);
});

test.for([
  [{}],
  [{ email: 'a@b.co' }],
  [{ email: 'a@b.co', trigger: 'gift' }],
  [{ email: 1, trigger: 'manual' }],
  [null],
] as const)('an invalid request is answered 400: %j', async ([body], { shop }) => {
  expect((await newVisitor(shop).send('POST', '/capture-email', body)).status).toBe(400);
});

const setStock = (shop: TestShop, wand: string, onHand: number) =>
  shop.ctx.db.update(products).set({ onHand, reserved: 0 }).where(eq(products.id, wand));

test('a sold-out request gets no code until stock returns, then one notification across two processes', async ({
  shop,
  wand,
}) => {
  const { email, ask } = givenVisitor(shop);
  await setStock(shop, wand, 0);
  await ask('sold-out');
  await ask('sold-out');
  await notifyBackInStock(shop.ctx);
  expect(await mailsTo(shop, email)).toEqual([]);
  await setStock(shop, wand, 7);
  now = afterMs(day - 1);
  await Promise.all([notifyBackInStock(shop.ctx), notifyBackInStock(shop.ctx)]);
  await notifyBackInStock(shop.ctx);
  const sent = await mailsTo(shop, email);
  expect(sent).toMatchObject([
    { kind: 'back_in_stock', discount: '10%', expiry: 'Good for 24 hours, until Monday, November 23 at 6:59 AM UTC.' },
  ]);
});

test('a notification contains the code that the address already has, or a new one if it expired', async ({
  shop,
  wand,
}) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  await setStock(shop, wand, 0);
  await ask('sold-out');
  await setStock(shop, wand, 7);
  await notifyBackInStock(shop.ctx);
  const [manual, back] = await mailsTo(shop, email);
  expect(back).toMatchObject({ kind: 'back_in_stock', discount: '15%', code: manual?.code });
});

test('a notification after an earlier code expired contains a new code for 24 hours', async ({ shop, wand }) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  await setStock(shop, wand, 0);
  await ask('sold-out');
  await setStock(shop, wand, 7);
  now = afterMs(3 * day);
  await notifyBackInStock(shop.ctx);
  const [first, second] = await mailsTo(shop, email);
  expect(second).toMatchObject({ kind: 'back_in_stock', discount: '10%' });
  expect(second?.code).not.toBe(first?.code);
  expect(second?.expiry).toBe('Good for 24 hours, until Wednesday, November 25 at 7:00 AM UTC.');
  await ask('sold-out');
  expect(new Set((await mailsTo(shop, email)).map(({ code }) => code)).size).toBe(2);
});

test('a sold-out request for an available wand gets no notification', async ({ shop, wand }) => {
  const { email, ask } = givenVisitor(shop);
  await setStock(shop, wand, 7);
  await ask('sold-out');
  await notifyBackInStock(shop.ctx);
  expect((await mailsTo(shop, email)).map(({ kind }) => kind)).toEqual(['capture_code']);
});

test('leaving drops a code that is still queued, and asking again sends the same code', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  const code = await codeMailedTo(shop, email);
  now = afterMs(60_000);
  await leave(shop, email);
  expect(await sendNewest(shop, email)).toBeUndefined();
  now = afterMs(120_000);
  await ask('manual');
  expect([await sendNewest(shop, email), await codeMailedTo(shop, email)]).toEqual(['sent', code]);
});

test('the link of a code works for a year, however long its recipient is known', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  const old = new Date('2020-01-01T00:00:00Z');
  const isTheirs = eq(automationRecipients.addressHash, addressHash(email));
  await shop.ctx.db.update(automationRecipients).set({ createdAt: old }).where(isTheirs);
  now = afterMs(day);
  await ask('manual');
  await deleteRecipientsBefore(shop.ctx.db, new Date('2021-01-01T00:00:00Z'));
  await leave(shop, email);
});

test('leaving while waiting for stock ends the notification, until a new sign-up', async ({ shop, wand }) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  await setStock(shop, wand, 0);
  await ask('sold-out');
  now = afterMs(60_000);
  await leave(shop, email);
  now = afterMs(120_000);
  await setStock(shop, wand, 7);
  await notifyBackInStock(shop.ctx);
  expect((await mailsTo(shop, email)).map(({ kind }) => kind)).toEqual(['capture_code']);
  await setStock(shop, wand, 0);
  await ask('sold-out');
  await setStock(shop, wand, 7);
  now = afterMs(180_000);
  await notifyBackInStock(shop.ctx);
  expect((await mailsTo(shop, email)).map(({ kind }) => kind)).toEqual(['capture_code', 'back_in_stock']);
});

test('signing up for the newsletter again after leaving is a new consent', async ({ shop }) => {
  const { email, ask } = givenVisitor(shop);
  await ask('manual');
  await ask('newsletter');
  now = afterMs(60_000);
  await leave(shop, email);
  expect(await hasUnsubscribed(shop.ctx.db, email)).toBe(true);
  now = afterMs(120_000);
  await ask('newsletter');
  expect(await hasUnsubscribed(shop.ctx.db, email.toUpperCase())).toBe(false);
  const newsletter = (await capturesOf(shop, email)).filter(({ trigger }) => trigger === 'newsletter');
  expect(newsletter.map(({ createdAt }) => createdAt)).toEqual([afterMs(120_000)]);
});
