import {
  comparedDays,
  comparisons,
  namedDays,
  ranges,
  stepOf,
  steps,
  type Comparison,
  type Days,
  type RangeName,
  type Interval,
} from '#modules/analytics/sales-figures.ts';
import { paymentModes, type PaymentMode } from '#modules/payments/payment-mode.ts';
import { parseDays, type RangeRefusal } from '#shared/day-range.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { toShopDate } from '#shared/shop-time.ts';

import type { ListQuery } from '../admin-loader.server.ts';

/**
 * Days between which a range lies, so that the days before it can be written. The first begins a
 * range that is open towards the past.
 */
const [earliest, latest] = ['2000-01-01', '2089-12-31'];

const bounded = (day: string) => (day < earliest ? earliest : day > latest ? latest : day);

export type FiguresQuery = {
  /** Null for own dates. */
  range: RangeName | null;
  days: Days;
  comparison: Comparison;
  compared: Days | null;
  step: Interval;
  mode: PaymentMode;
};

/**
 * Returns the days, comparison, step and payments that the address of the figures names: 30 days of
 * the shop's own mode, compared with those before, by default.
 */
export function figuresQuery(
  { text }: Pick<ListQuery, 'text'>,
  { now, shopMode }: { now: Date; shopMode: PaymentMode },
): Result<FiguresQuery, RangeRefusal> {
  const today = toShopDate(now);
  const own = parseDays(text('from'), text('to'));
  if (!own.ok) return own;
  const isOwn = own.value.from !== null || own.value.to !== null;
  const range = isOwn ? null : (ranges.find((one) => one === text('range')) ?? 'days');
  const days =
    range === null
      ? { from: bounded(own.value.from ?? earliest), to: bounded(own.value.to ?? today) }
      : namedDays(range, today);
  if (days.from > days.to) return refuse('upside_down');
  const comparison = comparisons.find((one) => one === text('compare')) ?? 'before';
  return ok({
    range,
    days,
    comparison,
    compared: comparedDays(days, comparison, range),
    step: stepOf(days, steps.find((one) => one === text('by')) ?? null),
    mode: paymentModes.find((one) => one === text('mode')) ?? shopMode,
  });
}

/** Parameters of a query, as `figuresQuery` reads them. */
export const queryParams = ({ range, days, comparison, step, mode }: FiguresQuery): Record<string, string> => ({
  ...(range === null ? { from: days.from, to: days.to } : { range }),
  compare: comparison,
  by: step,
  mode,
});
