/** Remaining seconds from which the countdown is urgent. */
export const urgentSeconds = 5 * 60;
/** Remaining seconds from which the reservation can be extended. */
export const extendSeconds = 2 * 60;

/** Formats whole seconds like '14:59', never below '0:00'. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/**
 * Returns the screen reader announcement for this second: only at 5:00, 1:00 and 0:00, otherwise
 * null.
 */
export function announcement(seconds: number): string | null {
  if (seconds === 300) return 'Your items are reserved for 5 more minutes.';
  if (seconds === 60) return 'Your items are reserved for 1 more minute.';
  return seconds === 0 ? 'Your items are no longer reserved.' : null;
}
