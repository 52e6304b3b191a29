import { wholePrice, type Cents } from '#shared/money.ts';

/** Sales and customers of one period. Revenue is paid orders minus refunds. */
export type Figures = {
  orders: number;
  paidOrders: number;
  revenueCents: Cents;
  /** New accounts. `guests` counts guests who bought for the first time. */
  accounts: number;
  guests: number;
};

export type MonthFigures = Figures & {
  /** UTC month, such as '2026-11'. */
  month: string;
};

export type ProductFigures = { productId: string; name: string; units: number; revenueCents: Cents };

const noFigures: Figures = { orders: 0, paidOrders: 0, revenueCents: 0, accounts: 0, guests: 0 };

/** Returns the average revenue per paid order, rounded to the cent. 0 without paid orders. */
export function averageOrder({ revenueCents, paidOrders }: Pick<Figures, 'revenueCents' | 'paidOrders'>): Cents {
  return paidOrders === 0 ? 0 : Math.round(revenueCents / paidOrders);
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

const minuteMs = 60_000;

/** Returns the age of figures in words, such as '3 minutes ago'. Null if nothing was counted. */
export function countedAgo(countedAt: Date | null, now: Date): string | null {
  if (countedAt === null) return null;
  const minutes = Math.floor((now.getTime() - countedAt.getTime()) / minuteMs);
  if (minutes < 1) return 'less than a minute ago';
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
}

const shownMonths = 6;

/** Returns the UTC months up to that of `now` as '2026-11', oldest first. */
export function lastMonths(now: Date): string[] {
  return Array.from({ length: shownMonths }, (_, index) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (shownMonths - 1 - index), 1));
    return first.toISOString().slice(0, 7);
  });
}

/** Returns one row per month, with zeros for months without activity. */
export function monthByMonth(months: readonly string[], found: readonly MonthFigures[]): MonthFigures[] {
  return months.map((month) => found.find((one) => one.month === month) ?? { ...noFigures, month });
}

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
