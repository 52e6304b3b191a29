import type { Day } from '#modules/routine/rules.ts';

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

const noon = (day: Day) => new Date(`${day}T12:00:00Z`);

/** 'November 21, 2026'. */
export const dayText = (day: Day) => long.format(noon(day));

/** 'Nov 21, 2026'. */
export const shortDayText = (day: Day) => medium.format(noon(day));

/** 'Sat'. */
export const weekdayText = (day: Day) => weekday.format(noon(day));
