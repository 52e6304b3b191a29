export type DeliveryRange = { from: Date; to: Date };

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'Mon, Nov 24', as the engine's own format would write it: a checkout is told of sixteen such days. */
const dayOf = (date: Date) => `${weekdays[date.getUTCDay()]}, ${months[date.getUTCMonth()]} ${date.getUTCDate()}`;

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
  const from = dayOf(range.from);
  const to = dayOf(range.to);
  return from === to ? from : `${from} – ${to}`;
}
