const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Nov 21, 2026, 8:35 AM UTC'. */
export function momentWords(date: Date): string {
  return `${moment.format(date)} UTC`;
}

/** 'Nov 21, 2026'. */
export function dayWords(date: Date): string {
  return day.format(date);
}
