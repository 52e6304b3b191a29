import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { site } from '#content/site.ts';
import { initialContent } from '#modules/content/content.server.ts';
import { productStructuredData } from '#pages/storefront/product/product-structured-data.ts';

const { facts } = site;

/** Facts as numbers, which texts name in braces instead. */
const written: [fact: string, pattern: RegExp][] = [
  ['guaranteeDays', new RegExp(`\\b${facts.guaranteeDays}[- ]days?\\b`, 'i')],
  ['returnDays', new RegExp(`\\b(${facts.returnDays}-day|day ${facts.returnDays})\\b`, 'i')],
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
    shipping: null,
    rating: null,
    publicUrl: 'https://shop.test',
    icon: '/i.png',
    site: shop,
  };
  expect(JSON.stringify(productStructuredData(data))).toContain('"merchantReturnDays":45');
});
