import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';

import {
  fillCart,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { notifyBackInStock } from './email-capture.server.ts';
import { emailCaptures } from './tables.server.ts';
import type { CodeMail } from './marketing.emails.server.ts';

const start = new Date('2026-11-21T07:00:00.000Z');
let now = start;
let shop: TestShop;
let wand: string;
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' }, now: () => now });
  wand = await givenProduct(shop);
  await givenShipping(shop);
});
afterAll(() => shop.close());

let places = 0;

/** A visitor from a place and with an address of its own, at 07:00 on November 21. */
function givenVisitor() {
  places += 1;
  now = start;
  const email = `mia${places}@example.com`;
  const from = { 'x-forwarded-for': `203.0.113.${places}` };
  const visitor = newVisitor(shop);
  const ask = (trigger: string, given = email, headers: Record<string, string> = from) =>
    visitor.send('POST', '/capture-email', { email: given, trigger }, headers);
  const validate = (code: string) => visitor.send('POST', '/validate-discount', { code }, from);
  return { visitor, email, ask, validate };
}

const afterMs = (ms: number) => new Date(start.getTime() + ms);
const day = 24 * 60 * 60 * 1000;

async function mailsTo(email: string) {
  const rows = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email)).orderBy(asc(mails.createdAt));
  return rows.map(({ kind, content }) => ({ kind, ...(content?.data as CodeMail) }));
}

const capturesOf = (email: string) =>
  shop.ctx.db.select().from(emailCaptures).where(eq(emailCaptures.email, email)).orderBy(asc(emailCaptures.createdAt));

async function codeMailedTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  if (mail === undefined) throw new Error('no mail');
  return mail.code;
}

test.each([
  ['manual', '15%', 1_500],
  ['exit-intent', '15%', 1_500],
  ['time-based', '15%', 1_500],
  ['scroll-based', '15%', 1_500],
  ['sold-out', '10%', 1_000],
])('%s brings a code of %s, whatever discount the browser asks for', async (trigger, discount, basisPoints) => {
  const { visitor, email } = givenVisitor();
  const body = { email: ` ${email.toUpperCase()} `, trigger, discount: '90%', percent: 90 };
  const answer = await visitor.send('POST', '/capture-email', body, { 'x-forwarded-for': `198.51.100.${places}` });
  expect(answer).toEqual({ status: 200, body: { success: true, discount } });
  const [code] = await shop.ctx.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, await codeMailedTo(email)));
  expect(code).toMatchObject({
    type: 'percent',
    value: basisPoints,
    maxUses: 1,
    endsAt: afterMs(day),
    demoOnly: false,
  });
  expect(code?.code).toMatch(/^GLOW-[2-9A-HJ-NP-Z]{8}$/);
  expect(await capturesOf(email)).toMatchObject([
    { trigger, discountPercent: basisPoints / 100, codeId: code?.id, consentVersion: '2026-11-21', createdAt: start },
  ]);
});

test('the code is owed by exactly one mail, with the moment at which it ends and a way to the shop', async () => {
  const { email, ask } = givenVisitor();
  await ask('manual');
  expect(await mailsTo(email)).toEqual([
    {
      kind: 'capture_code',
      code: await codeMailedTo(email),
      discount: '15%',
      expiry: 'Expires in 24 hours, on Sunday, November 22, 2026 at 7:00:00 AM UTC.',
      shopUrl: shop.ctx.settings.publicUrl,
    },
  ]);
});

test('the code takes 15% off until 23:59:59 hours have passed and nothing from the very moment of 24 hours', async () => {
  const { visitor, email, ask, validate } = givenVisitor();
  await fillCart(visitor, wand);
  await ask('manual');
  const code = await codeMailedTo(email);
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

test('a code that one checkout holds is used up for every other', async () => {
  const first = givenVisitor();
  const second = givenVisitor();
  await first.ask('manual');
  const discount_code = await codeMailedTo(first.email);
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

test('asking again within 24 hours gives the same answer, repeats the same code once, and no second code', async () => {
  const { email, ask } = givenVisitor();
  const first = await ask('manual');
  for (const ms of [1, 60_000, day - 1]) {
    now = afterMs(ms);
    expect(await ask('exit-intent')).toEqual(first);
  }
  const told = await mailsTo(email);
  expect(told.map(({ kind }) => kind)).toEqual(['capture_code', 'capture_code']);
  expect(new Set(told.map(({ code }) => code)).size).toBe(1);
  expect(told[1]?.expiry).toBe('Expires on Sunday, November 22, 2026 at 7:00:00 AM UTC.');
  expect(await capturesOf(email)).toHaveLength(1);
});

test('who is promised more than the code of before takes off gets a code that does, and once more at most', async () => {
  const { email, ask } = givenVisitor();
  expect((await ask('sold-out')).body).toMatchObject({ discount: '10%' });
  for (const [place, trigger] of ['exit-intent', 'manual', 'sold-out', 'manual'].entries()) {
    now = afterMs(60_000 * (place + 1));
    await ask(trigger);
  }
  const told = await mailsTo(email);
  expect(told.map(({ discount }) => discount)).toEqual(['10%', '15%', '15%']);
  expect(new Set(told.map(({ code }) => code)).size).toBe(2);
});

test('when the code has ended, asking again brings a new one', async () => {
  const { email, ask } = givenVisitor();
  await ask('manual');
  now = afterMs(day);
  await ask('manual');
  const codes = (await mailsTo(email)).map(({ code }) => code);
  expect(new Set(codes).size).toBe(2);
  expect(await capturesOf(email)).toHaveLength(2);
});

test('ten presses at the same moment bring one code', async () => {
  const { email, ask } = givenVisitor();
  const from = (place: number) => ({ 'x-forwarded-for': `198.51.100.${100 + place}` });
  await Promise.all(Array.from({ length: 10 }, (_, place) => ask('manual', email, from(place))));
  expect(await capturesOf(email)).toHaveLength(1);
  const told = await mailsTo(email);
  expect({ mails: told.length, codes: new Set(told.map(({ code }) => code)).size }).toEqual({ mails: 2, codes: 1 });
});

test('the newsletter keeps an address once, and brings neither a code nor a mail', async () => {
  const { email, ask } = givenVisitor();
  for (let time = 1; time <= 2; time += 1) {
    expect(await ask('newsletter')).toEqual({ status: 200, body: { success: true, discount: null } });
  }
  expect(await capturesOf(email)).toMatchObject([{ trigger: 'newsletter', discountPercent: 0, codeId: null }]);
  expect(await mailsTo(email)).toEqual([]);
  expect(await ask('manual')).toEqual({ status: 200, body: { success: true, discount: '15%' } });
  expect(await mailsTo(email)).toHaveLength(1);
});

test.each(['', ' ', 'mia', 'mia@', 'mia@example', 'mia@example.com\r\nBcc: eve@example.com'])(
  'the address %j is refused with one sentence, and costs no try',
  async (typed) => {
    const { ask } = givenVisitor();
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

test('thirty people behind one place leave an address in an hour; the next gets nothing, also behind a forged X-Forwarded-For', async () => {
  const { email, ask } = givenVisitor();
  for (let one = 1; one <= 30; one += 1) {
    expect((await ask(one === 30 ? 'newsletter' : 'manual', `${one}-${email}`)).status).toBe(200);
  }
  const tooMany = { error: 'too_many', message: 'Too many sign-ups from here. Please try again in an hour.' };
  expect(await ask('manual')).toEqual({ status: 429, body: tooMany });
  const forged = { 'x-forwarded-for': `192.0.2.1, 203.0.113.${places}` };
  expect(await ask('newsletter', email, forged)).toEqual({ status: 429, body: tooMany });
  expect(await mailsTo(email)).toEqual([]);
});

test.each([
  [{}],
  [{ email: 'a@b.co' }],
  [{ email: 'a@b.co', trigger: 'gift' }],
  [{ email: 1, trigger: 'manual' }],
  [null],
])('a request that does not fit the contract is answered 400: %j', async (body) => {
  expect((await newVisitor(shop).send('POST', '/capture-email', body)).status).toBe(400);
});

const setStock = (onHand: number) =>
  shop.ctx.db.update(products).set({ onHand, reserved: 0 }).where(eq(products.id, wand));

test('who asks while the wand is sold out is told once when it is back, also by two processes, with the code that still works', async () => {
  const { email, ask } = givenVisitor();
  await setStock(0);
  await ask('sold-out');
  await ask('sold-out');
  await notifyBackInStock(shop.ctx);
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['capture_code', 'capture_code']);
  await setStock(7);
  now = afterMs(day - 1);
  await Promise.all([notifyBackInStock(shop.ctx), notifyBackInStock(shop.ctx)]);
  await notifyBackInStock(shop.ctx);
  const told = await mailsTo(email);
  expect(told.map(({ kind }) => kind)).toEqual(['capture_code', 'capture_code', 'back_in_stock']);
  expect(new Set(told.map(({ code }) => code)).size).toBe(1);
});

test('when the wand comes back later than the code lasts, the letter brings a new one for 24 hours', async () => {
  const { email, ask } = givenVisitor();
  await setStock(0);
  await ask('sold-out');
  await setStock(7);
  now = afterMs(3 * day);
  await notifyBackInStock(shop.ctx);
  const [first, second] = await mailsTo(email);
  expect(second).toMatchObject({ kind: 'back_in_stock', discount: '10%' });
  expect(second?.code).not.toBe(first?.code);
  expect(second?.expiry).toBe('Expires in 24 hours, on Wednesday, November 25, 2026 at 7:00:00 AM UTC.');
  await ask('sold-out');
  expect(new Set((await mailsTo(email)).map(({ code }) => code)).size).toBe(2);
});

test('nobody waits for a wand that can be bought', async () => {
  const { email, ask } = givenVisitor();
  await setStock(7);
  await ask('sold-out');
  await notifyBackInStock(shop.ctx);
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['capture_code']);
});
