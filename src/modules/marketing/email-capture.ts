import { normalizeIdentifier } from '#shared/identifier.ts';
import { timeZone } from '#shared/shop-zone.ts';

export const dialogTriggers = ['manual', 'exit-intent', 'time-based', 'scroll-based', 'sold-out'] as const;
export type DialogTrigger = (typeof dialogTriggers)[number];

export type CaptureTrigger = DialogTrigger | 'newsletter';

/** Discounts for leaving an address, in whole percent. */
export const capturePercent = 15;
const soldOutPercent = 10;

/**
 * Conditions under which the email dialog opens automatically: milliseconds, pixels, and a share
 * of the page's scroll height.
 */
export const captureMoments = {
  /** Minimum time before the dialog opens for any reason. */
  quietMs: 10_000,
  timeMs: 30_000,
  /** Delay before the time-based trigger retries while someone types or a dialog is open. */
  againMs: 5_000,
  scrolledShare: 0.5,
  exitTopPx: 20,
  exitDelayMs: 100,
};

/** Min time for which the dialog shows that it is busy, in ms. */
export const busyMs = 1_500;
/** Time for which the activity popup shows one item, in ms. */
export const activityEveryMs = 15_000;
/** Delay before the activity popup first appears, in ms. */
export const activityAfterMs = 4_000;

export const codeHours = 24;
/** Max days after a back-in-stock notification for an order to count as its result. */
export const notifiedCountsDays = 7;

/** Returns the expiry of a code that is issued now: exactly 24 hours later. */
export function codeEnd(now: Date): Date {
  return new Date(now.getTime() + codeHours * 60 * 60 * 1000);
}

/** Returns the expiry as a sentence. It says "24 hours" only if that is exact. */
export function expirySentence(endsAt: Date, now: Date): string {
  const isNew = endsAt.getTime() === codeEnd(now).getTime();
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    endsAt.toLocaleString('en-US', { timeZone: timeZone(), ...options });
  const day = inZone({ weekday: 'long', month: 'long', day: 'numeric' });
  const time = inZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  return `Good ${isNew ? `for ${codeHours} hours, ` : ''}until ${day} at ${time}.`;
}

/** Returns the discount of a trigger's code, in whole percent. */
export function percentOf(trigger: DialogTrigger): number {
  return trigger === 'sold-out' ? soldOutPercent : capturePercent;
}

export function percentText(percent: number): string {
  return `${percent}%`;
}

/** Replaces `{discount}` in a text. */
export function withDiscount(text: string, discount: string): string {
  return text.replaceAll('{discount}', discount);
}

/** Returns the normalized spelling in which addresses are stored and compared. */
export function normalAddress(email: string): string {
  return normalizeIdentifier(email).toLowerCase();
}

export type Situation = {
  /** Milliseconds since the visitor came to this page. */
  sinceArrivalMs: number;
  quietMs: number;
  /** True when captured or dismissed before, or shown in this session. */
  isSettled: boolean;
  isTyping: boolean;
  isDialogOpen: boolean;
};

/** True when the dialog may open on its own now. */
export function mayInterrupt({ sinceArrivalMs, quietMs, isSettled, isTyping, isDialogOpen }: Situation): boolean {
  return sinceArrivalMs >= quietMs && !isSettled && !isTyping && !isDialogOpen;
}

/**
 * Returns how far a page is scrolled: 0 at the top, 1 at the end, and 0 if it fits the screen.
 * Inputs are in px.
 */
export function scrolledShare({ top, screen, page }: { top: number; screen: number; page: number }): number {
  const way = page - screen;
  return way <= 0 ? 0 : Math.min(1, Math.max(0, top / way));
}

/** True when a pointer leaves towards the address bar or the tabs. */
export function leavesAtTop(clientY: number, topPx: number): boolean {
  return clientY <= topPx;
}

/** One item of the activity popup. `timestamp` is text such as a relative time. */
export type ActivityItem = {
  id: string;
  name: string;
  location: string;
  action: string;
  timestamp: string;
  verified: boolean;
};
