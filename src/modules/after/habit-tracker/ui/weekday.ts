import type { Day } from '#modules/after/habit-tracker/rules.ts';

const inWords = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** 'Sat'. */
export const weekday = (day: Day) => inWords.format(new Date(`${day}T12:00:00Z`));
