const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** 'Nov 24, 2026' of an ISO time; in UTC, so that server and browser write the same. */
export const shortDay = (iso: string) => day.format(new Date(iso));

/** 'Nov 24, 2026, 3:05 PM UTC' of an ISO time. */
export const shortMoment = (iso: string) => `${moment.format(new Date(iso))} UTC`;
