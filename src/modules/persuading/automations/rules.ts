const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** How long after a checkout was begun its buyer is reminded, and for how long that makes sense. */
export const reminderAfterHours = 4;
export const reminderWithinDays = 3;
/** An address is reminded once in this time, however many checkouts it leaves. */
export const reminderEveryDays = 30;
/** How long after delivery a review is asked for, and until when. */
export const reviewAfterDays = 10;
export const reviewWithinDays = 40;

export type Window = { after: Date; until: Date };

/** Checkouts that were begun after `after` and up to `until` are due for a reminder. */
export function reminderWindow(now: Date): Window {
  return {
    after: new Date(now.getTime() - reminderWithinDays * dayMs),
    until: new Date(now.getTime() - reminderAfterHours * hourMs),
  };
}

/** Orders that were delivered after `after` and up to `until` are due for a review. */
export function reviewWindow(now: Date): Window {
  return {
    after: new Date(now.getTime() - reviewWithinDays * dayMs),
    until: new Date(now.getTime() - reviewAfterDays * dayMs),
  };
}

/** After this, an earlier reminder of the same address still counts. */
export function reminderPause(now: Date): Date {
  return new Date(now.getTime() - reminderEveryDays * dayMs);
}

/** How long after a reminder an order still counts as brought by it: up to this to the moment. */
export const reminderCountsDays = 7;
