const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** How long after a checkout was begun its buyer is reminded, and for how long that makes sense. */
const reminderAfterHours = 4;
const reminderWithinDays = 3;
/** An address is reminded once in this time, however many checkouts it leaves. */
export const reminderEveryDays = 30;
/** How long after delivery a review is asked for, and until when. */
const reviewAfterDays = 10;
const reviewWithinDays = 40;
/** How long after a reminder an order still counts as brought by it: up to this to the moment. */
export const reminderCountsDays = 7;

type Window = { after: Date; until: Date };

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Checkouts that were begun after `after` and up to `until` are due for a reminder. */
export function reminderWindow(now: Date): Window {
  return { after: before(now, reminderWithinDays * dayMs), until: before(now, reminderAfterHours * hourMs) };
}

/** Orders that were delivered after `after` and up to `until` are due for a review. */
export function reviewWindow(now: Date): Window {
  return { after: before(now, reviewWithinDays * dayMs), until: before(now, reviewAfterDays * dayMs) };
}

/** From when on a sale makes a reminder needless that is owed since `owedAt`: the order can be older than the reminder. */
export function saleCountsFrom(owedAt: Date): Date {
  return before(owedAt, dayMs);
}

/** The moment after which an earlier reminder of the same address still counts. */
export function reminderPause(now: Date): Date {
  return before(now, reminderEveryDays * dayMs);
}
