export type DeliveryRange = { from: Date; to: Date };

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

function addBusinessDays(start: Date, days: number): Date {
  const date = new Date(start);
  let left = days;
  while (left > 0) {
    date.setUTCDate(date.getUTCDate() + 1);
    const weekday = date.getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return date;
}

/** First and last day of delivery: `minDays` and `maxDays` business days (Monday to Friday, UTC) after `now`. */
export function deliveryRange(now: Date, minDays: number, maxDays: number): DeliveryRange {
  return { from: addBusinessDays(now, minDays), to: addBusinessDays(now, maxDays) };
}

/** 'Mon, Nov 24' when both ends are the same day, else 'Mon, Nov 24 – Thu, Nov 27'. */
export function formatDelivery(range: DeliveryRange): string {
  const from = day.format(range.from);
  const to = day.format(range.to);
  return from === to ? from : `${from} – ${to}`;
}
