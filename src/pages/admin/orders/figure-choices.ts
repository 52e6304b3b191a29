import { dimensionNames, figureDimensions, keyName } from '#modules/analytics/sales-figures.ts';
import { keyParam, refundedParam, type Counting, type FigureFilter } from '#modules/orders/list-orders.ts';
import type { DayRange } from '#shared/day-range.ts';
import { shortDay } from '#shared/shop-time.ts';

import { optionsOf } from '../../forms/form-fields.tsx';
import { modeLabels } from '../components/mode-labels.ts';

const countedNames: Record<Counting, string> = { sold: 'Paid and free orders', paid: 'Paid orders' };

function daysText({ from, to }: DayRange): string {
  if (from === null) return to === null ? 'Any day' : `Through ${shortDay(to)}`;
  return to === null ? `Since ${shortDay(from)}` : `${shortDay(from)} to ${shortDay(to)}`;
}

const choice = (name: string, label: string, [value, text]: readonly [string, string]) => ({
  name,
  label,
  options: optionsOf({ [value]: text }, 'All'),
});

/**
 * Filters for the orders behind a figure, which its link sets. Each is added to the others, so that
 * it can be combined and removed.
 */
export function figureChoices({ counted, mode, refunded, ...keys }: FigureFilter) {
  return [
    ...(counted === null ? [] : [choice('counted', 'Included orders', [counted, countedNames[counted]])]),
    ...(refunded === null ? [] : [choice('refunded', 'Refunded', [refundedParam(refunded), daysText(refunded)])]),
    ...(mode === null ? [] : [choice('mode', 'Payments', [mode, modeLabels[mode]])]),
    ...figureDimensions.flatMap((dimension) => {
      const key = keys[dimension];
      const label = dimensionNames[dimension];
      return key === null ? [] : [choice(dimension, label, [keyParam(key), keyName(dimension, key)])];
    }),
  ];
}
