import { expect } from 'vitest';

import { givenPaidOrder, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithFreshShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { utcDay } from '#shared/shop-time.ts';
import { switchHeadlineTest } from '#modules/marketing/headline-test.server.ts';
import { aggregatePart } from './web-analytics.queries.server.ts';
import { aggregateDays, headlineFigures, webAnalyticsReport } from './web-analytics.server.ts';
let now: Date;
const test = testWithFreshShop({ now: () => now });
test.beforeEach(() => {
  now = new Date();
  now.setUTCHours(12, 0, 0, 0);
});

const browserOf = (name: string) => ({
  'user-agent': `Mozilla/5.0 (${name}) AppleWebKit/537.36 Chrome/140.0 Safari/537.36`,
});

function see(
  shop: TestShop,
  name: string,
  seen: Record<string, unknown>,
  headers: Record<string, string> = browserOf(name),
) {
  return newVisitor(shop).send('POST', '/visit', seen, headers);
}

/** A scripted day: the visitor's name, then the input of the page view. */
const day: [string, Record<string, unknown>][] = [
  ['ann', { path: '/', from: 'https://search.example/' }],
  ['ann', { path: '/product' }],
  ['ann', { path: '/product', step: 'cart' }],
  ['ann', { path: '/checkout' }],
  ['ben', { path: '/', from: '' }],
  ['ben', { path: '/', from: '' }],
  ['ben', { path: '/quiz' }],
  ['ben', { path: '/quiz', quiz: 'aging' }],
  ['cleo', { path: '/product', from: '', campaign: 'spring' }],
  ['cleo', { path: '/product', step: 'cart' }],
];

async function live(shop: TestShop): Promise<void> {
  for (const [name, seen] of day) expect((await see(shop, name, seen)).status).toBe(200);
}

async function plainCount(shop: TestShop, kind: string, key: string): Promise<number> {
  const { rows } = await shop.database.pool.query<{ visitors: number }>(
    'select count(distinct visitor)::int as visitors from visit_events where kind = $1 and key = $2',
    [kind, key],
  );
  return rows[0]?.visitors ?? -1;
}

test('the funnel of a scripted day equals a plain count of its visitors and orders', async ({ shop }) => {
  await live(shop);
  await givenPaidOrder(shop);
  const { funnel, sources, quiz, pages, days } = await webAnalyticsReport(shop.ctx, 7);
  const plain = [
    await plainCount(shop, 'page', '/'),
    await plainCount(shop, 'page', '/product'),
    await plainCount(shop, 'step', 'cart'),
    await plainCount(shop, 'page', '/checkout'),
  ];
  expect(funnel.map(({ visitors }) => visitors)).toEqual([...plain, 1]);
  expect(plain).toEqual([2, 2, 2, 1]);
  expect(sources.map(({ key, visitors }) => [key, visitors])).toEqual([
    ['campaign: spring', 1],
    ['direct', 1],
    ['search.example', 1],
  ]);
  expect(quiz).toEqual([{ key: 'aging', times: 1, visitors: 1 }]);
  expect(pages.find(({ key }) => key === '/')).toEqual({ key: '/', times: 3, visitors: 2 });
  expect(days.at(-1)).toMatchObject({ views: 7, visitors: 3, orders: 1 });
});

test('aggregating past days keeps the figures and deletes visitors and salts', async ({ shop }) => {
  await live(shop);
  const before = await webAnalyticsReport(shop.ctx, 7);
  now = new Date(now.getTime() + 86_400_000);
  await aggregateDays(shop.ctx);
  await aggregateDays(shop.ctx);
  const after = await webAnalyticsReport(shop.ctx, 8);
  expect(after.funnel).toEqual(before.funnel);
  expect(after.days.at(-2)).toEqual(before.days.at(-1));
  const { rows } = await shop.database.pool.query(
    'select (select count(*) from visit_events)::int as events, (select count(*) from visit_salts)::int as salts',
  );
  expect(rows).toEqual([{ events: 0, salts: 0 }]);
});

test('the figures stay the same while a day is aggregated part by part', async ({ shop }) => {
  for (let number = 0; number < 20; number += 1) await see(shop, `visitor ${number}`, { path: '/', step: 'cart' });
  await live(shop);
  const before = await webAnalyticsReport(shop.ctx, 7);
  now = new Date(now.getTime() + 86_400_000);
  for (let number = 0; number < 8; number += 1) {
    await inTransaction(shop.ctx.db, (tx) => aggregatePart(tx, utcDay(now), { number, of: 8 }));
    const { funnel, days } = await webAnalyticsReport(shop.ctx, 8);
    expect([funnel, days.at(-2)]).toEqual([before.funnel, before.days.at(-1)]);
  }
});

test("a visitor's hash changes daily and does not contain the address", async ({ shop }) => {
  await see(shop, 'ann', { path: '/' });
  now = new Date(now.getTime() + 86_400_000);
  await see(shop, 'ann', { path: '/' });
  const { rows } = await shop.database.pool.query<{ visitor: string }>('select visitor from visit_events order by id');
  expect(rows).toHaveLength(2);
  expect(rows[0]?.visitor).not.toBe(rows[1]?.visitor);
  expect(rows.every(({ visitor }) => /^[\w-]{22}$/.test(visitor))).toBe(true);
});

test('seventy visitors who share one address within a minute are all counted', async ({ openShop }) => {
  const office = await openShop({ now: () => now, settings: { RATE_LIMITS: 'on' } });
  for (let one = 1; one <= 70; one += 1) {
    await newVisitor(office).send('POST', '/visit', { path: '/' }, browserOf(`desk ${one}`));
  }
  expect((await webAnalyticsReport(office.ctx, 1)).days[0]).toMatchObject({ views: 70, visitors: 70 });
});

test.for([
  ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a program without a name', { 'user-agent': '' }],
] as const)('%s is not counted as a visitor', async ([_who, headers], { shop }) => {
  await see(shop, '', { path: '/' }, headers);
  expect((await webAnalyticsReport(shop.ctx, 1)).days[0]).toMatchObject({ views: 0, visitors: 0 });
});

test.for([{}, { path: 5 }, { path: '/', quiz: 'everything' }, { path: 'x'.repeat(201) }])(
  'an invalid page view is refused: %j',
  async (seen, { shop }) => {
    expect((await see(shop, 'ann', seen)).status).toBe(400);
  },
);

test('a headline test shows each visitor one variant and counts the outcome of each', async ({ shop }) => {
  const owner = { id: null, email: 'owner@shop.example', requestId: 'r' };
  await switchHeadlineTest(shop.ctx, owner, true);
  await shop.headlines.load();
  const names = Array.from({ length: 40 }, (_, index) => `visitor ${index}`);
  const variants = names.map((name) =>
    shop.headlines.variantOf({ ip: 'local', userAgent: browserOf(name)['user-agent'] }),
  );
  expect(new Set(variants)).toEqual(new Set(['a', 'b']));
  for (const name of names) await see(shop, name, { path: '/' });
  const [first = ''] = names;
  await see(shop, first, { path: '/', step: 'cart' });
  const shown = await headlineFigures(shop.ctx, now);
  const countOf = (one: string) => variants.filter((variant) => variant === one).length;
  expect([shown.a.visitors, shown.b.visitors]).toEqual([countOf('a'), countOf('b')]);
  expect(shown.a.conversions + shown.b.conversions).toBe(1);
  expect(shown[variants[0] === 'a' ? 'a' : 'b'].conversions).toBe(1);
});
