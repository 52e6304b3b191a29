import { Form } from 'react-router';

import { Button } from '#ui/button.tsx';

/** How far back figures may go, in UTC days, today included. */
const spans = [7, 30, 90];

/** The span that an address asks for; 30 days when it asks for none. */
export function spanOf(request: Request): number {
  const asked = Number(new URL(request.url).searchParams.get('days'));
  return spans.includes(asked) ? asked : 30;
}

/** Chooses how far back the figures of a page go. */
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

/** When the first of these days began; the last one is today. */
export function spanStart(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - (days - 1)));
}
