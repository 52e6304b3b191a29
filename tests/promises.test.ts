import { readdirSync } from 'node:fs';

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { seedFreeShipping, seedProduct, seedShippingOptions } from '#content/catalog.ts';
import { site } from '#content/site.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { promisesFreeShipping } from '#modules/content/claims-check.ts';
import { initialContent, publishedContent } from '#modules/content/content.server.ts';
import { renderSample } from '#modules/email/mail-log.server.ts';
import { promotions } from '#modules/promotions/tables.server.ts';
import { shippingOptions } from '#modules/shipping/tables.server.ts';
import { productStructuredData } from '#pages/storefront/product/product-structured-data.ts';

import { figuresByClaim, statements } from './support/extract-claims.ts';
import { test, type TestShop } from './support/shop-test.ts';
import { sentencesOf } from './support/site-crawler.ts';

const { facts } = site;

/** Facts as numbers, which texts name in braces instead. */
const written: [fact: string, pattern: RegExp][] = [
  ['guaranteeDays', new RegExp(`\\b${facts.guaranteeDays}[- ]days?\\b`, 'i')],
  ['replacementDays', new RegExp(`\\b${facts.replacementDays}[- ]days?\\b`, 'i')],
  ['refundDays', new RegExp(`within ${facts.refundDays} business days`, 'i')],
  ['refundVisibleDays', new RegExp(`${facts.refundVisibleDays} business days`, 'i')],
  ['supportHours', new RegExp(facts.supportHours, 'i')],
];

/** Days that are no promise of a return: retention, and the period of a price comparison. */
const isOtherDays = /Unpaid checkouts|after you unsubscribe|before the sale/;

const files = readdirSync('content')
  .map((file) => file.replace('.ts', ''))
  .filter((file) => file !== 'site');

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isOtherDays.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test.each(files)('no text of content/%s.ts states a promise as a number', async (file) => {
  const texts = textsIn(await import(`../content/${file}.ts`));
  const stated = texts.flatMap((text) =>
    written.filter(([, pattern]) => pattern.test(text)).map(([fact]) => [fact, text]),
  );
  expect(stated).toEqual([]);
});

test('search engine data states the guarantee of the shop’s facts', () => {
  const product = {
    id: 'p',
    name: 'Wand',
    description: '',
    priceCents: 12_000,
    salePriceCents: null,
    referencePriceCents: null,
    promotions: [],
    imageUrl: '',
    features: [],
    specifications: {},
    onHand: null,
    available: null,
  };
  const { name, facts } = initialContent().site;
  const shop = { name, supportEmail: facts.supportEmail, guaranteeDays: 45 };
  const data = {
    gallery: [],
    product,
    shipping: { standard: [], countries: [] },
    rating: null,
    publicUrl: 'https://shop.test',
    icon: '/i.png',
    site: shop,
  };
  expect(JSON.stringify(productStructuredData(data))).toContain('"merchantReturnDays":45');
});

/** Returns the sentences of a sample of every kind of email. */
async function emailSentences(shop: TestShop, shopMode: 'demo' | 'live'): Promise<[string, string[]][]> {
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode } };
  const content = await publishedContent(ctx);
  const all: [string, string[]][] = [];
  for (const { name } of shopMails) {
    const mail = await renderSample({ kinds: shopMails, name, shopUrl: 'https://shop.test' }, content);
    all.push([name, sentencesOf(`<p>${mail?.subject}</p>${mail?.html}`)]);
  }
  return all;
}

test('emails state the same figures as the pages, and end the promise of free shipping with it', async ({ shop }) => {
  const { db } = shop.ctx;
  await db.insert(products).values(seedProduct);
  await db.insert(shippingOptions).values(seedShippingOptions);
  await db.insert(promotions).values(seedFreeShipping);
  for (const mode of ['demo', 'live'] as const) {
    const texts = await emailSentences(shop, mode);
    const { price: _sampleTotals, ...claims } = figuresByClaim(statements(texts));
    expect(claims).toEqual({ guarantee: ['30'], refund: ['2', '5-7'] });
    expect(texts.filter(([, sentences]) => sentences.some(promisesFreeShipping)).map(([name]) => name)).toEqual([
      'quiz_plan',
    ]);
  }
  await db.update(shippingOptions).set({ priceCents: 499 }).where(eq(shippingOptions.sortOrder, 1));
  const after = await emailSentences(shop, 'demo');
  expect(after.flatMap(([, sentences]) => sentences.filter(promisesFreeShipping))).toEqual([]);
});
