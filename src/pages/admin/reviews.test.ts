import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { moderationRefusals } from '#modules/reviews/moderation.schema.ts';
import { countPending } from '#modules/reviews/moderation.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenProduct, newVisitor, reviewForm } from '../../../tests/support/shop-visitor.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { action, loader } from './reviews.tsx';

let shop: TestShop;
let productId: string;
beforeAll(async () => {
  shop = await openTestShop();
  productId = await givenProduct(shop);
});
afterAll(() => shop.close());

const path = '/admin/reviews';
const listed = async (query: string) => (await loader(pageCall(shop, `${path}?${query}`, signedIn()))).list.rows;

type Typed = Record<string, string>;

/** Hidden fields of a review's forms. */
async function asShown(id: string): Promise<Typed> {
  const { state = '', version = '' } = (await listed('state=all')).find((review) => review.id === id) ?? {};
  return { seen: state, version };
}

const say = async (id: string, what: string, fields: Typed = {}, shown?: Typed) =>
  sendForm(shop, { action, path }, { form: what, id, ...(shown ?? (await asShown(id))), ...fields });

async function givenReview(content = 'Warm and quiet.'): Promise<string> {
  const draft = { product_id: productId, rating: 2, content, reviewer_name: 'June Park' };
  await newVisitor(shop).send('POST', '/reviews', reviewForm(draft));
  const [row] = await shop.ctx.db.select().from(reviews).where(eq(reviews.content, content));
  return row?.id ?? '';
}

async function shown(): Promise<unknown[]> {
  const { body } = await newVisitor(shop).send('GET', `/reviews?product_id=${productId}`);
  return body.reviews as unknown[];
}

test('a two-star review is approved, answered publicly and shown unchanged', async () => {
  const id = await givenReview();
  expect(await shown()).toEqual([]);
  expect((await say(id, 'approve')).status).toBe(200);
  expect((await say(id, 'reply', { reply: ' Thank you, June. ' })).status).toBe(200);
  expect(await shown()).toMatchObject([
    { rating: 2, content: 'Warm and quiet.', name: 'June P.', reply: 'Thank you, June.' },
  ]);
  const actions = (await changesOf(shop.ctx.db, { subject: `review:${id}` })).map(({ action: one }) => one);
  expect(actions).toEqual(['review.reply', 'review.approve']);
  expect((await say(id, 'approve')).answer.message).toMatch(/already/);
  await say(id, 'reply', { reply: '' });
  expect(await shown()).toMatchObject([{ reply: null }]);
});

test('a rejection needs a listed reason, hides the review and can be undone', async () => {
  const id = await givenReview('Buy at my shop instead.');
  expect((await say(id, 'reject', { reason: 'too_few_stars' })).answer.issues).toHaveProperty('reason');
  expect((await listed('q=instead')).map(({ state }) => state)).toEqual(['pending']);
  await say(id, 'approve');
  expect((await say(id, 'reject', { reason: 'advertising', note: 'link' })).status).toBe(200);
  expect(await listed('state=rejected')).toMatchObject([{ id, rejectionReason: 'advertising', rejectionNote: 'link' }]);
  expect(await shown()).toHaveLength(1);
  expect((await say(id, 'approve')).status).toBe(200);
  expect(await shown()).toHaveLength(2);
});

test('the second of two concurrent decisions about a review is refused, and the first stands', async () => {
  const id = await givenReview('Seen by two.');
  const shown = await asShown(id);
  expect((await say(id, 'approve', {}, shown)).status).toBe(200);
  const late = await say(id, 'reject', { reason: 'not_genuine' }, shown);
  expect([late.status, late.answer.message]).toEqual([422, expect.stringMatching(/^Someone else has decided/)]);
  expect((await say(id, 'reply', { reply: 'The first answer.' }, shown)).status).toBe(200);
  expect(await say(id, 'reply', { reply: 'The second.' }, shown)).toMatchObject({
    status: 409,
    answer: { conflict: true, values: { reply: 'The second.' } },
  });
  expect(await listed('q=two')).toEqual([]);
  expect(await listed('state=approved&q=two')).toMatchObject([{ id, reply: 'The first answer.' }]);
});

test("a customer's text cannot be changed by extra form fields", async () => {
  const id = await givenReview('My own words.');
  await say(id, 'approve', { content: 'Five stars!', rating: '5', title: 'Great', reviewerName: 'X' });
  const [row] = await shop.ctx.db.select().from(reviews).where(eq(reviews.id, id));
  expect(row).toMatchObject({ content: 'My own words.', rating: 2, title: null, reviewerName: 'June Park' });
});

test('an unknown review is refused', async () => {
  for (const id of ['', 'x', '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c99'])
    expect((await say(id, 'approve')).status).toBe(422);
});

test('the list shows the first page after the last review of the second page is decided', async () => {
  const waiting = await countPending(shop.ctx.db);
  const row = { productId, rating: 5, origin: 'live' as const };
  const many = Array.from({ length: 26 - waiting }, (_, index) => ({ ...row, content: `Number ${index}` }));
  await shop.ctx.db.insert(reviews).values(many);
  const second = () => loader(pageCall(shop, `${path}?page=2`, signedIn()));
  const [last] = (await second()).list.rows;
  await say(last?.id ?? '', 'approve', {}, { seen: 'pending' });
  const { list, waiting: left } = await second();
  expect([left, list.rows.length, list.pages]).toEqual([25, 25, { previous: null, next: null }]);
});

test('several reviews are rejected as spam in one call, each audited, and the rest is named with its reason', async () => {
  const [first, second, third] = [
    await givenReview('Buy pills.'),
    await givenReview('Cheap!'),
    await givenReview('Late.'),
  ];
  await say(third, 'approve');
  const gone = crypto.randomUUID();
  const chosen = [first, second, third, gone, first].map((id) => `${id}:pending`).join('\n');
  const { status, answer } = await sendForm(shop, { action, path }, { form: 'bulk', chosen, act: 'approve\nspam' });
  expect([status, answer.message]).toEqual([200, '2 of 4 reviews rejected as spam. Not changed:']);
  expect((answer.result as { unchanged: object[] }).unchanged).toEqual([
    { id: third, name: 'June Park', sentence: moderationRefusals.already_so },
    { id: gone, name: `Deleted review ${gone.slice(0, 8).toUpperCase()}`, sentence: moderationRefusals.gone },
  ]);
  for (const id of [first, second]) {
    const [entry] = await changesOf(shop.ctx.db, { subject: `review:${id}` });
    expect(entry).toMatchObject({ action: 'review.reject', after: { state: 'rejected', rejectionReason: 'spam' } });
  }
  expect((await listed('state=approved')).some(({ id }) => id === third)).toBe(true);
});

test.each([
  [{ act: 'approve' }, 'Select at least one review.'],
  [{ act: 'approve', chosen: "1'; --" }, 'Select at least one review.'],
  [{ act: 'reject', reason: 'too_few_stars' }, 'Choose why they are not shown.'],
])('the bulk form %j is answered: %s', async (fields, message) => {
  expect((await sendForm(shop, { action, path }, { form: 'bulk', ...fields })).answer).toMatchObject({
    ok: false,
    message,
  });
});

test('two admins who decide about the same five reviews at once change each of them once', async () => {
  const ids = [];
  for (const number of [1, 2, 3, 4, 5]) ids.push(await givenReview(`Of two minds ${number}.`));
  const send = (act: string, order: readonly string[]) => {
    const chosen = order.map((id) => `${id}:pending`).join('\n');
    return sendForm(shop, { action, path }, { form: 'bulk', act, chosen });
  };
  const answers = await Promise.all([send('approve', ids), send('spam', ids.toReversed())]);
  expect(answers.filter(({ answer }) => answer.ok)).toHaveLength(1);
  for (const id of ids) expect(await changesOf(shop.ctx.db, { subject: `review:${id}` })).toHaveLength(1);
});
