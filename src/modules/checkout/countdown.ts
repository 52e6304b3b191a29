/** From here on the countdown is urgent, in seconds. */
export const urgentSeconds = 5 * 60;
/** From here on it can be extended, in seconds. */
export const extendSeconds = 2 * 60;

/** '14:59' from whole seconds, never below '0:00'. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** What is read out at this second, or null: only at 5:00, 1:00 and 0:00. */
export function announcement(seconds: number): string | null {
  if (seconds === 300) return 'Your items are reserved for 5 more minutes.';
  if (seconds === 60) return 'Your items are reserved for 1 more minute.';
  return seconds === 0 ? 'Your items are no longer reserved.' : null;
}
