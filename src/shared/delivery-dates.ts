import { countries, isCountry } from './countries.ts';
import { isDayOff } from './holidays.ts';
import { dayAfter, toShopDate, weekDay } from './shop-time.ts';

/** First and last day of a delivery, as '2026-11-24'. */
export type DeliveryRange = { from: string; to: string };

/** Shipments leave from the shop's own country, the first in the list. */
const [home] = countries;

/**
 * Returns the day after this many business days, which carriers at home and at the destination must
 * share.
 */
function addBusinessDays(start: string, days: number, country: string): string {
  const destination = isCountry(country) ? country : home;
  let day = start;
  for (let left = days; left > 0;) {
    day = dayAfter(day);
    if (!isDayOff(day, home) && !isDayOff(day, destination)) left -= 1;
  }
  return day;
}

type BusinessDays = { daysMin: number; daysMax: number };

/**
 * Returns the first and last day of a delivery, counted from the shop's day (`moments`) of `start`.
 * Business days are Monday to Friday without public holidays.
 */
export function deliveryRange(start: Date, { daysMin, daysMax }: BusinessDays, country: string): DeliveryRange {
  const today = toShopDate(start);
  return { from: addBusinessDays(today, daysMin, country), to: addBusinessDays(today, daysMax, country) };
}

/** Returns 'Mon, Nov 24' if both ends are the same day, else 'Mon, Nov 24 – Thu, Nov 27'. */
export function formatDelivery({ from, to }: DeliveryRange): string {
  return from === to ? weekDay(from) : `${weekDay(from)} – ${weekDay(to)}`;
}
