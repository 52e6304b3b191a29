import { Form } from 'react-router';

import { Button } from '#ui/button.tsx';

/** Selectable periods of figures, in UTC days including today. */
const spans = [7, 30, 90];

/** Returns the period of the address, 30 days by default. */
export function spanOf(request: Request): number {
  const days = Number(new URL(request.url).searchParams.get('days'));
  return spans.includes(days) ? days : 30;
}

/** Selects the period of a page's figures. */
export function SpanChoice({ days: chosen }: { days: number }) {
  return (
    <Form className="flex items-center gap-2">
      {spans.map((days) => (
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

/** Start of a period of so many days that ends today. */
export function spanStart(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - (days - 1)));
}
