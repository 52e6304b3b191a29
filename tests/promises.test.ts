import { readdirSync } from 'node:fs';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import * as published from '#content/site.ts';

/** Numbers that occur in no text for another reason. */
const numbers = { guaranteeDays: 45, returnWindowDays: 75, refundProcessingDays: 3, refundVisibleDays: '12-13' };
const { guaranteeDays, returnWindowDays, refundProcessingDays, refundVisibleDays } = numbers;
const supportHours = 'Daily 8 AM-8 PM';

const tellings: [name: string, published: string, changed: string][] = [
  ['the guarantee', `${published.site.guaranteeDays}[- ]days?`, `${guaranteeDays}[- ]days?`],
  [
    'the return window',
    `(${published.site.returnWindowDays}-day|day ${published.site.returnWindowDays})`,
    `(${returnWindowDays}-day|day ${returnWindowDays})`,
  ],
  [
    'the refund',
    `within ${published.promises.refundProcessingDays} business days`,
    `within ${refundProcessingDays} business days`,
  ],
  [
    'the refund’s arrival',
    `${published.promises.refundVisibleDays} business days`,
    `${refundVisibleDays} business days`,
  ],
  ['support hours', published.site.supportHours, supportHours],
];
/**
 * Matches numbers of days that are unrelated to returns: retention, and the period of a price
 * comparison.
 */
const isOtherDays = /Unpaid checkouts|after you unsubscribe|before the sale/;

const files = readdirSync('content')
  .map((file) => file.replace('.ts', ''))
  .filter((file) => file !== 'site');

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isOtherDays.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function contentNow(): Promise<Map<string, string[]>> {
  const read = files.map(async (file) => [file, textsIn(await import(`../content/${file}.ts`))] as const);
  return new Map(await Promise.all(read));
}

let before: Map<string, string[]>;
let after: Map<string, string[]>;
beforeAll(async () => {
  before = await contentNow();
  vi.resetModules();
  const site = { ...published.site, guaranteeDays, returnWindowDays, supportHours };
  vi.doMock('#content/site.ts', () => ({ ...published, site, promises: { refundProcessingDays, refundVisibleDays } }));
  after = await contentNow();
});
afterAll(() => {
  vi.doUnmock('#content/site.ts');
  // Later suites of this process would otherwise read the changed texts.
  vi.resetModules();
});

const count = (texts: readonly string[], words: string) =>
  texts.filter((text) => new RegExp(words, 'i').test(text)).length;

test.each(tellings)('changing %s changes every text of the shop that states it', (_name, old, now) => {
  const counts = files.map((file) => [file, count(before.get(file) ?? [], old)]);
  expect(counts.reduce((sum, [, texts]) => sum + Number(texts), 0)).toBeGreaterThan(0);
  expect(files.map((file) => [file, count(after.get(file) ?? [], now)])).toEqual(counts);
  expect(files.filter((file) => count(after.get(file) ?? [], old) > 0)).toEqual([]);
});

test('search engine data states the changed return window', async () => {
  const { productStructuredData: forMachines } = await import('#pages/storefront/product/product-structured-data.ts');
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
  const machineText = JSON.stringify(
    forMachines({ gallery: [], product, shipping: null, rating: null, publicUrl: 'https://shop.test' }),
  );
  expect(machineText).toContain('"merchantReturnDays":45');
});
