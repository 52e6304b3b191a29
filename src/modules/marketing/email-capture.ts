import { identifier } from '#shared/identifier.ts';
import { timeZone } from '#shared/moments.ts';

export const dialogTriggers = ['manual', 'exit-intent', 'time-based', 'scroll-based', 'sold-out'] as const;
export type DialogTrigger = (typeof dialogTriggers)[number];

export type CaptureTrigger = DialogTrigger | 'newsletter';

/** How long the dialog says that it is at work, at least. */
export const busyMs = 1_500;
/** How long the activity popup shows one item. */
export const activityEveryMs = 15_000;
/** How long after arrival the activity popup first appears. */
export const activityAfterMs = 4_000;

export const codeHours = 24;
/** How long after a back-in-stock notice an order still counts as brought by it, to the moment. */
export const notifiedCountsDays = 7;

/** When a code that is issued now stops to apply: after exactly 24 hours. */
export function codeEnd(now: Date): Date {
  return new Date(now.getTime() + codeHours * 60 * 60 * 1000);
}

/** When a code ends, in words; 'in 24 hours' only where that is so. */
export function expirySentence(endsAt: Date, now: Date): string {
  const isNew = endsAt.getTime() === codeEnd(now).getTime();
  const moment = endsAt.toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'long', timeZone: timeZone() });
  return `Expires ${isNew ? `in ${codeHours} hours, ` : ''}on ${moment}.`;
}

/** What a trigger's code takes off, in whole percent. */
export function percentOf(trigger: DialogTrigger, offer: { percent: number; soldOutPercent: number }): number {
  return trigger === 'sold-out' ? offer.soldOutPercent : offer.percent;
}

/** '15%'. */
export function percentText(percent: number): string {
  return `${percent}%`;
}

/** A text with the percentage where it says `{discount}`. */
export function withDiscount(text: string, discount: string): string {
  return text.replaceAll('{discount}', discount);
}

/** Returns an address in the spelling in which addresses are stored and compared. */
export function normalAddress(email: string): string {
  return identifier(email).toLowerCase();
}

export type Situation = {
  /** Milliseconds since the visitor came to this page. */
  sinceArrivalMs: number;
  quietMs: number;
  /** Captured or dismissed once, or already shown in this session. */
  isSettled: boolean;
  isTyping: boolean;
  isDialogOpen: boolean;
};

/** Whether the dialog may open by itself now. */
export function mayInterrupt({ sinceArrivalMs, quietMs, isSettled, isTyping, isDialogOpen }: Situation): boolean {
  return sinceArrivalMs >= quietMs && !isSettled && !isTyping && !isDialogOpen;
}

/** How far a page is scrolled: 0 at its top, 1 at its end, and 0 when all of it fits the screen (px). */
export function scrolledShare({ top, screen, page }: { top: number; screen: number; page: number }): number {
  const way = page - screen;
  return way <= 0 ? 0 : Math.min(1, Math.max(0, top / way));
}

/** Whether a pointer that leaves at this height goes for the address bar or the tabs. */
export function leavesAtTop(clientY: number, topPx: number): boolean {
  return clientY <= topPx;
}

/** One line of the activity popup; timestamp in words. */
export type ActivityItem = {
  id: string;
  name: string;
  location: string;
  action: string;
  timestamp: string;
  verified: boolean;
};
