import { Form } from 'react-router';

import { dayRangeToInstants } from '#shared/day-range.ts';
import { toShopDate, utcDay } from '#shared/shop-time.ts';
import { Button } from '#ui/button.tsx';

/** Selectable periods of figures, in days including today. */
const periods = [7, 30, 90];

/** Returns the period of the address, 30 days by default. */
export function periodOf(request: Request): number {
  const days = Number(new URL(request.url).searchParams.get('days'));
  return periods.includes(days) ? days : 30;
}

/** Selects the period of a page's figures. */
export function PeriodChoice({ days: chosen }: { days: number }) {
  return (
    <Form className="flex items-center gap-2">
      {periods.map((days) => (
        <Button
          key={days}
          type="submit"
          name="days"
          value={days}
          look={days === chosen ? 'primary' : 'second'}
          aria-pressed={days === chosen}
        >
          {`${days} days`}
        </Button>
      ))}
    </Form>
  );
}

/** Start of a period of so many days of the shop's time zone that ends today. */
export function periodStart(now: Date, days: number): Date {
  const first = new Date(toShopDate(now));
  first.setUTCDate(first.getUTCDate() - (days - 1));
  return dayRangeToInstants({ from: utcDay(first), to: null }).from ?? first;
}
