import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { emails } from '#content/emails.ts';
import { landing } from '#content/landing.ts';
import { productView } from '#modules/catalog/edit-product.server.ts';
import { draftContent, presentFacts, publishedContent, publishedSite } from '#modules/content/content.server.ts';
import type { DocumentKey } from '#modules/content/documents.server.ts';
import {
  discardDraft,
  documentView,
  publishDraft,
  restoreVersion,
  saveDraft,
} from '#modules/content/edit-content.server.ts';
import { mailCopy } from '#modules/email/mail.ts';
import { backInStock } from '#modules/marketing/marketing.emails.server.ts';
import { lastSalesOf } from '#modules/orders/sales.queries.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';
import { createPageCache } from '#platform/http/page-cache.server.ts';

import { sendForm } from '../../tests/support/page-requests.ts';
import { givenProduct } from '../../tests/support/shop-visitor.ts';
import { openCountedShop } from '../../tests/support/statement-counter.ts';
import { action as editProduct } from '../pages/admin/product.tsx';
import { action as moderate } from '../pages/admin/reviews.tsx';

let counted: Awaited<ReturnType<typeof openCountedShop>>;
let productId: string;
beforeAll(async () => {
  counted = await openCountedShop();
  productId = await givenProduct(counted.shop);
});
afterAll(() => counted.close());

const ada = { id: null, email: 'ada@shop.example', requestId: 'test' };
const isCompared = () => Promise.resolve(false);

/** Context of a process whose cached data is dropped by `changed`, as by a notification. */
function newProcess() {
  const cacheLifetime = createPageCache();
  return { ctx: { ...counted.shop.ctx, cacheLifetime }, changed: () => cacheLifetime.clear() };
}

async function publish(key: DocumentKey, body: object) {
  const { ctx } = counted.shop;
  const saved = await saveDraft(ctx, ada, { key, revision: (await documentView(ctx.db, key)).revision, body });
  const { revision } = await documentView(ctx.db, key);
  return { saved, published: await publishDraft(ctx, { key, actor: ada, revision, isCompared }) };
}

afterEach(async () => {
  const { ctx } = counted.shop;
  for (const key of ['landing', 'emails'] as const) {
    await discardDraft(ctx, { key, revision: (await documentView(ctx.db, key)).revision });
    await restoreVersion(ctx, ada, { key, versionId: null, isCompared });
  }
});

const withText = (text: string) => ({ ...landing, hero: { ...landing.hero, text } });

async function changePrice(salePriceCents: string) {
  const { ctx } = counted.shop;
  const { version = '' } = (await productView(ctx.db, ctx.now(), lastSalesOf)) ?? {};
  const stored = { name: 'Wand', description: 'A wand', priceCents: '1234.50', isActive: 'on' };
  const sure = `${stored.priceCents}/${salePriceCents}`;
  const fields = { form: 'product', ...stored, salePriceCents, sure, version };
  return sendForm(counted.shop, { action: editProduct, path: '/admin/product' }, fields);
}

async function publishReview() {
  const values = { productId, rating: 5, content: 'Warm and quiet.', isApproved: false, origin: 'live' as const };
  const [review] = await counted.shop.ctx.db.insert(reviews).values(values).returning();
  const fields = { form: 'approve', id: review?.id ?? '', seen: 'pending' };
  return sendForm(counted.shop, { action: moderate, path: '/admin/reviews' }, fields);
}

test('a text with price and number of reviews shows both as they are after a change in the admin', async () => {
  const { ctx, changed } = newProcess();
  await publish('landing', withText('{price} today, {reviewCount} reviews, {guaranteeDays} days'));
  const shown = async () => (await publishedContent(ctx)).landing.hero.text;
  expect(await shown()).toBe('$59 today, 0 reviews, 30 days');
  expect(await changePrice('79.50')).toMatchObject({ status: 200, answer: { ok: true } });
  expect(await publishReview()).toMatchObject({ status: 200, answer: { ok: true } });
  changed();
  expect(await shown()).toBe('$79.50 today, 1 reviews, 30 days');
  await changePrice('');
  changed();
  expect(await shown()).toBe('$1,234.50 today, 1 reviews, 30 days');
  expect(await presentFacts(ctx)).toMatchObject({ price: '$1,234.50', reviewCount: '1', guaranteeDays: '30' });
});

test('emails and their drafts show the price', async () => {
  const { ctx } = newProcess();
  await changePrice('59');
  const back_in_stock = { ...emails.back_in_stock, subject: 'Back for {price}', text: '{discount}' };
  await publish('emails', { ...emails, back_in_stock });
  const { subject } = mailCopy(await publishedContent(ctx), 'back_in_stock');
  const [sampled] = backInStock.subject(backInStock.sample(''), await draftContent(ctx, 'emails')).split(':');
  expect([subject, sampled]).toEqual(['Back for $59', 'Back for $59']);
});

test('the facts of other modules that texts name cost three statements, once until something changes', async () => {
  const read = ({ ctx }: ReturnType<typeof newProcess>) => counted.statementsOf(() => publishedContent(ctx));
  const one = newProcess();
  expect(await read(one)).toHaveLength(4);
  expect(await read(one)).toEqual([]);
  one.changed();
  expect(await read(one)).toHaveLength(4);
});

test('the shop’s facts and all other documents come from one cache, which a change of other data does not empty', async () => {
  const { ctx, changed } = newProcess();
  const facts = () => counted.statementsOf(() => publishedSite(ctx));
  const all = () => counted.statementsOf(() => publishedContent(ctx));
  expect(await facts()).toHaveLength(1);
  expect(await all()).toHaveLength(3);
  expect(await all()).toEqual([]);
  const site = await publishedSite(ctx);
  changed();
  expect(await facts()).toEqual([expect.stringContaining('revision')]);
  expect(await all()).toHaveLength(3);
  expect(await publishedSite(ctx)).toBe(site);
});

test('an unknown fact is refused, and the message lists price and number of reviews', async () => {
  const { saved, published } = await publish('landing', withText('Only {cost}'));
  expect(saved.ok && saved.value.issues['hero.text']).toMatch(
    /^\{cost\} isn’t a variable\. .*\{price\}, .*\{reviewCount\}/,
  );
  expect(published).toEqual({ ok: false, reason: 'invalid' });
});
