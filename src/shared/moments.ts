const format = (style: Intl.DateTimeFormatOptions) => {
  const words = new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' });
  return (at: Date | string) => words.format(new Date(at));
};

// In UTC, so that server and browser write the same; a text is an ISO time or day.

/** 'November 24, 2026'. */
export const longDay = format({ dateStyle: 'long' });

/** 'Nov 24, 2026'. */
export const shortDay = format({ dateStyle: 'medium' });

const long = format({ dateStyle: 'long', timeStyle: 'short' });
const short = format({ dateStyle: 'medium', timeStyle: 'short' });

/** 'November 24, 2026 at 3:05 PM UTC'. */
export const longMoment = (at: Date | string) => `${long(at)} UTC`;

/** 'Nov 24, 2026, 3:05 PM UTC'. */
export const shortMoment = (at: Date | string) => `${short(at)} UTC`;

/** '2026-11-24', the day in UTC. */
export const utcDay = (at: Date) => at.toISOString().slice(0, 10);

/** '2026-11-24 15:05:00' in UTC, as spreadsheets read a moment. */
export const sheetMoment = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
