import { dayAfter, parseMoment, toShopDate } from '#shared/shop-time.ts';

/** Hour of the daily summary in the shop's time zone. */
const summaryHour = '08:00';

/** Returns the time of the latest daily summary. */
export function lastSummaryTime(now: Date): Date {
  const yesterday = toShopDate(new Date(now.getTime() - 86_400_000));
  const times = [yesterday, dayAfter(yesterday)].flatMap((day) => parseMoment(`${day}T${summaryHour}`) ?? []);
  return times.findLast((time) => time <= now) ?? new Date(0);
}
