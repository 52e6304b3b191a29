let shopZone = 'UTC';

/**
 * Sets the zone of all displayed days and times. Called once, when the process starts and when the
 * browser hydrates a page.
 */
export function setTimeZone(timeZone: string): void {
  shopZone = timeZone;
}

/** Returns the shop's time zone by its IANA name, 'America/New_York'. */
export const timeZone = () => shopZone;
