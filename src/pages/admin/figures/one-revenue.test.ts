import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect } from 'vitest';

import { disputes, refunds } from '#modules/orders/tables.server.ts';
import { countSalesDays } from '#modules/orders/sales-days.server.ts';
import { parseMoment, toShopDate } from '#shared/shop-time.ts';
import { setTimeZone } from '#shared/shop-zone.ts';

import { givenOrderRow } from '../../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { testWithFreshShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import { loader as booksFile } from '../accounting-csv.ts';
import { loader as booksLoader } from '../accounting.tsx';
import { loader as file } from '../analytics-csv.tsx';
import { loader as analyticsLoader } from '../analytics.tsx';
import { loader as homeLoader } from '../home.tsx';

const test = testWithFreshShop();

beforeEach(() => setTimeZone('America/Los_Angeles'));
afterEach(() => setTimeZone('UTC'));

/** Last month of the shop's time zone, the one before and the present one, as '2026-10'. */
function monthsAround() {
  const [year = 0, month = 1] = toShopDate(new Date()).split('-').map(Number);
  const named = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
  return { before: named(2), last: named(1), present: named(0) };
}

const at = (moment: string) => parseMoment(moment) ?? new Date(NaN);

type Paid = { at: string; cents: number; refunds?: { at: string; cents: number }[]; lostAt?: string };

async function givenPaid(shop: TestShop, { at: placed, cents, refunds: returned = [], lostAt }: Paid): Promise<void> {
  const paymentIntentId = `pi_${crypto.randomUUID()}`;
  const amounts = { subtotalCents: cents, totalCents: cents, capturedCents: cents };
  const cancelled = returned.reduce((sum, one) => sum + one.cents, 0);
  const order = { ...amounts, returnedCents: cancelled, paymentIntentId, paymentMode: 'sandbox' as const };
  await givenOrderRow(shop, { ...order, placedAt: at(placed) });
  for (const one of returned) {
    const refund = { paymentIntentId, key: crypto.randomUUID(), amountCents: one.cents, status: 'succeeded' as const };
    await shop.ctx.db.insert(refunds).values({ ...refund, createdAt: at(one.at) });
  }
  if (lostAt === undefined) return;
  const lost = { paymentIntentId, providerId: crypto.randomUUID(), amountCents: cents, reason: 'x', status: 'lost' };
  await shop.ctx.db.insert(disputes).values({ ...lost, providerUpdatedAt: at(lostAt) });
}

const load = <T>(shop: TestShop, loader: (args: never) => T, path: string): T =>
  loader(pageCall(shop, path, signedIn()) as never);

const textOf = async (response: Promise<Response>) => (await response).text();
const centsOf = (written: string | undefined) => Math.round(Number(written) * 100);

/** Returns gross sales and refunds of the days from `first` to `last`, as the ledger has them. */
async function inLedger(shop: TestShop, { first, last }: { first: string; last: string }) {
  const path = `/admin/books.csv?report=ledger&from=${first}&to=${last}`;
  const rows = parse<Record<string, string>>(await textOf(load(shop, booksFile, path)), { bom: true, columns: true });
  const sum = (types: readonly string[]) =>
    rows.filter(({ Type = '' }) => types.includes(Type)).reduce((total, { Amount }) => total + centsOf(Amount), 0);
  return [
    sum(['Sale', 'Shipping', 'Tax']),
    0 - sum(['Refund', 'Refunded tax', 'Lost dispute', 'Lost dispute tax']),
  ] as const;
}

/** Returns gross sales and refunds of a month, from everywhere that states them. */
async function everywhere(shop: TestShop, month: string): Promise<Record<string, readonly number[]>> {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = `${month}-01`;
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const shown = await load(shop, analyticsLoader, `/admin/analytics?from=${first}&to=${last}`);
  const { books } = await load(shop, booksLoader, `/admin/books?from=${first}&to=${last}`);
  const chart = shown?.months.find((one) => one.month === month);
  const range = shown?.sales?.figures.total;
  if (chart === undefined || range === undefined || books === null) throw new Error('no figures');
  const { goodsCents, shippingCents, taxCents, refundCents, disputeCents, returnedTaxCents } = books.totals;
  const monthLine = (await textOf(load(shop, file, '/admin/analytics.csv')))
    .split('\r\n')
    .find((line) => line.startsWith(month));
  const rangeText = await textOf(load(shop, file, `/admin/analytics.csv?report=days&from=${first}&to=${last}`));
  const rangeLine = rangeText.split('\r\n').find((line) => line.startsWith(`${first},${last},`));
  return {
    'the chosen days': [range.grossCents, range.refundedCents],
    'the monthly chart': [chart.grossCents, chart.refundedCents],
    'the books': [goodsCents + shippingCents + taxCents, 0 - refundCents - disputeCents - returnedTaxCents],
    'the file of the months': (monthLine ?? '').split(',').slice(4, 6).map(centsOf),
    'the file of the days': (rangeLine ?? '').split(',').slice(5, 7).map(centsOf),
    'the ledger': await inLedger(shop, { first, last }),
  };
}

test('a month has one revenue on every page, in every file and in the books', async ({ shop }) => {
  const { before, last, present } = monthsAround();
  // Both ends of the month by the shop's clock: in UTC, the last sale is of the next month.
  await givenPaid(shop, {
    at: `${before}-20T12:00`,
    cents: 30_000,
    refunds: [{ at: `${last}-03T09:00`, cents: 9_094 }],
  });
  await givenPaid(shop, { at: `${last}-01T00:00`, cents: 10_000 });
  await givenPaid(shop, {
    at: `${last}-10T23:59`,
    cents: 2_000,
    refunds: [{ at: `${present}-01T00:00`, cents: 2_000 }],
  });
  const end = new Date(at(`${present}-01T00:00`).getTime() - 1_000);
  const endText = `${toShopDate(end)}T23:59`;
  await givenPaid(shop, { at: endText, cents: 43_454, refunds: [{ at: endText, cents: 1 }] });
  await givenPaid(shop, { at: `${before}-02T08:00`, cents: 700, lostAt: `${last}-15T08:00` });
  await givenPaid(shop, { at: `${present}-01T00:00`, cents: 100 });
  const check = async () => {
    const stated = await everywhere(shop, last);
    expect(stated).toEqual(Object.fromEntries(Object.keys(stated).map((name) => [name, [55_454, 9_795]])));
    const home = await load(shop, homeLoader, '/admin');
    const [gross, refunded] = await inLedger(shop, { first: '2000-01-01', last: toShopDate(new Date()) });
    expect([home?.totals.grossCents, home?.totals.refundedCents]).toEqual([gross, refunded]);
  };
  await check();
  await countSalesDays(shop.ctx.db);
  await check();
  setTimeZone('Pacific/Auckland');
  const stated = await everywhere(shop, last);
  expect(new Set(Object.values(stated).map((values) => values.join())).size, JSON.stringify(stated)).toBe(1);
});
