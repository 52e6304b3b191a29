import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { checkouts } from '#modules/checkout/tables.server.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';

import { fillCart, givenCode, givenProduct, newVisitor, openCheckout } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { issueCode } from './discount-codes.server.ts';

const test = testWithShop({
  settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' },
  prepare: (shop) => givenCode(shop, { code: 'GLOW10' }),
}).extend('wandId', { scope: 'file' }, ({ shop }) => givenProduct(shop, { onHand: null }));

const tooMany = 'Too many attempts. Please try again later.';

/** A guest at the checkout from this address, who can try a code through both endpoints. */
async function guestAt(shop: TestShop, wandId: string, ip: string) {
  const visitor = newVisitor(shop);
  const from = { 'x-forwarded-for': ip };
  await visitor.send('POST', '/cart/items', { product_id: wandId, quantity: 1 }, from);
  const { body } = await visitor.send('POST', '/create-payment-intent', {}, from);
  const { id } = body.checkout as { id: string };
  const apply = (code: string) =>
    visitor.send('POST', '/update-payment-intent', { checkout_id: id, discount_code: code }, from);
  const validate = (code: string) => visitor.send('POST', '/validate-discount', { code }, from);
  /** Applies a code as the discount field does. */
  const type = (code: string) => visitor.send('POST', '/validate-discount', { code, checkout_id: id }, from);
  const offer = () => visitor.send('POST', '/exit-offer', { checkout_id: id }, from);
  return { id, apply, validate, type, offer };
}

test('three wrong codes block further lookups for a checkout for 15 minutes, on every endpoint', async ({
  shop,
  wandId,
}) => {
  const { apply, validate } = await guestAt(shop, wandId, '203.0.113.1');
  const waits = async () => {
    const { body } = await validate('GLOW10');
    expect(body).toMatchObject({ valid: false, reason: 'too_many_attempts', error: tooMany });
    return Number(body.waitSeconds);
  };
  /** Lets time pass for the limits, which go by the clock of the database. */
  const advanceLimitWindow = (seconds: number) =>
    shop.ctx.db.execute(sql`update rate_limit_points set expire = expire - ${1_000 * seconds}::bigint`);
  expect((await apply('WRONG-1')).body.error).toBe('unknown_code');
  expect((await validate('WRONG-2')).body.error).toBe('This discount code is not valid.');
  expect((await apply('WRONG-3')).body.error).toBe('unknown_code');
  expect((await apply('GLOW10')).body).toEqual({ error: 'too_many_attempts', message: tooMany });
  const whole = await waits();
  expect([whole > 870, whole <= 900]).toEqual([true, true]);
  await advanceLimitWindow(800);
  const rest = await waits();
  expect([rest > 70, rest <= 100]).toEqual([true, true]);
  await advanceLimitWindow(100);
  expect((await validate('GLOW10')).body.valid).toBe(true);
});

test('twenty concurrent guesses lead to three lookups', async ({ shop, wandId }) => {
  const { validate } = await guestAt(shop, wandId, '203.0.113.2');
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, number) => validate(`GUESS-${number}`)));
  expect(guesses.filter(({ body }) => body.error !== tooMany)).toHaveLength(3);
});

test('six concurrent guesses at one checkout lead to three lookups, and a right code after them is refused', async ({
  shop,
  wandId,
}) => {
  const { type } = await guestAt(shop, wandId, '203.0.113.9');
  const guesses = await Promise.all(Array.from({ length: 6 }, (_, number) => type(`GUESS-${number}`)));
  expect(guesses.filter(({ body }) => body.reason === 'unknown_code')).toHaveLength(3);
  expect((await type('GLOW10')).body.reason).toBe('too_many_attempts');
});

test('an address is blocked after a hundred wrong codes, not after seven guests with three wrong codes each', async ({
  shop,
  wandId,
}) => {
  for (let guest = 1; guest <= 7; guest += 1) {
    const { apply } = await guestAt(shop, wandId, '203.0.113.3');
    for (let number = 1; number <= 3; number += 1) {
      expect((await apply(`NO-${guest}-${number}`)).body.error).toBe('unknown_code');
    }
  }
  expect((await (await guestAt(shop, wandId, '203.0.113.3')).apply('GLOW10')).status).toBe(200);
  const key = 'wrong-codes-address:203.0.113.3';
  await shop.ctx.db.update(rateLimitPoints).set({ points: 100 }).where(eq(rateLimitPoints.key, key));
  expect((await (await guestAt(shop, wandId, '203.0.113.3')).apply('GLOW10')).body.error).toBe('too_many_attempts');
  expect((await (await guestAt(shop, wandId, '203.0.113.4')).apply('GLOW10')).status).toBe(200);
});

test('one call applies a typed code, answers with the new quote and counts it once', async ({ shop, wandId }) => {
  const { id, type } = await guestAt(shop, wandId, '203.0.113.7');
  expect((await type('WRONG-1')).body).toMatchObject({ valid: false, reason: 'unknown_code', waitSeconds: 0 });
  expect((await type('WRONG-2')).body).toMatchObject({ valid: false, reason: 'unknown_code', waitSeconds: 0 });
  const { body } = await type('GLOW10');
  expect(body).toMatchObject({ valid: true, message: '10% off applied', discountCode: { code: 'GLOW10' } });
  expect(body.applied).toMatchObject({ checkout: { id, code: { code: 'GLOW10', amount: body.discountAmount } } });
  expect((await type('WRONG-3')).body).toMatchObject({ reason: 'unknown_code', waitSeconds: 900 });
  expect((await type('WRONG-4')).body).toMatchObject({ reason: 'too_many_attempts', error: tooMany });
});

test('a valid code costs no attempt, however often it is applied', async ({ shop, wandId }) => {
  const { apply, validate } = await guestAt(shop, wandId, '203.0.113.5');
  for (let round = 1; round <= 5; round += 1) {
    expect((await validate('GLOW10')).body.valid).toBe(true);
    expect((await apply('GLOW10')).status).toBe(200);
    expect((await apply('')).status).toBe(200);
  }
});

test("after three wrong codes the cart's own exit offer still applies, and guessing it from another cart is refused", async ({
  shop,
  wandId,
}) => {
  const { apply, validate, offer } = await guestAt(shop, wandId, '203.0.113.6');
  for (const code of ['WRONG-1', 'WRONG-2', 'WRONG-3']) expect((await apply(code)).body.error).toBe('unknown_code');
  const { code } = (await offer()).body;
  expect((await validate(String(code))).body.valid).toBe(true);
  const applied = await apply(String(code));
  expect([applied.status, applied.body.amount]).toEqual([200, 5_310]);
  expect((await apply('GLOW10')).body.error).toBe('too_many_attempts');
  const other = await guestAt(shop, wandId, '203.0.113.6');
  for (let guess = 1; guess <= 3; guess += 1) {
    expect((await other.apply(String(code))).body.error).toBe('unknown_code');
  }
  expect((await other.apply(String(code))).body.error).toBe('too_many_attempts');
});

test('after three wrong codes an emailed code still applies, and a memorable single-use code is refused', async ({
  shop,
  wandId,
}) => {
  const { apply, validate } = await guestAt(shop, wandId, '203.0.113.8');
  const endsAt = new Date(Date.now() + 86_400_000);
  const emailed = await issueCode(shop.ctx.db, {
    name: '10% off',
    percentBasisPoints: 1_000,
    endsAt,
    maxUses: 1,
    prefix: 'HR',
  });
  await givenCode(shop, { code: 'HR-GLOW', endsAt, maxUses: 1 });
  for (const code of ['WRONG-1', 'WRONG-2', 'WRONG-3']) expect((await apply(code)).body.error).toBe('unknown_code');
  expect((await apply('HR-GLOW')).body.error).toBe('too_many_attempts');
  expect((await validate(emailed.code)).body.valid).toBe(true);
  expect((await apply(emailed.code)).status).toBe(200);
  expect((await apply('HR-GLOW')).body.error).toBe('too_many_attempts');
});

test('codes tried after a checkout has expired cost no attempt', async ({ shop, wandId }) => {
  const { apply, id } = await guestAt(shop, wandId, '203.0.113.7');
  const expireAt = (expiresAt: Date) => shop.ctx.db.update(checkouts).set({ expiresAt }).where(eq(checkouts.id, id));
  await expireAt(new Date(0));
  for (let guess = 1; guess <= 4; guess += 1) expect((await apply(`LATE-${guess}`)).body.error).toBe('expired');
  await expireAt(new Date(Date.now() + 60_000));
  expect((await apply('GLOW10')).status).toBe(200);
});

test('a refused code leaves the checkout unchanged', async ({ wandId, visitor }) => {
  await fillCart(visitor, wandId);
  const { checkoutId, amount } = await openCheckout(visitor);
  const apply = (code: string) =>
    visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, discount_code: code });
  for (const code of ['A', 'B', 'C', 'GLOW10']) expect((await apply(code)).status).toBe(422);
  const later = await visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId });
  expect([later.status, later.body.amount]).toEqual([200, amount]);
});
