import type { Span } from '#modules/books/books.queries.server.ts';
import { paymentModes, type PaymentMode } from '#modules/payments/payment-mode.ts';
import { daysOf, dayRangeToInstants, parseDays, periods, type Period, type RangeRefusal } from '#shared/day-range.ts';
import { ok, type Result } from '#shared/result.ts';
import { toShopDate } from '#shared/shop-time.ts';

import type { ListQuery } from '../admin-loader.server.ts';

/** First day of a range that is open towards the past. */
const earliest = '2000-01-01';
const dayMs = 86_400_000;

export type BooksQuery = { period: Period | null; from: string; to: string; span: Span };

type Given = { now: Date; shopMode: PaymentMode };

/**
 * Returns the days and payments that the address of the books names: this month of the shop's own
 * mode by default.
 */
export function booksQuery({ text, choice }: ListQuery, { now, shopMode }: Given): Result<BooksQuery, RangeRefusal> {
  const today = toShopDate(now);
  const [from, to] = [text('from'), text('to')];
  const period = from === '' && to === '' ? choice('period', [...periods]) : null;
  const own = parseDays(from, to);
  if (!own.ok) return own;
  const days =
    period === null ? { from: own.value.from ?? earliest, to: own.value.to ?? today } : daysOf(period, today);
  const mode = paymentModes.find((one) => one === text('mode')) ?? shopMode;
  const moments = dayRangeToInstants(days);
  const span = {
    mode,
    from: moments.from ?? new Date(0),
    until: moments.until ?? new Date(now.getTime() + dayMs),
  };
  return ok({ period, ...days, span });
}
