const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** 'Nov 24, 2026', in UTC, so that server and browser write the same. */
export const dayOf = (at: Date) => day.format(at);

/** 'Nov 24, 2026, 3:05 PM UTC'. */
export const momentOf = (at: Date) => `${moment.format(at)} UTC`;
