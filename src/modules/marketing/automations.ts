const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Hours after a checkout began until its reminder, and days after which a reminder is too late. */
const reminderAfterHours = 4;
const reminderWithinDays = 3;
/** Min days between two reminders to an address, however many checkouts it leaves. */
export const reminderEveryDays = 30;
/** Days after delivery when a review is requested, and until when. */
const reviewAfterDays = 10;
const reviewWithinDays = 40;
/** Max days after a reminder for an order to count as its result. */
export const reminderCountsDays = 7;

type Window = { after: Date; until: Date };

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Returns the window of checkouts due for a reminder: begun after `after`, up to `until`. */
export function reminderWindow(now: Date): Window {
  return { after: before(now, reminderWithinDays * dayMs), until: before(now, reminderAfterHours * hourMs) };
}

/**
 * Returns the window of orders due for a review request: delivered after `after`, up to `until`.
 */
export function reviewWindow(now: Date): Window {
  return { after: before(now, reviewWithinDays * dayMs), until: before(now, reviewAfterDays * dayMs) };
}

/**
 * Returns the time from which a sale makes a reminder unnecessary. A day before `enqueuedAt`,
 * because the order can be older than the reminder.
 */
export function saleCountsFrom(enqueuedAt: Date): Date {
  return before(enqueuedAt, dayMs);
}

/** Returns the time after which an earlier reminder to the same address still counts. */
export function reminderPause(now: Date): Date {
  return before(now, reminderEveryDays * dayMs);
}

/** Returns the address at which a recipient ends all marketing emails. */
export const unsubscribeUrl = (publicUrl: string, recipientId: string): string =>
  `${publicUrl}/unsubscribe/${recipientId}`;
