import type { CustomerCounts } from '#modules/customers/customers.ts';
import { revenueOf, type Sales, type SalesDimension } from '#modules/orders/sales-days.ts';
import { wholePrice, type Cents } from '#shared/money.ts';

import { totalOf, type DaySum } from './sales-figures.ts';

/** Sales and new customers of some days. */
export type Figures = Sales & CustomerCounts;

export type MonthFigures = Figures & {
  /** Month of the shop’s time zone, such as '2026-11'. */
  month: string;
};

export type ProductFigures = { productId: string; name: string; units: number; revenueCents: Cents };

const uuidLength = 36;
const shownProducts = 5;

/** Returns the products with the most revenue. Their key is the id, then the name at the sale. */
export function topProducts(sums: readonly (Sales & { dimension: SalesDimension; key: string })[]): ProductFigures[] {
  const products = new Map<string, ProductFigures>();
  for (const { dimension, key, units, ...sales } of sums) {
    if (dimension !== 'product') continue;
    const [productId, name] = [key.slice(0, uuidLength), key.slice(uuidLength + 1)];
    const known = products.get(productId) ?? { productId, name, units: 0, revenueCents: 0 };
    products.set(productId, {
      productId,
      name: name > known.name ? name : known.name,
      units: known.units + units,
      revenueCents: known.revenueCents + revenueOf(sales),
    });
  }
  const inOrder = (a: ProductFigures, b: ProductFigures) =>
    b.revenueCents - a.revenueCents || (a.productId < b.productId ? -1 : 1);
  return [...products.values()].toSorted(inOrder).slice(0, shownProducts);
}

export type Growth = { text: string; direction: 'up' | 'down' | 'level' };

/**
 * Returns the change from one month to the next in percent with 1 decimal. 'New' if only the later
 * month is above zero, '0.0%' if neither is.
 */
export function growth(before: number, now: number): Growth {
  if (before <= 0) return now > 0 ? { text: 'New', direction: 'up' } : { text: '0.0%', direction: 'level' };
  const tenths = Math.round(((now - before) / before) * 1000);
  const percent = `${(Math.abs(tenths) / 10).toFixed(1)}%`;
  if (tenths === 0) return { text: percent, direction: 'level' };
  return tenths > 0 ? { text: `+${percent}`, direction: 'up' } : { text: `−${percent}`, direction: 'down' };
}

const shownMonths = 6;

/** Returns the last 6 months up to that of `today` as '2026-11', oldest first. */
export function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(year, month - shownMonths + index, 1)).toISOString().slice(0, 7),
  );
}

/** Returns the figures of each month, with zeros for months without activity. */
export const monthByMonth = (
  months: readonly string[],
  days: readonly DaySum[],
  customers: readonly (CustomerCounts & { month: string })[],
): MonthFigures[] =>
  months.map((month) => {
    const { accounts = 0, guests = 0 } = customers.find((one) => one.month === month) ?? {};
    return { month, accounts, guests, ...totalOf(days.filter(({ day }) => day.startsWith(month))) };
  });

/** Formats '2026-11' as 'Nov' or 'November 2026'. */
export function monthName(month: string, length: 'short' | 'long'): string {
  const year = length === 'long' ? { year: 'numeric' as const } : {};
  return new Intl.DateTimeFormat('en-US', { month: length, ...year, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/**
 * Returns the ticks of a scale from 0 to at least `greatest`. Their distance is 1, 2 or 5 times a
 * power of ten, with at most 5 steps.
 */
export function scaleMarks(greatest: number): number[] {
  if (greatest <= 0) return [0];
  const rough = 10 ** Math.floor(Math.log10(greatest / 4));
  const step = [1, 2, 5, 10].map((times) => times * rough).find((one) => Math.ceil(greatest / one) <= 5) ?? greatest;
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => index * step);
}

const units = [
  { size: 1_000_000_000, sign: 'B' },
  { size: 1_000_000, sign: 'M' },
  { size: 1_000, sign: 'K' },
  { size: 1, sign: '' },
];

/**
 * Formats 5,900 cents as '$59', 24,980 as '$249.80' and 123,400 as '$1.2K'. The engines' own
 * compact formats differ: WebKit writes '$59.0'.
 */
export function shortUsd(cents: Cents): string {
  const amount = Math.abs(cents) / 100;
  const unit = units.find(({ size }) => amount >= size * 0.999_95);
  if (unit === undefined || unit.size === 1) return wholePrice(cents);
  const rounded = Math.round((amount / unit.size) * 10) / 10;
  return `${cents < 0 ? '-' : ''}$${rounded}${unit.sign}`;
}
