import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { moderationRefusals } from '#modules/reviews/moderation.schema.ts';
import { countPending } from '#modules/reviews/reviews.queries.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenProduct, newVisitor, reviewForm } from '../../../tests/support/shop-visitor.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action, loader } from './reviews.tsx';

const test = testWithShop().extend('wandId', { scope: 'file', auto: true }, ({ shop }) => givenProduct(shop));

const path = '/admin/reviews';
const listed = async (shop: TestShop, query: string) =>
  (await loader(pageCall(shop, `${path}?${query}`, signedIn()))).list.rows;

type Typed = Record<string, string>;

/** Hidden fields of a review's forms. */
async function asShown(shop: TestShop, id: string): Promise<Typed> {
  const { state = '', version = '' } = (await listed(shop, 'state=all')).find((review) => review.id === id) ?? {};
  return { seen: state, version };
}

const say = async (shop: TestShop, id: string, what: string, fields: Typed = {}, shown?: Typed) =>
  sendForm(shop, { action, path }, { form: what, id, ...(shown ?? (await asShown(shop, id))), ...fields });

async function givenReview(shop: TestShop, wandId: string, content = 'Warm and quiet.'): Promise<string> {
  const draft = { product_id: wandId, rating: 2, content, reviewer_name: 'June Park' };
  await newVisitor(shop).send('POST', '/reviews', reviewForm(draft));
  const [row] = await shop.ctx.db.select().from(reviews).where(eq(reviews.content, content));
  return row?.id ?? '';
}

async function shown(shop: TestShop, wandId: string): Promise<unknown[]> {
  const { body } = await newVisitor(shop).send('GET', `/reviews?product_id=${wandId}`);
  return body.reviews as unknown[];
}

test('a two-star review is approved, answered publicly and shown unchanged', async ({ shop, wandId }) => {
  const id = await givenReview(shop, wandId);
  expect(await shown(shop, wandId)).toEqual([]);
  expect((await say(shop, id, 'approve')).status).toBe(200);
  expect((await say(shop, id, 'reply', { reply: ' Thank you, June. ' })).status).toBe(200);
  expect(await shown(shop, wandId)).toMatchObject([
    { rating: 2, content: 'Warm and quiet.', name: 'June P.', reply: 'Thank you, June.' },
  ]);
  const actions = (await changesOf(shop.ctx.db, { subject: `review:${id}` })).map(({ action: one }) => one);
  expect(actions).toEqual(['review.reply', 'review.approve']);
  expect((await say(shop, id, 'approve')).answer.message).toMatch(/already/);
  await say(shop, id, 'reply', { reply: '' });
  expect(await shown(shop, wandId)).toMatchObject([{ reply: null }]);
});

test('a rejection needs a listed reason, hides the review and can be undone', async ({ shop, wandId }) => {
  const id = await givenReview(shop, wandId, 'Buy at my shop instead.');
  expect((await say(shop, id, 'reject', { reason: 'too_few_stars' })).answer.issues).toHaveProperty('reason');
  expect((await listed(shop, 'q=instead')).map(({ state }) => state)).toEqual(['pending']);
  await say(shop, id, 'approve');
  expect((await say(shop, id, 'reject', { reason: 'advertising', note: 'link' })).status).toBe(200);
  expect(await listed(shop, 'state=rejected')).toMatchObject([
    { id, rejectionReason: 'advertising', rejectionNote: 'link' },
  ]);
  expect(await shown(shop, wandId)).toHaveLength(1);
  expect((await say(shop, id, 'approve')).status).toBe(200);
  expect(await shown(shop, wandId)).toHaveLength(2);
});

test('the second of two concurrent decisions about a review is refused, and the first stands', async ({
  shop,
  wandId,
}) => {
  const id = await givenReview(shop, wandId, 'Seen by two.');
  const shown = await asShown(shop, id);
  expect((await say(shop, id, 'approve', {}, shown)).status).toBe(200);
  const late = await say(shop, id, 'reject', { reason: 'not_genuine' }, shown);
  expect([late.status, late.answer.message]).toEqual([
    422,
    expect.stringMatching(/^Someone else already reviewed this/),
  ]);
  expect((await say(shop, id, 'reply', { reply: 'The first answer.' }, shown)).status).toBe(200);
  expect(await say(shop, id, 'reply', { reply: 'The second.' }, shown)).toMatchObject({
    status: 409,
    answer: { conflict: true, values: { reply: 'The second.' } },
  });
  expect(await listed(shop, 'q=two')).toEqual([]);
  expect(await listed(shop, 'state=approved&q=two')).toMatchObject([{ id, reply: 'The first answer.' }]);
});

test("a customer's text cannot be changed by extra form fields", async ({ shop, wandId }) => {
  const id = await givenReview(shop, wandId, 'My own words.');
  await say(shop, id, 'approve', { content: 'Five stars!', rating: '5', title: 'Great', reviewerName: 'X' });
  const [row] = await shop.ctx.db.select().from(reviews).where(eq(reviews.id, id));
  expect(row).toMatchObject({ content: 'My own words.', rating: 2, title: null, reviewerName: 'June Park' });
});

test('an unknown review is refused', async ({ shop }) => {
  for (const id of ['', 'x', '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c99'])
    expect((await say(shop, id, 'approve')).status).toBe(422);
});

test('the list shows the first page after the last review of the second page is decided', async ({ shop, wandId }) => {
  const waiting = await countPending(shop.ctx.db);
  const row = { productId: wandId, rating: 5, origin: 'live' as const };
  const many = Array.from({ length: 26 - waiting }, (_, index) => ({ ...row, content: `Number ${index}` }));
  await shop.ctx.db.insert(reviews).values(many);
  const first = await loader(pageCall(shop, path, signedIn()));
  const second = () => loader(pageCall(shop, first.list.pages.next ?? '', signedIn()));
  const [last] = (await second()).list.rows;
  await say(shop, last?.id ?? '', 'approve', {}, { seen: 'pending' });
  const { list, waiting: left } = await second();
  expect([left, list.rows.length, list.pages]).toEqual([25, 25, { previous: null, next: null }]);
});

test('several reviews are rejected as spam in one call, each audited, and the rest is named with its reason', async ({
  shop,
  wandId,
}) => {
  const [first, second, third] = [
    await givenReview(shop, wandId, 'Buy pills.'),
    await givenReview(shop, wandId, 'Cheap!'),
    await givenReview(shop, wandId, 'Late.'),
  ];
  await say(shop, third, 'approve');
  const gone = crypto.randomUUID();
  const chosen = [first, second, third, gone, first].map((id) => `${id}:pending`).join('\n');
  const { status, answer } = await sendForm(shop, { action, path }, { form: 'bulk', chosen, act: 'approve\nspam' });
  expect([status, answer.message]).toEqual([200, '2 of 4 reviews rejected as spam. These were not changed:']);
  const name = `Deleted review ${gone.slice(0, 8).toUpperCase()}`;
  expect(answer.result).toEqual({
    changed: [first, second],
    same: [],
    refused: [
      { id: third, name: 'June Park', reason: 'already_so', sentence: moderationRefusals.already_so },
      { id: gone, name, reason: 'gone', sentence: moderationRefusals.gone },
    ],
  });
  for (const id of [first, second]) {
    const [entry] = await changesOf(shop.ctx.db, { subject: `review:${id}` });
    expect(entry).toMatchObject({ action: 'review.reject', after: { state: 'rejected', rejectionReason: 'spam' } });
  }
  expect((await listed(shop, 'state=approved')).some(({ id }) => id === third)).toBe(true);
});

test.for([
  [{ act: 'approve' }, 'Select at least one review.'],
  [{ act: 'approve', chosen: "1'; --" }, 'Select at least one review.'],
  [{ act: 'reject', reason: 'too_few_stars' }, 'Choose a reason.'],
] as const)('the bulk form %j is answered: %s', async ([fields, message], { shop }) => {
  expect((await sendForm(shop, { action, path }, { form: 'bulk', ...fields })).answer).toMatchObject({
    ok: false,
    message,
  });
});

test('two admins who decide about the same five reviews at once change each of them once', async ({ shop, wandId }) => {
  const ids = [];
  for (const number of [1, 2, 3, 4, 5]) ids.push(await givenReview(shop, wandId, `Of two minds ${number}.`));
  const send = (act: string, order: readonly string[]) => {
    const chosen = order.map((id) => `${id}:pending`).join('\n');
    return sendForm(shop, { action, path }, { form: 'bulk', act, chosen });
  };
  const answers = await Promise.all([send('approve', ids), send('spam', ids.toReversed())]);
  expect(answers.filter(({ answer }) => answer.ok)).toHaveLength(1);
  for (const id of ids) expect(await changesOf(shop.ctx.db, { subject: `review:${id}` })).toHaveLength(1);
});
