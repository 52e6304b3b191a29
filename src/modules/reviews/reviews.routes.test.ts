import { readFileSync } from 'node:fs';

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { orderItems } from '#modules/orders/tables.server.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';
import { photosTooLarge } from '#shared/photo.ts';

import { givenConfirmed } from '../../../tests/support/account.ts';
import { givenProduct, newVisitor, reviewForm, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { givenCustomer } from '../../../tests/support/customer.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { choiceOf } from './review.ts';
import { approvedReviews, criticalReview, reviewSummary, reviewsForPage } from './reviews.server.ts';
import { reviewImages, reviews } from './tables.server.ts';

const test = testWithShop({ settings: { TRUST_PROXY: 'true' } });

const draft = { rating: 5, title: 'Lovely', content: 'A calm minute.', reviewer_name: 'Mia Rosen' };

type ReviewFields = Partial<typeof reviews.$inferInsert>;

async function givenReview(shop: TestShop, productId: string, fields: ReviewFields = {}): Promise<string> {
  const values = { productId, rating: 5, content: 'Good', isApproved: true, origin: 'demo' as const, ...fields };
  const [row] = await shop.ctx.db.insert(reviews).values(values).returning({ id: reviews.id });
  return row?.id ?? '';
}

async function listOf(shop: TestShop, productId: string, offset = 0, from: TestShop = shop) {
  const { body } = await newVisitor(from).send('GET', `/reviews?product_id=${productId}&offset=${offset}`);
  return body as { reviews: Record<string, unknown>[]; total: number; summary: Record<string, unknown> | null };
}

const stored = (shop: TestShop, productId: string) =>
  shop.ctx.db.select().from(reviews).where(eq(reviews.productId, productId));

function live(shop: TestShop): TestShop {
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } };
  return { ...shop, ctx };
}

test('approved reviews are listed newest first, six at a time, with their histogram', async ({ shop, productId }) => {
  for (let index = 1; index <= 8; index += 1) {
    const createdAt = new Date(Date.UTC(2026, 9, index));
    await givenReview(shop, productId, { content: `Review ${index}`, rating: index === 1 ? 1 : 5, createdAt });
  }
  await givenReview(shop, productId, { content: 'Waits for approval', rating: 1, isApproved: false });
  const first = await listOf(shop, productId);
  expect(first.reviews.map(({ content }) => content)).toEqual([8, 7, 6, 5, 4, 3].map((index) => `Review ${index}`));
  expect(first).toMatchObject({ total: 8, summary: { count: 8, average: 4.5 } });
  const rest = await listOf(shop, productId, 6);
  expect(rest.reviews.map(({ content }) => content)).toEqual(['Review 2', 'Review 1']);
  expect((await listOf(shop, await givenProduct(shop))).summary).toBeNull();
});

test('reviews can be sorted by rating and helpfulness, and filtered by stars and photos', async ({
  shop,
  productId,
}) => {
  const seeds = [
    { content: 'old', rating: 5, helpfulCount: 1 },
    { content: 'photographed', rating: 3, helpfulCount: 9 },
    { content: 'new', rating: 5, helpfulCount: 4 },
  ];
  for (const [index, one] of seeds.entries()) {
    const reviewId = await givenReview(shop, productId, { ...one, createdAt: new Date(Date.UTC(2026, 9, index + 1)) });
    const photo = { reviewId, kind: 'image/png' as const, width: 1, height: 1, bytes: new Uint8Array([1]) };
    if (one.content !== 'photographed') continue;
    await shop.ctx.db.insert(reviewImages).values([0, 1].map((position) => ({ ...photo, position })));
  }
  const listWith = async (search: string) => {
    const { body } = await newVisitor(shop).send('GET', `/reviews?product_id=${productId}${search}`);
    const { reviews: listed, total } = body as { reviews: { content: string }[]; total: number };
    return [total, ...listed.map(({ content }) => content)];
  };
  expect(await listWith('')).toEqual([3, 'new', 'photographed', 'old']);
  expect(await listWith('&sort=highest')).toEqual([3, 'new', 'old', 'photographed']);
  expect(await listWith('&sort=helpful')).toEqual([3, 'photographed', 'new', 'old']);
  expect(await listWith('&sort=highest&stars=5&offset=1')).toEqual([2, 'old']);
  expect(await listWith('&photos=1')).toEqual([1, 'photographed']);
  expect(await listWith('&photos=1&stars=5')).toEqual([0]);
});

test('the critical review is the most helpful one with three stars or fewer', async ({ shop, productId }) => {
  const criticalNow = async () =>
    criticalReview(shop.ctx, await reviewsForPage(shop.ctx, productId, { query: new URLSearchParams() }));
  await givenReview(shop, productId, { rating: 4, helpfulCount: 50 });
  expect(await criticalNow()).toBeNull();
  await givenReview(shop, productId, { rating: 1, helpfulCount: 9, content: 'not for me' });
  await givenReview(shop, productId, { rating: 3, helpfulCount: 2 });
  await givenReview(shop, productId, { rating: 2, helpfulCount: 70, isApproved: false });
  expect(await criticalNow()).toMatchObject({ rating: 1, content: 'not for me' });
});

test('a review is listed under a short name, without its customer or full name', async ({ shop, productId }) => {
  await givenReview(shop, productId, { reviewerName: 'Mia Rosen', customerId: 'customer-7', verifiedPurchase: true });
  const [shown = {}] = (await listOf(shop, productId)).reviews;
  expect(shown).toMatchObject({ name: 'Mia R.', verified: true, rating: 5, images: [] });
  expect(JSON.stringify(shown)).not.toMatch(/Rosen|customer-7/);
});

test('a live shop shows and counts no demo reviews', async ({ shop, productId }) => {
  await givenReview(shop, productId, { origin: 'demo', rating: 5 });
  await givenReview(shop, productId, { origin: 'live', rating: 3 });
  await givenReview(shop, productId, { origin: 'live', rating: 1, isApproved: false });
  expect(await reviewSummary(shop.ctx, productId)).toMatchObject({ count: 2, average: 4 });
  expect(await reviewSummary(live(shop).ctx, productId)).toMatchObject({ count: 1, average: 3 });
  const slice = { productId, limit: 6, offset: 0, choice: choiceOf(new URLSearchParams()) };
  expect(await approvedReviews(live(shop).ctx, slice)).toMatchObject([{ rating: 3, name: 'Customer' }]);
});

test('a submitted review is stored unapproved and unverified, whatever its sender claims', async ({
  shop,
  productId: product_id,
}) => {
  const claims = { is_approved: true, verified_purchase: true, customer_id: 'me', helpful_count: 99, origin: 'live' };
  const sent = await newVisitor(shop).send('POST', '/reviews', reviewForm({ ...draft, product_id, ...claims }));
  expect(sent).toEqual({ status: 200, body: { success: true } });
  expect(await stored(shop, product_id)).toMatchObject([
    {
      rating: 5,
      title: 'Lovely',
      content: 'A calm minute.',
      reviewerName: 'Mia Rosen',
      isApproved: false,
      verifiedPurchase: false,
      customerId: null,
      helpfulCount: 0,
      origin: 'demo',
    },
  ]);
  expect(await listOf(shop, product_id)).toEqual({ reviews: [], total: 0, summary: null });
});

test('the length limit applies to the stored text, in which a line break is one character', async ({
  shop,
  productId: product_id,
}) => {
  const content = Array.from({ length: 2_000 }, () => 'a').join('\r\n');
  const form = reviewForm({ ...draft, product_id, content, title: ' '.repeat(121) });
  const sent = await newVisitor(shop).send('POST', '/reviews', form);
  expect(sent).toMatchObject({ status: 200 });
  expect(await stored(shop, product_id)).toMatchObject([{ title: null, content: content.replaceAll('\r', '') }]);
});

test('texts are trimmed and a blank title is stored as null', async ({ shop, productId: product_id }) => {
  const typed = { ...draft, title: '  ', content: ' Good ', reviewer_name: ' Mia ', product_id };
  expect(await newVisitor(shop).send('POST', '/reviews', reviewForm(typed))).toMatchObject({ status: 200 });
  expect(await stored(shop, product_id)).toMatchObject([{ title: null, content: 'Good', reviewerName: 'Mia' }]);
});

test.for([
  [{ rating: null, content: '', reviewer_name: '' }, 'rating_required'],
  [{ content: ' ', reviewer_name: '' }, 'content_required'],
  [{ reviewer_name: ' ' }, 'name_required'],
  [{ title: 'a'.repeat(121) }, 'too_long'],
  [{ content: 'a'.repeat(4_001) }, 'too_long'],
  [{ reviewer_name: 'a'.repeat(81) }, 'too_long'],
  [{ product_id: crypto.randomUUID() }, 'unknown_product'],
] as const)('a review with %j is refused as %s', async ([change, reason], { shop, productId: product_id }) => {
  const sent = await newVisitor(shop).send('POST', '/reviews', reviewForm({ ...draft, product_id, ...change }));
  expect(sent).toMatchObject({ status: 422, body: { error: reason } });
  expect(await stored(shop, product_id)).toEqual([]);
});

test.for([
  [{ rating: 0 }],
  [{ rating: 6 }],
  [{ rating: 4.5 }],
  [{ rating: 'five' }],
  [{ product_id: 'wand' }],
] as const)('a review with %j is rejected by the schema', async ([change], { shop, productId: product_id }) => {
  const sent = await newVisitor(shop).send('POST', '/reviews', reviewForm({ ...draft, product_id, ...change }));
  expect(sent).toMatchObject({ status: 400 });
});

async function givenOrder(
  shop: TestShop,
  productId: string,
  email: string,
  paymentStatus: 'paid' | 'pending' | 'refunded',
) {
  const { id: orderId } = await givenOrderRow(shop, { email, paymentStatus });
  const amounts = { quantity: 1, unitPriceCents: 5_900, discountCents: 0, taxCents: 0, totalCents: 5_900 };
  await shop.ctx.db.insert(orderItems).values({ orderId, productId, name: 'Wand', imageUrl: '', ...amounts });
}

test.for([
  ['paid', true, true],
  ['paid', false, false],
  ['pending', true, false],
  ['refunded', true, false],
] as const)(
  'an order that is %s, with its email verified: %s, makes a verified purchase: %s',
  async ([paid, verified, expected], { shop, productId: product_id }) => {
    const email = `mia-${paid}-${verified}@example.com`;
    const visitor = verified ? await givenConfirmed(shop, email) : (await givenCustomer(shop, email)).visitor;
    // Placed after sign-in, because signing in assigns orders with a confirmed email to the
    // account.
    await givenOrder(shop, product_id, email, paid);
    await givenOrder(shop, await givenProduct(shop), email, 'paid');
    expect(await visitor.send('POST', '/reviews', reviewForm({ ...draft, product_id }))).toMatchObject({ status: 200 });
    expect(await stored(shop, product_id)).toMatchObject([{ verifiedPurchase: expected, isApproved: false }]);
  },
);

const zeros = (bytes: number) => [new Uint8Array(bytes)];

test('the photos of a review are limited to 10 MB together, any other body to 100 KB', async ({
  productId: product_id,
  visitor,
}) => {
  const send = (bytes: number) => visitor.send('POST', '/reviews', reviewForm({ ...draft, product_id }, zeros(bytes)));
  expect(await send(10 * 1024 * 1024 - 2_000)).toMatchObject({ status: 422, body: { error: 'photo_unknown' } });
  expect(await send(10 * 1024 * 1024)).toMatchObject({ status: 413, body: { message: photosTooLarge } });
  const json = { ...draft, product_id, padding: 'a'.repeat(100 * 1024) };
  for (const path of ['/reviews', '/track-order']) {
    expect(await visitor.send('POST', path, json)).toMatchObject({ status: 413 });
  }
});

test('a review sent as JSON is refused, because photos come as files', async ({ shop, productId: product_id }) => {
  const sent = await newVisitor(shop).send('POST', '/reviews', { ...draft, product_id, images: [] });
  expect(sent).toMatchObject({ status: 415, body: { error: 'not_a_form' } });
});

test("a repeated helpful vote of one visitor counts once, and a second visitor's vote counts too", async ({ shop }) => {
  const id = await givenReview(shop, await givenProduct(shop), { helpfulCount: 4 });
  const visitor = await givenConfirmed(shop, 'helpful@example.com');
  expect((await visitor.send('POST', `/reviews/${id}/helpful`)).body).toEqual({ helpful_count: 5 });
  expect((await visitor.send('POST', `/reviews/${id}/helpful`)).body).toEqual({ helpful_count: 5 });
  expect((await newVisitor(shop).send('POST', `/reviews/${id}/helpful`)).body).toEqual({ helpful_count: 6 });
  expect((await newVisitor(shop).send('POST', `/reviews/${id}/helpful`)).body).toEqual({ helpful_count: 6 });
});

test('guests on one IPv6 network have one vote per review', async ({ shop }) => {
  const id = await givenReview(shop, await givenProduct(shop));
  const vote = async (ip: string) =>
    (await newVisitor(shop).send('POST', `/reviews/${id}/helpful`, undefined, { 'x-forwarded-for': ip })).body;
  for (const end of ['1', '2', 'ffff']) expect(await vote(`2001:db8:5:6::${end}`)).toEqual({ helpful_count: 1 });
  expect(await vote('2001:db8:5:7::1')).toEqual({ helpful_count: 2 });
});

test('a review that is not shown cannot be voted helpful', async ({ shop }) => {
  const id = await givenReview(shop, await givenProduct(shop), { isApproved: false });
  for (const unknown of [id, crypto.randomUUID()]) {
    expect(await newVisitor(shop).send('POST', `/reviews/${unknown}/helpful`)).toMatchObject({ status: 404 });
  }
  expect(await newVisitor(shop).send('POST', '/reviews/1/helpful')).toMatchObject({ status: 400 });
});

test('concurrent votes of one visitor count once', async ({ shop }) => {
  const id = await givenReview(shop, await givenProduct(shop));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => newVisitor(shop).send('POST', `/reviews/${id}/helpful`)),
  );
  expect(answers.map(({ body }) => body.helpful_count)).toEqual([1, 1, 1, 1, 1]);
});

test('approving a review notifies every process to drop its cached pages', async ({ shop }) => {
  const id = await givenReview(shop, await givenProduct(shop), { isApproved: false });
  const notified = Promise.withResolvers<string>();
  const stop = await shop.database.listen('pages_changed', () => notified.resolve('pages changed'));
  await shop.ctx.db.update(reviews).set({ isApproved: true }).where(eq(reviews.id, id));
  expect(await notified.promise).toBe('pages changed');
  await stop();
});

test("a person's fourth review of the day is refused, others at the address can still post, and refused reviews cost nothing", async ({
  openShop,
}) => {
  const limited = await openShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
  const product_id = await givenProduct(limited);
  const send = (from: string, change = {}) =>
    newVisitor(limited).send('POST', '/reviews', reviewForm({ ...draft, product_id, ...change }), {
      'x-forwarded-for': from,
    });
  for (let index = 1; index <= 4; index += 1) {
    expect(await send('203.0.113.1', { content: '' })).toMatchObject({ status: 422 });
  }
  for (let index = 1; index <= 3; index += 1) expect(await send('203.0.113.1')).toMatchObject({ status: 200 });
  const tooMany = 'You have sent several reviews today. Please try again tomorrow.';
  const refused = { status: 429, body: { error: 'too_many', message: tooMany } };
  expect(await send('203.0.113.1')).toEqual(refused);
  expect(await send('198.51.100.9, 203.0.113.1')).toEqual(refused);
  expect(await send('203.0.113.1', { reviewer_name: ` ${draft.reviewer_name.toUpperCase()} ` })).toEqual(refused);
  expect(await send('203.0.113.2')).toMatchObject({ status: 200 });
  for (let index = 1; index <= 27; index += 1) {
    expect(await send('203.0.113.1', { reviewer_name: `Pupil ${index}` })).toMatchObject({ status: 200 });
  }
  expect(await send('203.0.113.1', { reviewer_name: 'Pupil 28' })).toEqual(refused);
  expect(await limited.ctx.db.$count(reviews)).toBe(31);
});

test('a signed-in customer can still send pictures after guests at the address have used up their hourly limit', async ({
  openShop,
}) => {
  const limited = await openShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
  const pictured = { ...draft, product_id: await givenProduct(limited) };
  const photo = readFileSync('public/media/hero-480.jpg');
  const large = Buffer.concat([photo, Buffer.alloc(100 * 1024)]);
  const from = { 'x-forwarded-for': '203.0.113.1', 'content-length': String(large.length) };
  const send = (visitor: TestVisitor) => visitor.send('POST', '/reviews', reviewForm(pictured, [large]), from);
  expect((await send(newVisitor(limited))).status).toBe(200);
  const key = 'large-bodies:203.0.113.1';
  await limited.ctx.db.update(rateLimitPoints).set({ points: 30 }).where(eq(rateLimitPoints.key, key));
  expect((await send(newVisitor(limited))).status).toBe(429);
  expect((await send((await givenCustomer(limited, 'pictures@example.com')).visitor)).status).toBe(200);
});

test('one address can vote a hundred times per day', async ({ openShop }) => {
  const limited = await openShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
  const id = crypto.randomUUID();
  const vote = () =>
    newVisitor(limited).send('POST', `/reviews/${id}/helpful`, undefined, { 'x-forwarded-for': '203.0.113.1' });
  const votes = await Promise.all(Array.from({ length: 100 }, vote));
  expect(new Set(votes.map(({ status }) => status))).toEqual(new Set([404]));
  expect(await vote()).toMatchObject({ status: 429, body: { error: 'too_many' } });
});
